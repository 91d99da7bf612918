package fencepost.trace;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One programming model's calls, read from {@code api/NAME.api}; the head of that file explains its
 * format. The C wrappers and the decoder are both made from this table, so they cannot disagree.
 */
public final class ApiTable {
  private static final Pattern CALL =
      Pattern.compile(
          "(starts|after|waits|around) ((?:(?:large|nonblocking|persistent|prepared) )*)"
              + "(?:if (.*) : )?(.*?)(\\w+)\\((.*)\\)");
  private static final Pattern RESULT = Pattern.compile("result (.*) if (.*)");
  private static final Pattern PARAMETER = Pattern.compile("(.*?)(\\w+)(?: \\[(\\w+)(?: (.*))?])?");
  private static final Pattern STATEMENT =
      Pattern.compile("(" + names(When.values()) + ") (?:(\\w+) = )?(.*)");

  /** The slots of a call's record before its arguments: the code address, and the time. */
  public static final int CODE = 0;

  public static final int TIME = 1;
  private static final int FIRST_ARGUMENT = 2;

  private final Model model;
  private final Families families = new Families();
  private String profiling = "";
  private String result = "";
  private String success = "";
  private final Map<String, Left> unrecorded = new LinkedHashMap<>();
  private final List<String> constants = new ArrayList<>();
  private final List<BasicType> datatypes = new ArrayList<>();
  private final List<Call> calls = new ArrayList<>();
  private final Map<String, Call> byName = new HashMap<>();
  private final Map<String, List<Statement>> definitions = new HashMap<>();
  private final Map<String, List<Call>> byWord = new HashMap<>();

  /** Where indented lines go: to a call, or to a word. */
  private List<Statement> statements = new ArrayList<>();

  /** A predefined datatype and the class in which types of its size count as the same. */
  public record BasicType(String typeClass, String name) {}

  /** What is recorded of an argument. */
  public enum Mark {
    VALUE,
    IN,
    OUT,
    SUPPLIED,
    STATUS,
    RANKS,
    MEMBERS,
    NEIGHBORS,
    TYPE
  }

  /**
   * One argument.
   *
   * @param length the C expression for the number of elements; empty for a single one
   * @param capacity the same for the number of elements that there may be
   */
  public record Parameter(String type, String name, Mark mark, String length, String capacity) {
    public boolean isArray() {
      return mark == Mark.RANKS || (!length.isEmpty() && mark != Mark.TYPE);
    }
  }

  /** When a call is recorded. */
  public enum Recorded {
    /** When it has returned; with it, recording begins. */
    STARTS,
    /** Once, when it has succeeded. */
    AFTER,
    /** Once, when it has succeeded, with the time of its return: it can wait for others. */
    WAITS,
    /** When it is entered, and again when it returns. */
    AROUND
  }

  /**
   * When a statement is done; {@code ONLY} is a condition for recording the call at all, or its
   * return, {@code ENTER} one for recording its entry. The others are no statements, but say what
   * the call means.
   */
  public enum When {
    BEFORE,
    ENTER,
    RETURN,
    AFTER,
    ONLY,
    MEANS,
    FOLLOWS,
    COMPLETES,
    READS,
    WRITES,
    EXPOSES,
    ALLOCATES,
    FREES,
    TELLS
  }

  /** What a call that is left alone does with addresses that it is given. */
  public enum Left {
    /** Nothing: it uses them only during the call. */
    UNRECORDED,
    /** It keeps them, or hands out addresses that others have. */
    KEEPS,
    /** It takes addresses out of arrays. */
    TAKES,
    /** It stores the address of memory that others access. */
    TELLS,
    /** It tells which process the caller is. */
    RANK,
    /** It tells how many processes there are. */
    SIZE
  }

  /** A C statement around the call; it adds a word to the record if it assigns a name. */
  public record Statement(When when, String assigns, String code) {}

