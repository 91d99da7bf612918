package fencepost.check.dataflow;

import fencepost.program.ir.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An operation as it was issued.
 *
 * @param regions the local memory that it uses
 * @param keys what tells it from others: its window, target, context, queue, file
 */
record Issued(Call call, KnownCall known, List<DataflowRegion> regions, Map<String, Sum> keys) {

  static Issued of(Call call, KnownCall known, Arguments arguments) {
    Map<String, Sum> keys = new HashMap<>();
    for (String handle : List.of("win", "ctx", "fh")) {
      if (arguments.has(handle)) {
        keys.put(handle, arguments.handle(handle));
      }
    }
    for (String number : List.of("queue", "target_rank", "dest")) {
      if (arguments.has(number) && known.byValue().contains(known.argument(number))) {
        keys.put(number.equals("queue") ? number : "rank", arguments.value(number));
      }
    }
    return new Issued(call, known, arguments.regions(), Map.copyOf(keys));
  }

  /** Whether it has no effect: its target is nobody. */
  boolean isVoid(Conditions conditions) {
    Sum target = keys.get("rank");
    return target != null && LibraryConstants.isNoRank(conditions.resolved(target));
  }

  /** Whether a symbol in memory is of interest: something about the operation depends on it. */
  boolean dependsOn(Sum address) {
    return keys.values().stream().anyMatch(key -> isLoadedFrom(key, address))
        || regions.stream()
            .anyMatch(
                region ->
                    isLoadedFrom(region.start(), address) || isLoadedFrom(region.size(), address));
  }

  private static boolean isLoadedFrom(Sum value, Sum address) {
    return value.mentions(
        symbol -> symbol instanceof Symbol.Loaded loaded && loaded.address().equals(address));
  }
}
