package fencepost.report;

import fencepost.engine.Witness;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One race as it is reported: two source places, however often they raced.
 *
 * @param accesses exactly two, ordered by source place
 * @param why what does not order the two
 * @param fix what would
 * @param path how the program gets there, for findings that were not seen in a run
 * @param diagram what is around the two, for a picture; of the first time they raced
 * @param patch the fix as a line of source, where one line does it
 * @param witness how to steer a run that has it, if it was predicted
 */
public record Finding(
    Rule rule,
    Location location,
    List<Access> accesses,
    String why,
    String fix,
    long count,
    List<Integer> ranks,
    Certainty certainty,
    List<String> path,
    @Nullable Diagram diagram,
    @Nullable Patch patch,
    @Nullable Witness witness) {

  /** A finding without a picture. */
  public Finding(
      Rule rule,
      Location location,
      List<Access> accesses,
      String why,
      String fix,
      long count,
      List<Integer> ranks,
      Certainty certainty,
      List<String> path) {
    this(rule, location, accesses, why, fix, count, ranks, certainty, path, null, null, null);
  }

  /** A finding of a run. */
  public Finding(
      Rule rule,
      Location location,
      List<Access> accesses,
      String why,
      String fix,
      long count,
      List<Integer> ranks) {
    this(rule, location, accesses, why, fix, count, ranks, Certainty.OBSERVED, List.of());
  }

  /**
   * Equal for findings that are one: however a line touches the memory, it is one place to a
   * programmer, and two lines that race in several ways, by what they read and by what they write,
   * have one cause. Two callers of one function are two places, but for threads, which are often
   * begun in different places with one function.
   */
  public List<Object> key() {
    int frames = rule == Rule.THREADS ? 1 : 2;
    return List.of(rule.kind(), accesses.get(0).lines(frames), accesses.get(1).lines(frames));
  }

  /** The same, known in another way: what was only predicted can be steered, nothing else. */
  public Finding with(Certainty other) {
    return new Finding(
        rule,
        location,
        accesses,
        why,
        fix,
        count,
        ranks,
        other,
        path,
        diagram,
        patch,
        other == Certainty.PREDICTED ? witness : null);
  }

  public Finding with(List<String> other) {
    return new Finding(
        rule, location, accesses, why, fix, count, ranks, certainty, other, diagram, patch,
        witness);
  }

  /** The rank of findings that hold for no rank in particular. */
  public static final int ANY_RANK = -1;

  /** How it is known. */
  public enum Certainty {
    /** It happened in a run. */
    OBSERVED,
    /** It happened in a run of which records are missing that may order the two. */
    OBSERVED_UNPROVEN,
    /** It was predicted, and happened in a run that was steered. */
    CONFIRMED,
    /** A run of the same program exists that has it; luck has hidden it in this one. */
    PREDICTED,
    /** An execution was found that has it. */
    STATIC_MUST,
    /** Some way through the program may have it. */
    STATIC_MAY;

    /** As in reports. */
    public String id() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  private static String rank(int rank) {
    return "rank " + rank;
  }

  /**
   * One side of a race.
   *
   * @param process what its process is called: its rank, or who it is among those that were spawned
   */
  public record Access(
      int rank,
      int thread,
      String operation,
      String access,
      List<SourcePlace> stack,
      String process) {
    public Access(int rank, int thread, String operation, String access, List<SourcePlace> stack) {
      this(rank, thread, operation, access, stack, Finding.rank(rank));
    }

    public SourcePlace place() {
      return stack.get(0);
    }

    /** Its line, and those from which its function was called, as far as they are known. */
    public List<SourcePlace> lines(int most) {
      return stack.stream().limit(most).map(SourcePlace::anywhereInLine).toList();
    }
  }

  /**
   * The memory that both touched.
   *
   * @param pointer what the program calls the memory of a window; empty if that is not known
   * @param process what the process is called whose memory it is
   */
  public record Location(
      int rank, String object, long offset, long bytes, String pointer, String process) {
    public Location(int rank, String object, long offset, long bytes, String pointer) {
      this(rank, object, offset, bytes, pointer, Finding.rank(rank));
    }

    public Location(int rank, String object, long offset, long bytes) {
      this(rank, object, offset, bytes, "");
    }

    /** The same with a name of the process. */
    Location in(String name) {
      return new Location(rank, object, offset, bytes, pointer, name);
    }
  }
}