  /**
   * One call. Slot 0 of its record is the code address; then come the arguments and the added
   * words.
   *
   * @param code its number with that of its model, as it stands in records
   * @param result the type of what it returns
   * @param success the condition under which it has succeeded, on {@code fp_code}
   * @param forms in which other forms the call also exists
   */
  public record Call(
      int id,
      int code,
      String name,
      String profilingName,
      String condition,
      Recorded recorded,
      String result,
      String success,
      List<Parameter> parameters,
      List<Statement> statements,
      Set<String> forms) {

    Call numbered(int number, int newCode, String profiling) {
      return new Call(
          number,
          newCode,
          name,
          profiling + name,
          condition,
          recorded,
          result,
          success,
          parameters,
          statements,
          forms);
    }

    /** Whether it is recorded when it is entered and again when it returns. */
    public boolean around() {
      return recorded == Recorded.AROUND || recorded == Recorded.STARTS;
    }

    /** Whether it can wait for others, so that its return has a time of its own. */
    boolean waits() {
      return recorded != Recorded.AFTER;
    }

    /** Whether it returns something. */
    public boolean hasResult() {
      return !result.equals("void");
    }

    /** Whether it has such an argument or added word. */
    public boolean has(String argument) {
      return parameters.stream().anyMatch(p -> p.name.equals(argument))
          || (!argument.isEmpty() && statements.stream().anyMatch(s -> s.assigns.equals(argument)));
    }

    /** What the table says that the call means. */
    public Meaning meaning() {
      return Meaning.of(this);
    }

    /** The word that names the rule it follows; empty if there is none. */
    public String word() {
      for (Statement statement : statements) {
        if (statement.when == When.MEANS) {
          return statement.code.split(" ", 2)[0];
        }
      }
      return "";
    }

    /** Whether it only prepares what another call starts. */
    public boolean isPrepared() {
      return forms.contains("prepared");
    }

    /** Whether it returns before what it has begun is over: a request tells when it is. */
    public boolean isStarted() {
      return parameters.stream().anyMatch(p -> p.name.equals("request") && p.mark == Mark.OUT);
    }

    /** The arguments that a line of the given kind names; empty if there is no such line. */
    public List<String> arguments(When kind) {
      return statements.stream()
          .filter(statement -> statement.when == kind)
          .flatMap(statement -> Meaning.words(statement.code).stream())
          .toList();
    }

    /** The slot of an argument or added word; throws if the table has none of that name. */
    public int slot(String argument) {
      int slot = FIRST_ARGUMENT;
      for (Parameter parameter : parameters) {
        if (parameter.name.equals(argument)) {
          return slot;
        }
        slot += slotsOf(parameter);
      }
      for (Statement statement : statements) {
        if (statement.assigns.equals(argument)) {
          return slot;
        }
        slot += statement.assigns.isEmpty() ? 0 : 1;
      }
      throw new IllegalArgumentException(name + " has no argument " + argument);
    }

    public int slots() {
      int added = (int) statements.stream().filter(s -> !s.assigns.isEmpty()).count();
      return FIRST_ARGUMENT + parameters.stream().mapToInt(Call::slotsOf).sum() + added;
    }

    /**
     * Behind the handle of a communicator come lists: its members and remote members, or
     * neighbours.
     */
    private static int slotsOf(Parameter parameter) {
      return parameter.mark == Mark.MEMBERS ? 3 : parameter.mark == Mark.NEIGHBORS ? 2 : 1;
    }
  }

  private ApiTable(Model model) {
    this.model = model;
  }

  /** The words that a line may begin with. */
  private static String names(Enum<?>[] values) {
    return Stream.of(values)
        .map(value -> value.name().toLowerCase(Locale.ROOT))
        .collect(Collectors.joining("|"));
  }

  /** Reads the table of a model. */
  public static ApiTable of(Model model) {
    return parse(model, text(model));
  }

  /** What a record of a call looks like depends on the tables; a number that changes with them. */
  static String fingerprint() {
    List<String> texts = Stream.of(Model.values()).map(ApiTable::text).toList();
    return Integer.toHexString(texts.hashCode());
  }

