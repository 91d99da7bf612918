package fencepost.trace;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Statement;
import fencepost.trace.ApiTable.When;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a call means for races, as its table says: what it does to memory, whom it waits for, what
 * it completes. The head of {@code api/mpi.api} explains the words.
 *
 * @param words the word that names its rule, and what the rule wants to know besides; may be empty
 * @param follows after whose calls its return is ordered, and {@code root} if only the root's is
 * @param buffers the memory of the caller that it uses
 */
public record Meaning(
    List<String> words,
    List<String> follows,
    List<CallBuffer> buffers,
    List<Completion> completions) {

  /**
   * Each execution that {@code check} tries has front ends of its own, which ask for all of them.
   */
  private static final Map<Call, Meaning> KNOWN =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /**
   * What a call completes.
   *
   * @param local whether the caller's buffers are free again
   * @param remote whether what was issued has been done at its target
   * @param keys the arguments that say which operations are meant
   * @param flag whether it is so only if the call's flag is then set
   * @param unless the assertion with which it is not so; empty if there is none
   */
  public record Completion(
      boolean local, boolean remote, List<String> keys, boolean flag, String unless) {

    private static Completion parse(Statement line) {
      List<String> words = words(line.code());
      String what = words.get(0);
      List<String> keys = new ArrayList<>(words.subList(1, words.size()));
      boolean flag = keys.removeAll(List.of("if", "flag"));
      int unless = keys.indexOf("unless");
      return new Completion(
          !what.equals("remote"),
          !what.equals("local"),
          List.copyOf(unless < 0 ? keys : keys.subList(0, unless)),
          flag,
          unless < 0 ? "" : keys.get(unless + 1));
    }
  }

  static Meaning of(Call call) {
    return KNOWN.computeIfAbsent(call, Meaning::read);
  }

  private static Meaning read(Call call) {
    return new Meaning(
        lines(call, When.MEANS).findFirst().map(s -> words(s.code())).orElse(List.of()),
        lines(call, When.FOLLOWS).flatMap(s -> words(s.code()).stream()).toList(),
        CallBuffer.of(call),
        lines(call, When.COMPLETES).map(Completion::parse).toList());
  }

  private static Stream<Statement> lines(Call call, When when) {
    return call.statements().stream().filter(statement -> statement.when() == when);
  }

  /** The words of a line; commas are for the reader. */
  static List<String> words(String line) {
    return List.of(line.replace(",", "").split(" ", 0));
  }

  /** What the rule wants to know besides its word. */
  public List<String> details() {
    return words.isEmpty() ? words : words.subList(1, words.size());
  }
}
