package fencepost.engine;

import fencepost.clocks.StrandClock;

/** One sequential thread of control, its clock, and where it is. */
public final class Strand {
  public final int id;
  public final int rank;
  final StrandClock clock;
  final Journal journal = new Journal();
  final KnownAccesses accesses = new KnownAccesses();
  String call = "start";
  int site = -1;

  Strand(int id, int rank) {
    this.id = id;
    this.rank = rank;
    this.clock = new StrandClock(id);
  }
}
