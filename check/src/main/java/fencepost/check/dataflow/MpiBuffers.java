package fencepost.check.dataflow;

import fencepost.trace.ApiTable;
import fencepost.trace.ApiTable.Parameter;
import java.util.ArrayList;
import java.util.List;

/** The buffers of MPI calls: in the prototypes, each is followed by its count and its datatype. */
final class MpiBuffers {
  private MpiBuffers() {}

  static List<Buffer> of(ApiTable.Call call) {
    if (call.name().matches("MPI_(Win|Free|Alloc|File_.*_end).*")) {
      return List.of(); // windows are another matter; memory that ends is one of the library's
    }
    List<Buffer> buffers = new ArrayList<>();
    List<Parameter> parameters = call.parameters();
    for (int i = 0; i < parameters.size(); i++) {
      if (isBuffer(parameters.get(i))) {
        buffers.add(buffer(call, i));
      }
    }
    return List.copyOf(buffers);
  }

  private static boolean isBuffer(Parameter parameter) {
    return parameter.type().matches("(const )?void ?\\*") && !parameter.name().equals("baseptr");
  }

  private static Buffer buffer(ApiTable.Call call, int address) {
    List<Parameter> parameters = call.parameters();
    boolean written = !parameters.get(address).type().startsWith("const");
    int count = -1;
    int datatype = -1;
    for (int i = address + 1; i < parameters.size(); i++) {
      Parameter parameter = parameters.get(i);
      if (count < 0 && parameter.name().matches(".*count|size") && !parameter.isArray()) {
        count = i;
      } else if (parameter.type().equals("MPI_Datatype")) {
        datatype = i;
        break;
      }
    }
    boolean one = call.name().matches("MPI_(Fetch_and_op|Compare_and_swap)");
    boolean counted = count >= 0 || one;
    Buffer buffer = Buffer.plain(address, count, counted ? datatype : -1, 1, written);
    if (call.has("position") && isPacked(call, parameters.get(address))) {
      return buffer.from(number(parameters, "position"));
    }
    boolean mayBeUnused = parameters.get(address).name().equals("origin_addr") && call.has("op");
    return mayBeUnused ? buffer.unless(number(parameters, "op")) : buffer;
  }

  private static int number(List<Parameter> parameters, String name) {
    return Meaning.numbered(parameters).getOrDefault(name, -1);
  }

  /** Packed data is read, or written, from a position on. */
  private static boolean isPacked(ApiTable.Call call, Parameter parameter) {
    return parameter.name().equals(call.name().contains("Unpack") ? "inbuf" : "outbuf");
  }
}
