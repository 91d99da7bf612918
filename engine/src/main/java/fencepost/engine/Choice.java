package fencepost.engine;

import fencepost.model.Point;

/**
 * A strand has taken one of several things that look the same to it, such as messages with the same
 * contents from anybody: which of them it was is luck.
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

  Choice(Point at, Point offered, Object alike, long told, int number, int offer) {
    this.at = at;
    this.offered = offered;
    this.alike = alike;
    this.told = told;
    this.number = number;
    this.offer = offer;
  }
}
