package fencepost.check.dataflow;

import fencepost.trace.ApiTable;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.When;
import fencepost.trace.CallBuffer;
import fencepost.trace.Meaning;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a call does, as far as buffers and their completion go.
 *
 * @param call as the table has it
 * @param parameters its parameters by the names that the standard gives them, with their numbers
 * @param byValue those that are values, not addresses
 * @param outputs those through which something is stored
 * @param buffers the local memory that it uses
 * @param pending whether it may still use it when it has returned
 */
record KnownCall(
    ApiTable.Call call,
    Meaning meaning,
    Map<String, Integer> parameters,
    Set<Integer> byValue,
    Set<Integer> outputs,
    List<Buffer> buffers,
    boolean pending) {

  static KnownCall of(ApiTable.Call call) {
    Meaning meaning = call.meaning();
    Set<Integer> byValue = new HashSet<>();
    Set<Integer> outputs = new HashSet<>();
    for (int i = 0; i < call.parameters().size(); i++) {
      Parameter parameter = call.parameters().get(i);
      if (!isAddress(parameter, meaning)) {
        byValue.add(i);
      } else if (!parameter.type().startsWith("const") && parameter.mark() != Mark.IN) {
        outputs.add(i);
      }
    }
    return new KnownCall(
        call,
        meaning,
        numbered(call.parameters()),
        byValue,
        outputs,
        Buffer.of(call, meaning),
        meaning.buffers().stream().anyMatch(CallBuffer::lasts));
  }

  private static boolean isAddress(Parameter parameter, Meaning meaning) {
    return parameter.type().endsWith("*")
        || meaning.buffers().stream()
            .anyMatch(b -> b.segment().isEmpty() && b.address().equals(parameter.name()));
  }

  static Map<String, Integer> numbered(List<Parameter> parameters) {
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      numbers.put(parameters.get(i).name(), i);
    }
    return Map.copyOf(numbers);
  }

  String name() {
    return call.name();
  }

  int argument(String parameter) {
    return parameters.getOrDefault(parameter, -1);
  }

  /** Whether its table says anything of it that matters here. */
  boolean isOfInterest() {
    return !buffers.isEmpty()
        || !frees().isEmpty()
        || !meaning.completions().isEmpty()
        || !meaning.follows().isEmpty()
        || List.of("start", "free_request", "end").contains(call.word());
  }

  /** The arguments whose memory ends. */
  List<String> frees() {
    return call.arguments(When.FREES);
  }

  /** Whether it only prepares an operation. */
  boolean persistent() {
    return call.isPrepared();
  }

  /** Whether what it begins is completed by a call that names it by this argument. */
  boolean lastsUntil(String argument) {
    return meaning.buffers().stream().anyMatch(buffer -> buffer.until().equals(argument));
  }

  /** Whether it is a message or a write, which others may answer. */
  boolean tellsOthers() {
    boolean hasTarget = call.has("dest") || call.has("pe") || call.has("rank");
    return hasTarget && meaning.buffers().stream().anyMatch(buffer -> !buffer.written());
  }

  /** Whether it tells its own process when it is done. */
  boolean notifiesSelf() {
    return call.has("notification_id") && meaning.buffers().stream().anyMatch(CallBuffer::written);
  }
}
