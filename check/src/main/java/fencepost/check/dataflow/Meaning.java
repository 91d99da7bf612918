package fencepost.check.dataflow;

import fencepost.trace.ApiTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a call does, as far as buffers and their completion go.
 *
 * @param call its name in the standard
 * @param parameters its parameters by the names that the standard gives them, with their numbers
 * @param byValue those that are values, not addresses
 * @param outputs those through which something is stored
 * @param buffers the local memory that it uses
 * @param pending whether it may still use it when it has returned
 * @param persistent whether it only prepares an operation
 * @param traits what else matters for its completion
 */
record Meaning(
    String call,
    Map<String, Integer> parameters,
    Set<Integer> byValue,
    Set<Integer> outputs,
    List<Buffer> buffers,
    boolean pending,
    boolean persistent,
    Set<Trait> traits,
    List<Completion> completions) {

  /** What distinguishes operations. */
  enum Trait {
    /** It tells its own process when it is done. */
    NOTIFIES_SELF,
    /** It is a message or a write that others may answer. */
    TELLS_OTHERS
  }

  /** What a call does to operations in flight; the head of the table explains the words. */
  enum Effect {
    COMPLETES,
    NOTIFIED,
    ANSWERED,
    STARTS,
    FORGETS,
    ENDS
  }

  /**
   * A line of the table.
   *
   * @param keys parameters that must name the same as the operation's
   * @param flag whether it is so only if the flag is set
   * @param precedes whether it is so only without the assertion that nothing precedes it
   */
  record Completion(Effect what, List<String> keys, boolean flag, boolean precedes) {}

  int argument(String parameter) {
    return parameters.getOrDefault(parameter, -1);
  }

  boolean is(Trait trait) {
    return traits.contains(trait);
  }

  static Map<String, Integer> numbered(List<ApiTable.Parameter> parameters) {
    Map<String, Integer> numbers = new HashMap<>();
    for (int i = 0; i < parameters.size(); i++) {
      numbers.put(parameters.get(i).name(), i);
    }
    return Map.copyOf(numbers);
  }
}
