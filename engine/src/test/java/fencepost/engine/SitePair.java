package fencepost.engine;

/** The two source places of a race, in no order. */
record SitePair(int low, int high) {

  static SitePair of(int a, int b) {
    return new SitePair(Math.min(a, b), Math.max(a, b));
  }
}
