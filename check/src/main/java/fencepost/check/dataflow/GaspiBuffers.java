package fencepost.check.dataflow;

import fencepost.trace.ApiTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The local buffers of GASPI calls: places in segments, or addresses. */
final class GaspiBuffers {
  private GaspiBuffers() {}

  static List<Buffer> of(ApiTable.Call call) {
    Map<String, Integer> numbers = Meaning.numbered(call.parameters());
    List<Buffer> buffers = new ArrayList<>();
    Integer segment = numbers.get("segment_id_local");
    Integer offset = numbers.get("offset_local");
    if (segment != null && offset != null) {
      boolean written = call.name().matches("gaspi_(read.*|passive_receive)");
      int pieces = numbers.getOrDefault("num", -1);
      buffers.add(
          Buffer.inSegment(segment, offset, numbers.getOrDefault("size", -1), pieces, written));
    }
    address(numbers, "buffer_send", false, buffers);
    address(numbers, "buffer_receive", true, buffers);
    address(numbers, "val_old", true, buffers);
    return buffers;
  }

  private static void address(
      Map<String, Integer> numbers, String parameter, boolean written, List<Buffer> buffers) {
    Integer number = numbers.get(parameter);
    if (number != null) {
      buffers.add(Buffer.plain(number, -1, -1, 4, written));
    }
  }
}
