package fencepost.trace;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Statement;
import fencepost.trace.ApiTable.When;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;

/**
 * Memory of the caller that a call reads or writes: a line {@code reads} or {@code writes} of its
 * table, whose head explains the words.
 *
 * @param address the argument that holds the address, or the offset in a segment
 * @param count the argument, or added word, that holds the number of elements, or the array of
 *     numbers; {@code 1} for one element
 * @param type the same for the datatype, or the size, of an element; empty for bytes
 * @param displacements the argument that holds the array of displacements; empty if there is none
 * @param segment the argument that names the segment; empty if there is none
 * @param unless the argument that holds the operation, if one of them does not use the buffer; else
 *     empty
 * @param until by which of its arguments the call that ends the use names it; empty if the use ends
 *     when the call returns
 */
public record CallBuffer(
    boolean written,
    String address,
    Share share,
    String count,
    String type,
    String displacements,
    String segment,
    Who who,
    String unless,
    String until) {

  /** How much of the buffer is used. */
  public enum Share {
    /** {@code count} elements. */
    ONE,
    /** {@code count} elements for every member, neighbour or partition. */
    EACH,
    /** For every member its count at its displacement. */
    VARYING,
    /** All the counts together. */
    SUM,
    /** The count of the calling member. */
    OWN,
    /** The bytes between two positions. */
    PACKED
  }

  /** For whom the argument is significant. */
  public enum Who {
    EVERYONE,
    ROOT,
    OTHERS
  }

  private static final List<String> SHARES = List.of("each", "sum", "own", "packed");

  static List<CallBuffer> of(Call call) {
    return call.statements().stream()
        .filter(s -> s.when() == When.READS || s.when() == When.WRITES)
        .map(CallBuffer::parse)
        .filter(buffer -> call.has(buffer.address)) // a word is for calls that have a value instead
        .toList();
  }

  private static CallBuffer parse(Statement line) {
    Deque<String> words = new ArrayDeque<>(Meaning.words(line.code()));
    String address = words.remove();
    String first = words.remove();
    boolean shared = SHARES.contains(first);
    String count = shared ? words.remove() : first;
    String type = words.isEmpty() || isClause(words.element()) ? "" : words.remove();
    String displacements = "";
    String segment = "";
    String unless = "";
    String until = "";
    Who who = Who.EVERYONE;
    while (!words.isEmpty()) {
      String clause = words.remove();
      switch (clause) {
        case "at" -> displacements = words.remove();
        case "in" -> segment = words.remove();
        case "until" -> until = words.remove();
        case "unless" -> unless = words.remove();
        case "is" -> words.remove(); // the constant is the standard's
        case "only" -> {}
        default -> who = Who.valueOf(clause.toUpperCase(Locale.ROOT));
      }
    }
    Share share =
        shared
            ? Share.valueOf(first.toUpperCase(Locale.ROOT))
            : displacements.isEmpty() ? Share.ONE : Share.VARYING;
    return new CallBuffer(
        line.when() == When.WRITES,
        address,
        share,
        count,
        type,
        displacements,
        segment,
        who,
        unless,
        until);
  }

  private static boolean isClause(String word) {
    return List.of("at", "in", "until", "unless", "root", "others").contains(word);
  }

  /** Whether the buffer may still be in use when the call has returned. */
  public boolean lasts() {
    return !until.isEmpty();
  }
}
