package fencepost.program.instrument;

/** Which sides of an access can race: an update and a copy have both. */
record Sides(boolean load, boolean store) {
  static final Sides NONE = new Sides(false, false);

  boolean any() {
    return load || store;
  }
}
