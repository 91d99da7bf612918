package fencepost.report;

import fencepost.trace.Sites;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the source places of code addresses, and the names of static variables: in the table of
 * sites of a program that has one, else with binutils. One call for each file of code, at the end
 * of a run.
 */
public final class Symbolizer implements SourceMap {
  /** So many instructions behind moved code are looked at. */
  private static final int BEHIND = 16;

  /**
   * The C library calls {@code main} and what threads begin with. No place of the program is in it,
   * and binutils take longer for its names than for all of a small program.
   */
  private static final Pattern C_LIBRARY = Pattern.compile(".*/lib(c|pthread)[-.][^/]*");

  private final Map<Sites.Site, List<SourcePlace>> places = new HashMap<>();
  private final Map<Sites.Site, String> accessed = new HashMap<>();
  private final Map<String, TreeMap<Long, Symbol>> symbols = new HashMap<>();

  private record Symbol(String name, long start, long size) {}

  /** Looks the sites up, all at once. */
  @Override
  public void resolve(Collection<Sites.Site> sites) {
    Map<String, TreeSet<Long>> byModule = new TreeMap<>();
    for (Sites.Site site : sites) {
      if (isOfTheProgram(site.module()) && !places.containsKey(site)) {
        byModule.computeIfAbsent(site.module(), key -> new TreeSet<>()).add(site.offset());
      }
    }
    byModule.forEach(this::resolve);
  }

  private static boolean isOfTheProgram(String module) {
    return !module.isEmpty() && !C_LIBRARY.matcher(module).matches();
  }

  private void resolve(String module, TreeSet<Long> offsets) {
    SiteTable table = SiteTable.of(module);
    offsets.removeIf(offset -> isResolved(new Sites.Site(module, offset), table.at(offset)));
    if (!offsets.isEmpty()) {
      places.putAll(withBinutils(module, offsets));
      offsets.forEach(offset -> places.putIfAbsent(new Sites.Site(module, offset), List.of()));
      resolveMoved(module, offsets);
    }
  }

  /**
   * Code that an optimisation has moved out of a loop belongs to no line: its place is that of the
   * code behind it, in the same function.
   */
  private void resolveMoved(String module, TreeSet<Long> offsets) {
    List<Long> moved =
        offsets.stream().filter(o -> isWithoutLine(places.get(new Sites.Site(module, o)))).toList();
    TreeSet<Long> behind = new TreeSet<>();
    moved.forEach(offset -> nearby(offset).forEach(behind::add));
    if (moved.isEmpty()) {
      return;
    }
    Map<Sites.Site, List<SourcePlace>> found = withBinutils(module, behind);
    for (long offset : moved) {
      Sites.Site site = new Sites.Site(module, offset);
      String function = places.getOrDefault(site, List.of()).get(0).function();
      nearby(offset)
          .mapToObj(near -> found.getOrDefault(new Sites.Site(module, near), List.of()))
          .filter(stack -> !stack.isEmpty() && stack.get(0).isKnown())
          .filter(stack -> stack.stream().anyMatch(p -> p.function().equals(function)))
          .findFirst()
          .ifPresent(stack -> places.put(site, stack));
    }
  }

  private static boolean isWithoutLine(@Nullable List<SourcePlace> stack) {
    return stack != null
        && !stack.isEmpty()
        && !stack.get(0).isKnown()
        && !stack.get(0).function().isEmpty();
  }

  private static LongStream nearby(long offset) {
    return LongStream.rangeClosed(1, BEHIND).map(i -> offset + 4 * i);
  }

  private boolean isResolved(Sites.Site site, SiteTable.@Nullable Entry entry) {
    if (entry != null) {
      accessed.put(site, entry.variable());
      places.put(site, entry.places().stream().map(Symbolizer::demangled).toList());
    }
    return entry != null;
  }

  private static SourcePlace demangled(SourcePlace place) {
    String name = SourceNames.inSource(place.function(), place.file());
    return new SourcePlace(place.file(), place.line(), place.column(), name);
  }

  private static Map<Sites.Site, List<SourcePlace>> withBinutils(
      String module, TreeSet<Long> offsets) {
    Map<Sites.Site, List<SourcePlace>> places = new HashMap<>();
    List<String> command =
        new ArrayList<>(List.of("addr2line", "-a", "-f", "-C", "-i", "-e", module));
    offsets.forEach(offset -> command.add("0x" + Long.toHexString(offset)));
    Sites.Site site = null;
    List<String> lines = run(command);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith("0x")) {
        site = new Sites.Site(module, Long.parseUnsignedLong(lines.get(i).substring(2), 16));
        places.put(site, new ArrayList<>());
      } else if (site != null && i + 1 < lines.size()) {
        places
            .computeIfAbsent(site, key -> new ArrayList<>())
            .add(place(lines.get(i), lines.get(++i)));
      }
    }
    return places;
  }

  /** For example {@code main} and {@code /home/me/halo.c:12 (discriminator 3)}. */
  static SourcePlace place(String function, String fileAndLine) {
    String text = fileAndLine.replaceFirst(" \\(discriminator \\d+\\)$", "");
    int colon = text.lastIndexOf(':');
    String number = text.substring(colon + 1);
    boolean known = colon > 0 && number.matches("\\d+") && !text.startsWith("??");
    String file = known ? text.substring(0, colon) : "";
    return new SourcePlace(
        file,
        known ? Integer.parseInt(number) : 0,
        function.equals("??") ? "" : SourceNames.inSource(function, file));
  }

  /**
   * The place of a code address, innermost first where functions were inlined; never empty. What
   * headers of the C++ library do is done by the program that uses them.
   */
  @Override
  public List<SourcePlace> stack(Sites.Site site) {
    List<SourcePlace> found = places.getOrDefault(site, List.of());
    List<SourcePlace> own = found.stream().dropWhile(SourcePlace::isInLibrary).toList();
    return !own.isEmpty() ? own : !found.isEmpty() ? found : List.of(SourcePlace.UNKNOWN);
  }

  @Override
  public String accessed(Sites.Site site) {
    return accessed.getOrDefault(site, "");
  }

  /** The static variable at an offset in a file of code; null if there is none. */
  @Override
  public @Nullable Variable variable(String module, long offset) {
    Map.Entry<Long, Symbol> entry =
        symbols.computeIfAbsent(module, Symbolizer::variables).floorEntry(offset);
    if (entry == null || offset >= entry.getKey() + entry.getValue().size) {
      return null;
    }
    return new Variable(entry.getValue().name, offset - entry.getKey());
  }

  private static TreeMap<Long, Symbol> variables(String module) {
    TreeMap<Long, Symbol> variables = new TreeMap<>();
    for (String line : run(List.of("nm", "-S", "-C", "--defined-only", "--", module))) {
      String[] words = line.split(" ", 4);
      if (words.length == 4 && "bBdDrRsSgGvVC".contains(words[2])) {
        long start = Long.parseUnsignedLong(words[0], 16);
        long size = Long.parseUnsignedLong(words[1], 16);
        variables.put(start, new Symbol(words[3], start, size));
      }
    }
    return variables;
  }

  /**
   * The output of a command; empty if it cannot be run, in which case the report has addresses
   * instead of lines.
   */
  static List<String> run(List<String> command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        return reader.lines().toList();
      }
    } catch (IOException e) {
      return List.of();
    }
  }
}
