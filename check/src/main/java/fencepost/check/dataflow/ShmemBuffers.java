package fencepost.check.dataflow;

import fencepost.trace.ApiTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The local buffers of OpenSHMEM calls, by what the table says that the calls mean. */
final class ShmemBuffers {
  private ShmemBuffers() {}

  static List<Buffer> of(ApiTable.Call call, String means) {
    List<Buffer> buffers = new ArrayList<>();
    switch (means) {
      case "put", "put_nbi" -> add(call, "source", false, buffers);
      case "get", "get_nbi" -> add(call, "dest", true, buffers);
      case "fetch_nbi", "fetch_update_nbi" -> add(call, "fetch", true, buffers);
      case "broadcast", "collect", "alltoall", "reduce" -> {
        add(call, "source", false, buffers);
        add(call, "dest", true, buffers);
      }
      default -> {}
    }
    return buffers;
  }

  private static void add(
      ApiTable.Call call, String parameter, boolean written, List<Buffer> buffers) {
    Map<String, Integer> numbers = Meaning.numbered(call.parameters());
    Integer address = numbers.get(parameter);
    if (address == null) {
      return; // a value, not a buffer
    }
    int count = numbers.getOrDefault("nelems", numbers.getOrDefault("nreduce", -1));
    boolean strided = numbers.containsKey("sst");
    buffers.add(Buffer.plain(address, strided ? -1 : count, -1, element(call), written));
  }

  private static long element(ApiTable.Call call) {
    return call.statements().stream()
        .filter(statement -> statement.assigns().equals("element"))
        .mapToLong(statement -> CTypes.size(statement.code()))
        .findFirst()
        .orElse(1);
  }
}
