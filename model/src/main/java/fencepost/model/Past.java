package fencepost.model;

import java.io.Serializable;

/** What happened before a moment of an execution: for every strand, the latest time that did. */
@FunctionalInterface
public interface Past extends Serializable {

  /** The latest time of the strand that happened before the moment; 0 if none did. */
  long timeOf(int strand);

  /** Whether the given time of the strand happened before the moment. */
  default boolean covers(int strand, long time) {
    return timeOf(strand) >= time;
  }
}
