package fencepost.trace;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.CallBuffer.Who;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The C statements that watch the buffers which MPI still uses when a call has returned. They
 * follow from what the table says of the buffers.
 */
final class Watching {
  private final Call call;

  private Watching(Call call) {
    this.call = call;
  }

  static List<String> of(Call call) {
    Map<String, CallBuffer> byAddress = new LinkedHashMap<>();
    CallBuffer.of(call).stream()
        .filter(CallBuffer::lasts)
        .filter(buffer -> !buffer.type().isEmpty())
        .forEach(buffer -> byAddress.merge(buffer.address(), buffer, Watching::both));
    Watching watching = new Watching(call);
    return byAddress.values().stream().map(watching::statement).toList();
  }

  /** A buffer that is read and written, by all or by the root and the others, is one buffer. */
  private static CallBuffer both(CallBuffer a, CallBuffer b) {
    return new CallBuffer(
        true,
        a.address(),
        a.share(),
        a.count(),
        a.type(),
        a.displacements(),
        a.segment(),
        Who.EVERYONE,
        a.unless(),
        a.until());
  }

  private String statement(CallBuffer buffer) {
    return switch (buffer.until()) {
      case "fh" -> function("fp_file_buffer", buffer, "fh");
      case "win" -> function(access(buffer), buffer, "target_rank", "win");
      default ->
          call.has("win")
              ? function(access(buffer) + "_of_request", buffer, "target_rank", "win", "*request")
              : ofRequest(buffer);
    };
  }

  private static String access(CallBuffer buffer) {
    return buffer.written() ? "fp_result" : "fp_origin";
  }

  private String function(String name, CallBuffer buffer, String... more) {
    return name
        + "("
        + String.join(", ", address(buffer), count(buffer), buffer.type())
        + ", "
        + String.join(", ", more)
        + ")";
  }

  private String ofRequest(CallBuffer buffer) {
    return switch (buffer.share()) {
      case VARYING ->
          String.format(
              "fp_buffers%s(%s, %s, FP_ARRAY(%s), FP_ARRAY(%s), %s, *request)",
              parameter(buffer.type()).isArray() ? "_typed" : "",
              buffer.address(),
              parameter(buffer.count()).length(),
              buffer.count(),
              buffer.displacements(),
              buffer.type());
      default -> function("fp_buffer", buffer, peer(buffer), "*request");
    };
  }

  private Parameter parameter(String name) {
    return call.parameters().stream().filter(p -> p.name().equals(name)).findFirst().orElseThrow();
  }

  /** Where an argument is significant at the root only, it may be anything elsewhere. */
  private String address(CallBuffer buffer) {
    boolean counted = buffer.share() == CallBuffer.Share.EACH; // nothing but at the root
    return buffer.who() == Who.ROOT && !counted
        ? "fp_at(root, comm) ? " + buffer.address() + " : MPI_IN_PLACE"
        : buffer.address();
  }

  private String count(CallBuffer buffer) {
    String count = buffer.count();
    String number =
        switch (buffer.share()) {
          case EACH -> "(MPI_Count)" + count + " * " + peers(buffer);
          case SUM -> "fp_sum(" + parameter(count).length() + ", FP_ARRAY(" + count + "))";
          case OWN -> count + "[fp_rank(comm)]";
          default -> count;
        };
    return buffer.unless().isEmpty() ? number : buffer.unless() + " == MPI_NO_OP ? 0 : " + number;
  }

  private String peers(CallBuffer buffer) {
    if (call.has("partitions")) {
      return "partitions";
    } else if (parameter("comm").mark() == ApiTable.Mark.NEIGHBORS) {
      return buffer.written() ? "fp_indegree(comm)" : "fp_outdegree(comm)";
    }
    return buffer.who() == Who.ROOT ? "fp_size_at(root, comm)" : "fp_size(comm)";
  }

  /** To or from whom a message goes: a buffer of a message to nobody is not used. */
  private String peer(CallBuffer buffer) {
    boolean replaced =
        CallBuffer.of(call).stream().filter(b -> b.address().equals(buffer.address())).count() > 1;
    if (!call.has("dest") && !call.has("source")) {
      return "0";
    } else if (replaced) {
      return "dest == MPI_PROC_NULL ? source : dest";
    }
    return buffer.written() ? "source" : "dest";
  }
}
