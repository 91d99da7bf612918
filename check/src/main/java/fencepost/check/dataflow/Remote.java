package fencepost.check.dataflow;

import fencepost.check.dataflow.Meaning.Trait;
import fencepost.program.ir.Call;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call does to the memory of another process.
 *
 * @param region in that memory; it is named as if it were one's own
 * @param target whose
 */
record Remote(Call call, Region region, Sum target, boolean atomic) {

  /**
   * @param windows the memory of each window, by the place where its handle is kept
   */
  static @Nullable Remote of(
      Call call, Meaning meaning, Arguments arguments, Map<Sum, Windows.Memory> windows) {
    if (!meaning.is(Trait.REMOTE)) {
      return null;
    }
    boolean atomic = meaning.is(Trait.REMOTE_ATOMIC);
    boolean written = atomic || meaning.is(Trait.REMOTE_WRITE);
    if (arguments.has("win")) {
      Windows.Memory memory = Windows.of(arguments.handle("win"), windows);
      return memory == null
          ? null
          : new Remote(
              call,
              new Region(
                  memory.base().plus(arguments.value("target_disp").times(memory.unit())),
                  arguments.size("target_count", "target_datatype", "datatype"),
                  written),
              arguments.value("target_rank"),
              atomic);
    } else if (arguments.has("segment_id_remote") && arguments.has("size")) {
      Sum start =
          Arguments.segment(arguments.value("segment_id_remote"))
              .plus(arguments.value("offset_remote"));
      return new Remote(
          call,
          new Region(start, arguments.value("size"), written),
          arguments.value("rank"),
          false);
    } else if (arguments.has("pe")) {
      String place = written && arguments.has("dest") ? "dest" : "source";
      return arguments.has(place)
          ? new Remote(
              call,
              new Region(arguments.address(place), Sum.of(1), written),
              arguments.value("pe"),
              atomic)
          : null;
    }
    return null;
  }
}
