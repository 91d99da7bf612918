package fencepost.engine;

import fencepost.model.Point;

/**
 * A strand has taken one of several things: which of them it was is luck. They may look the same to
 * it, such as messages with the same contents from anybody, or it may be told which one it was.
 */
final class Choice {
  final Point at;

  /** Where the thing was offered that it took in this run. */
  final Point offered;

  /** Equal for choices that may have changed what they took. */
  final Object alike;

  /** When it was told, among all that is told. */
  final long told;

  /** The number of the call that takes, and of the one that offered, each for its process. */
  final int number;

  final int offer;

  /** Whether the strand was told which it was, and may act on it: then it is no other one. */
  final boolean known;

  /** The strand does not see which one it is. */
  Choice(Point at, Point offered, Object alike, long told, int number, int offer) {
    this(at, offered, alike, told, number, offer, false);
  }

  /** The strand is told which one it is. */
  Choice(Point at, Point offered, long told) {
    this(at, offered, new Object(), told, 0, 0, true);
  }

  private Choice(
      Point at, Point offered, Object alike, long told, int number, int offer, boolean known) {
    this.at = at;
    this.offered = offered;
    this.alike = alike;
    this.told = told;
    this.number = number;
    this.offer = offer;
    this.known = known;
  }
}
