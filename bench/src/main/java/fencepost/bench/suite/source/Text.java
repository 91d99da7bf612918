package fencepost.bench.suite.source;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A program that is being written, in one language. */
public abstract class Text {
  private final Map<String, Declaration> used = new LinkedHashMap<>();
  private final Set<String> calls = new LinkedHashSet<>();
  private final Lines definitions = new Lines();
  private final Lines otherFile = new Lines();
  private final Map<String, String> aliases = new HashMap<>();
  private Lines out = new Lines();
  private int depth = 1;
  private boolean threads;

  // ---- lines ----

  public final void line(String text) {
    line(null, text);
  }

  /** A line at which the accesses of a statement happen. */
  public final void line(@Nullable Object site, String text) {
    out.add(text.isEmpty() ? "" : indentation().repeat(depth) + text, site);
  }

  public final void indented(Runnable body) {
    depth++;
    body.run();
    depth--;
  }

  /** What something writes, apart from the rest. */
  public final Lines capture(int atDepth, Runnable body) {
    Lines before = out;
    int depthBefore = depth;
    out = new Lines();
    depth = atDepth;
    body.run();
    Lines captured = out;
    out = before;
    depth = depthBefore;
    return captured;
  }

  /** Writes functions that stand before the main program. */
  public final void define(Runnable body) {
    definitions.addAll(capture(0, body));
  }

  /** Writes functions into a file of their own. */
  public final void defineElsewhere(Runnable body) {
    otherFile.addAll(capture(0, body));
  }

  public final Lines definitions() {
    return definitions;
  }

  public final Lines otherFile() {
    return otherFile;
  }

  // ---- names ----

  /** The name of something that the program will therefore declare. */
  public final String use(Declaration declaration) {
    declaration.needs().forEach(this::use);
    Declaration before = used.putIfAbsent(declaration.name(), declaration);
    if (before != null && !before.equals(declaration)) {
      throw new IllegalStateException("two things are called " + declaration.name());
    }
    return aliases.getOrDefault(declaration.name(), declaration.name());
  }

  /** Writes something in which a declared name is known by another one. */
  public final void withAlias(Declaration declaration, String alias, Runnable body) {
    use(declaration);
    aliases.put(declaration.name(), alias);
    body.run();
    aliases.remove(declaration.name());
  }

  public final Collection<Declaration> used() {
    return used.values();
  }

  /** The functions that the scenario calls. */
  public final Set<String> calls() {
    return calls;
  }

  public final void useThreads() {
    threads = true;
  }

  public final boolean usesThreads() {
    return threads;
  }

  // ---- statements ----

  /** A call; the site is the statement whose accesses happen in it. */
  public final void call(@Nullable Object site, String function, Arg... arguments) {
    calls.add(function);
    String list = Arrays.stream(arguments).map(a -> a.in(this)).collect(Collectors.joining(", "));
    line(site, callOf(function, list));
  }

  /** Prints what a call returns. */
  public final void print(Object site, ValueType type, String function, Arg... arguments) {
    calls.add(function);
    String list = Arrays.stream(arguments).map(a -> a.in(this)).collect(Collectors.joining(", "));
    line(site, printOf(type, function + "(" + list + ")"));
  }

  /** Counts a call that was written by other means. */
  public final void called(String function) {
    calls.add(function);
  }

  public abstract void load(Object site, Section section);

  public abstract void store(Object site, Section section, int value);

  public abstract void ifRank(int rank, Runnable body);

  public abstract void repeat(int times, Runnable body);

  // ---- pieces ----

  public abstract String language();

  protected abstract String indentation();

  protected abstract String callOf(String function, String arguments);

  abstract String printOf(ValueType type, String expression);

  abstract String address(Section section);

  abstract String datatype(ValueType type);

  abstract String displacement(long value);

  abstract String reference(String name);

  public abstract void comment(String text);

  abstract void array(ArrayVariable memory);

  abstract void allocate(ArrayVariable memory);

  abstract void free(ArrayVariable memory);

  /** A variable of one of the model's own types. */
  public abstract void handle(String type, String name);

  abstract void variable(Variable variable);
}
