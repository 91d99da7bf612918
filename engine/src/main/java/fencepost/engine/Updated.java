package fencepost.engine;

/** Something whose value tells who has updated it, and what is known of who does. */
public class Updated {
  private static final int NOBODY = -1;
  private static final int SEVERAL = -2;

  private int by = NOBODY;

  void updatedBy(int strand) {
    by = by == NOBODY || by == strand ? strand : SEVERAL;
  }

  /** Whether another strand may be first where one was first in this run. */
  boolean hasSeveral() {
    return by == SEVERAL;
  }
}
