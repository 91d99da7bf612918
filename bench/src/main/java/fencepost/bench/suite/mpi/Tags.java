package fencepost.bench.suite.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Names of what completion calls complete. */
final class Tags {
  private Tags() {}

  /** Local effects of an origin's operations on a target. */
  static String local(int origin, WindowCode window, int target) {
    return "local " + origin + " " + window.name() + " " + target;
  }

  /** Remote effects of an origin's operations on a target. */
  static String remote(int origin, WindowCode window, int target) {
    return "remote " + origin + " " + window.name() + " " + target;
  }

  /** Effects of an origin's operations on any target. */
  static String[] all(int origin, WindowCode window, int ranks, boolean remoteToo) {
    List<String> tags = new ArrayList<>();
    IntStream.range(0, ranks).forEach(target -> tags.add(local(origin, window, target)));
    if (remoteToo) {
      IntStream.range(0, ranks).forEach(target -> tags.add(remote(origin, window, target)));
    }
    return tags.toArray(String[]::new);
  }
}
