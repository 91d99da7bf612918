package fencepost.engine;

import fencepost.model.Point;
import org.jspecify.annotations.Nullable;

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

  /** The calls that have offered it can be held back, so that the strand is told something else. */
  final boolean canBeHeld;

  /** What was updated to tell the strand; null if nothing stays that others update as well. */
  final @Nullable Updated about;

  /** The strand does not see which one it is. */
  Choice(Point at, Point offered, Object alike, long told, int number, int offer) {
    this(at, offered, alike, told, number, offer, false, false, null);
  }

  /** The strand is told which one it is. */
  static Choice told(Point at, Point offered, @Nullable Updated about, long told) {
    return new Choice(at, offered, new Object(), told, 0, 0, true, true, about);
  }

  /** The strand has seen in memory what came first. */
  static Choice seen(Point at, Point first, long told) {
    return new Choice(at, first, new Object(), told, 0, 0, true, false, null);
  }

  private Choice(
      Point at,
      Point offered,
      Object alike,
      long told,
      int number,
      int offer,
      boolean known,
      boolean canBeHeld,
      @Nullable Updated about) {
    this.at = at;
    this.offered = offered;
    this.alike = alike;
    this.told = told;
    this.number = number;
    this.offer = offer;
    this.known = known;
    this.canBeHeld = canBeHeld;
    this.about = about;
  }

  /** Whether it could have been another one, as far as is known at the end. */
  boolean couldBeAnother() {
    return about == null || about.hasSeveral();
  }
}
