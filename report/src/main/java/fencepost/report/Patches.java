package fencepost.report;

import fencepost.engine.Race;
import fencepost.model.Effect;
import fencepost.model.Operation;
import fencepost.model.Point;
import fencepost.trace.ApiTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The fix as a line of C or C++, where one call on the strand of the operation does it: the
 * completion that is missing, with the arguments that the source gives the operation. Where the
 * line may stand in no block of its own, or in a loop, none is given.
 */
final class Patches {
  private static final Pattern WORD = Pattern.compile("[A-Za-z_]\\w*");
  private static final String CODE = ".*\\.(c|cc|cpp|cxx|C)";

  private static final String CONDITIONAL = "(if|for|while|switch|do)\\b.*";

  /** The completions that harm nobody if the program completes the operation again, later. */
  private static final Set<String> REPEATABLE =
      Set.of(
          "MPI_Win_flush_local",
          "MPI_Win_flush",
          "MPI_Wait",
          "shmem_quiet",
          "shmem_ctx_quiet",
          "gaspi_wait");

  private final IntFunction<SourcePlace> places;
  private final SourceLines sources = new SourceLines();

  /**
   * @param places the source place of a site
   */
  Patches(IntFunction<SourcePlace> places) {
    this.places = places;
  }

  @Nullable Patch of(Race race, Rule rule) {
    Effect first = race.earlier();
    Point told = race.lastKnown();
    if (race.again() || rule == Rule.ATOMIC_MISMATCH) {
      return null;
    }
    if (first.strand == race.later().strand) {
      boolean remote = rule != Rule.BUFFER_IN_USE;
      return completion(first, remote, places.apply(race.later().site));
    }
    boolean tooEarly =
        told != null
            && told.site() >= 0
            && told.site() != race.later().site // a collective reads what it is given before
            && first.kind.remote()
            && told.time() > first.issued();
    if (told == null || !tooEarly) {
      return null;
    }
    return completion(first, true, places.apply(told.site())); // the other side was told too early
  }

  private @Nullable Patch completion(Effect effect, boolean remote, SourcePlace before) {
    Operation operation = effect.operation;
    if (operation == null) {
      return null;
    }
    SourcePlace place = places.apply(effect.site);
    String how = remote ? operation.completion().remote() : operation.completion().local();
    String call = how.replaceFirst("\\W.*", ""); // the first of several that would do
    boolean follows =
        place.isKnown()
            && place.file().equals(before.file())
            && place.function().equals(before.function())
            && place.line() < before.line();
    if (!follows || !REPEATABLE.contains(call) || !before.file().matches(CODE)) {
      return null;
    }
    int end = endOfBlock(place, before.line());
    boolean isAlone = startsStatement(place) && !sources.at(place).strip().matches(CONDITIONAL);
    if (!isAlone || (end == before.line() && !startsStatement(before))) {
      return null;
    }
    String statement =
        statement(call, effect.name(), CallText.arguments(sources.at(place), effect.name()));
    String line = sources.at(end == before.line() ? before : place);
    String indentation = line.substring(0, line.length() - line.stripLeading().length());
    return statement.isEmpty() || mayMeanOther(statement, place, before)
        ? null
        : new Patch(before.file(), end, indentation + statement);
  }

  /**
   * The line at which the block ends that an operation is in, or another one if that comes first. A
   * process that does not come into the block may not make the call either.
   */
  private int endOfBlock(SourcePlace operation, int before) {
    int depth = 0;
    for (int line = operation.line(); line < before; line++) {
      for (char c : sources.at(operation.file(), line).toCharArray()) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth < 0) {
          return line;
        }
      }
    }
    return before;
  }

  /** Whether a line that is put before it would be executed exactly when it is. */
  private boolean startsStatement(SourcePlace place) {
    int above = place.line() - 1;
    while (above > 0 && sources.at(place.file(), above).isBlank()) {
      above--;
    }
    String previous =
        sources.at(place.file(), above).replaceFirst("//.*|/\\*.*\\*/\\s*$", "").strip();
    String line = sources.at(place).strip();
    return previous.matches(".*[;{}]") && !line.matches("(else|case|default|[})]).*");
  }

  /**
   * Whether something between two lines may change what the statement names: a request or queue
   * that is freed, or waited for and used again, is not that of the operation any more.
   */
  private boolean mayMeanOther(String statement, SourcePlace from, SourcePlace to) {
    String arguments = statement.substring(statement.indexOf('('));
    String names =
        WORD.matcher(arguments).results().map(MatchResult::group).collect(Collectors.joining("|"));
    if (names.isEmpty()) {
      return false;
    }
    Pattern change =
        Pattern.compile(
            "(&|\\+\\+|--|_(free|delete|destroy)\\s*\\()\\s*(%1$s)\\b|\\b(%1$s)(\\[[^]]*\\])?\\s*(\\+\\+|--|[-+*/%%&|^]?=[^=])"
                .formatted(names));
    return IntStream.range(from.line() + 1, to.line())
        .anyMatch(line -> change.matcher(sources.at(from.file(), line)).find());
  }

  /** The call that completes an operation, with the operation's own arguments; empty if unclear. */
  private static String statement(String call, String operation, List<String> given) {
    ApiTable table = CallText.table(operation);
    if (table == null || CallText.table(call) != table || given.isEmpty()) {
      return "";
    }
    List<String> words = new ArrayList<>();
    for (ApiTable.Parameter parameter : table.call(call).parameters()) {
      String word = argument(parameter.name(), table.call(operation), given);
      if (word.isEmpty()) {
        return "";
      }
      words.add(word);
    }
    return call + "(" + String.join(", ", words) + ");";
  }

  private static String argument(String name, ApiTable.Call operation, List<String> given) {
    if (name.equals("status")) {
      return "MPI_STATUS_IGNORE";
    } else if (name.equals("timeout")) {
      return "GASPI_BLOCK";
    }
    String wanted = name.equals("rank") ? "target_rank" : name;
    for (int i = 0; i < operation.parameters().size() && i < given.size(); i++) {
      if (operation.parameters().get(i).name().equals(wanted)) {
        return given.get(i);
      }
    }
    return "";
  }
}