  private static String text(Model model) {
    String resource = "/api/" + model.id() + ".api";
    try (InputStream in = ApiTable.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no table " + resource);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static ApiTable parse(Model model, String text) {
    ApiTable table = new ApiTable(model);
    List<String> entry = new ArrayList<>();
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ")) {
        table.add(entry);
        entry.clear();
      }
      entry.add(line);
    }
    table.add(entry);
    table.calls.forEach(table::addWord);
    table.addForms();
    return table;
  }

  /** Adds one line and the indented ones below it, for every member of the families it names. */
  private void add(List<String> entry) {
    if (!entry.isEmpty()) {
      families.expand(String.join("\n", entry)).forEach(text -> text.lines().forEach(this::add));
    }
  }

  private void add(String line) {
    List<String> words = List.of(line.strip().split("\\s+"));
    if (line.startsWith(" ")) {
      addStatement(line.strip());
    } else if (words.get(0).equals("family")) {
      families.define(line);
    } else if (words.get(0).equals("profiling")) {
      profiling = words.get(1);
    } else if (words.get(0).equals("result")) {
      Matcher matcher = match(RESULT, line);
      result = matcher.group(1);
      success = matcher.group(2);
    } else if (words.get(0).equals("constants")) {
      constants.addAll(words.subList(1, words.size()));
    } else if (words.get(0).equals("datatypes")) {
      words.subList(2, words.size()).forEach(n -> datatypes.add(new BasicType(words.get(1), n)));
    } else if (words.get(0).equals("word")) {
      statements = new ArrayList<>();
      words.subList(1, words.size()).forEach(word -> definitions.put(word, statements));
    } else if (words.get(0).matches(names(Left.values()))) {
      Left how = Left.valueOf(words.get(0).toUpperCase(Locale.ROOT));
      words.subList(1, words.size()).forEach(name -> unrecorded.put(name, how));
    } else {
      addCall(line);
    }
  }

  private void addCall(String line) {
    Matcher matcher = match(CALL, line);
    List<Parameter> parameters =
        splitParameters(matcher.group(6)).stream().map(ApiTable::parameter).toList();
    String condition = matcher.group(3) == null ? "" : matcher.group(3);
    String name = matcher.group(5);
    String ownResult = matcher.group(4).strip();
    statements = new ArrayList<>();
    add(
        new Call(
            calls.size(),
            code(),
            name,
            profiling + name,
            condition,
            Recorded.valueOf(matcher.group(1).toUpperCase(Locale.ROOT)),
            ownResult.isEmpty() ? result : ownResult,
            ownResult.isEmpty() ? success : "1",
            parameters,
            statements,
            Set.of(matcher.group(2).split(" "))));
  }

  private void add(Call call) {
    calls.add(call);
    byName.put(call.name, call);
  }

  /** The code of the next call. */
  private int code() {
    return model.code() | calls.size();
  }

  /** What the table says of all calls that mean the same. */
  private void addWord(Call call) {
    call.statements.addAll(definitions.getOrDefault(call.word(), List.of()));
  }

  /** Once all statements are there, the calls that a line stands for besides its own. */
  private void addForms() {
    for (Call call : List.copyOf(calls)) {
      CallForms.of(call).forEach(form -> add(form.numbered(calls.size(), code(), profiling)));
    }
    for (Call call : calls) {
      if (model == Model.MPI) {
        Watching.of(call).forEach(code -> call.statements.add(new Statement(When.AFTER, "", code)));
      }
      if (call.isPrepared()) {
        call.statements.add(new Statement(When.AFTER, "", "fp_persistent(*request)"));
      }
      byWord.computeIfAbsent(call.word(), word -> new ArrayList<>()).add(call);
    }
  }

  private void addStatement(String line) {
    Matcher matcher = match(STATEMENT, line);
    When when = When.valueOf(matcher.group(1).toUpperCase(Locale.ROOT));
    String assigns = matcher.group(2) == null ? "" : matcher.group(2);
    statements.add(new Statement(when, assigns, matcher.group(3)));
  }

  /** Splits at commas outside brackets. */
  private static List<String> splitParameters(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int i = 0; i <= text.length(); i++) {
      char c = i < text.length() ? text.charAt(i) : ',';
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c == ',' && (depth == 0 || i == text.length())) {
        parts.add(text.substring(from, i).strip());
        from = i + 1;
      }
    }
    parts.removeIf(part -> part.equals("void"));
    return parts;
  }

  private static Parameter parameter(String text) {
    Matcher matcher = match(PARAMETER, text);
    Mark mark =
        matcher.group(3) == null
            ? Mark.VALUE
            : Mark.valueOf(matcher.group(3).toUpperCase(Locale.ROOT));
    String[] lengths = (matcher.group(4) == null ? "" : matcher.group(4)).split(" max ", 2);
    String capacity = lengths[lengths.length - 1];
    return new Parameter(matcher.group(1).strip(), matcher.group(2), mark, lengths[0], capacity);
  }

  private static Matcher match(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not understood in the API table: " + text);
    }
    return matcher;
  }

  public Model model() {
    return model;
  }

  /** The calls of the standard that are left alone: they matter to nobody but their caller. */
  public Set<String> unrecorded() {
    return unrecorded.keySet();
  }

  /** What a call that is left alone does with addresses; null if the table does not have it. */
  public @Nullable Left left(String name) {
    return unrecorded.get(name);
  }

  /** The calls whose meaning begins with a word. */
  public List<Call> meaning(String word) {
    return byWord.getOrDefault(word, List.of());
  }

  public List<String> constants() {
    return constants;
  }

  public List<BasicType> datatypes() {
    return datatypes;
  }

  public List<Call> calls() {
    return calls;
  }

  public boolean has(String name) {
    return byName.containsKey(name);
  }

  public Call call(String name) {
    Call call = byName.get(name);
    if (call == null) {
      throw new IllegalArgumentException("there is no call " + name + " in the API table");
    }
    return call;
  }
}
