package fencepost.report;

import fencepost.engine.Race;
import fencepost.engine.Witness;
import fencepost.frontend.AnalysedRun;
import fencepost.frontend.program.MemoryObject;
import fencepost.model.AccessKind;
import fencepost.model.Effect;
import fencepost.model.Point;
import fencepost.report.Finding.Access;
import fencepost.report.Finding.Certainty;
import fencepost.report.Finding.Location;
import fencepost.report.RaceCollector.Tally;
import fencepost.trace.AddressSpace;
import fencepost.trace.Sites;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Turns the races of a run into findings: names for addresses, one finding for each pair of source
 * lines, sorted.
 */
public final class ReportBuilder {
  private static final int LONGEST_STATEMENT = 6;

  private final SourceLines sources = new SourceLines();
  private final AnalysedRun run;
  private final Sites sites;
  private final SourceMap symbolizer;
  private final Explainer explainer;
  private final Patches patches;
  private final RunTimeline timeline;
  private final Diagrams diagrams;

  public ReportBuilder(AnalysedRun run) {
    this(run, new Symbolizer());
  }

  public ReportBuilder(AnalysedRun run, SourceMap symbolizer) {
    this.run = run;
    this.symbolizer = symbolizer;
    this.sites = run.sites();
    this.explainer = new Explainer(sites, symbolizer, run::name);
    this.patches = new Patches(this::place);
    this.timeline = RunTimeline.of(run);
    this.diagrams = new Diagrams(this::place, timeline);
  }

  public List<Finding> findings(RaceCollector races) {
    symbolizer.resolve(sitesOf(races.tallies()));
    Map<List<Object>, Finding> byPlaces = new TreeMap<>(Comparator.comparing(Object::toString));
    for (Tally tally : races.tallies()) {
      Finding finding = finding(tally);
      byPlaces.merge(finding.key(), finding, ReportBuilder::merge);
    }
    List<Finding> findings = new ArrayList<>(byPlaces.values());
    findings.sort(
        Comparator.comparing((Finding f) -> f.accesses().get(0).place())
            .thenComparing(f -> f.accesses().get(1).place()));
    return findings;
  }

  /** What may race if the program is told something else, but for what is known to race. */
  public List<Candidate> candidates(RaceCollector races) {
    List<Tally> open = races.candidates();
    symbolizer.resolve(sitesOf(open));
    Set<Object> known = new HashSet<>();
    findings(races).forEach(finding -> known.add(finding.key()));
    List<Candidate> candidates = new ArrayList<>();
    for (Tally tally : open) {
      Witness witness = Objects.requireNonNull(tally.witness);
      Finding finding = finding(tally);
      if (known.add(finding.key())) {
        candidates.add(
            new Candidate(
                finding.key(),
                explainer.guess(witness),
                Candidate.holds(witness, tally.race, sites)));
      }
    }
    return candidates;
  }

  /** What would end each of the races. */
  public List<Remedy> remedies(RaceCollector races) {
    symbolizer.resolve(sitesOf(races.tallies()));
    return races.tallies().stream()
        .map(tally -> inOrder(tally.race))
        .map(race -> explainer.fix(race, Rule.of(race.earlier(), race.later())))
        .toList();
  }

  /** The one that writes more stands for both: what is said of it holds for the other too. */
  private static Finding merge(Finding a, Finding b) {
    Set<Integer> ranks = new TreeSet<>(a.ranks());
    ranks.addAll(b.ranks());
    Finding shown = writes(b) > writes(a) ? b : a;
    // What one line ends in the one way it does not in the other: then more is needed.
    Finding explained =
        (a.patch() == null) == (b.patch() == null) ? shown : a.patch() == null ? a : b;
    Certainty certainty =
        a.certainty().compareTo(b.certainty()) <= 0 ? a.certainty() : b.certainty();
    return new Finding(
        shown.rule(),
        shown.location(),
        shown.accesses(),
        explained.why(),
        explained.fix(),
        a.count() + b.count(),
        List.copyOf(ranks),
        certainty,
        certainty == Certainty.PREDICTED ? shown.path() : List.of(),
        shown.diagram(),
        explained.patch(),
        certainty == Certainty.PREDICTED ? shown.witness() : null);
  }

  private static Certainty certainty(Tally tally) {
    if (tally.witness != null) {
      return Certainty.PREDICTED;
    }
    return tally.isUnproven() ? Certainty.OBSERVED_UNPROVEN : Certainty.OBSERVED;
  }

  private static long writes(Finding finding) {
    return finding.accesses().stream().filter(access -> !access.access().equals("read")).count();
  }

  private Set<Sites.Site> sitesOf(List<Tally> tallies) {
    Set<Integer> numbers = new LinkedHashSet<>();
    for (Tally tally : tallies) {
      numbers.add(tally.race.earlier().site);
      numbers.add(tally.race.later().site);
      tally.race.earlier().completions().stream().map(Point::site).forEach(numbers::add);
      if (tally.race.lastKnown() != null) {
        numbers.add(tally.race.lastKnown().site());
      }
      if (tally.witness != null) {
        tally.witness.turns().stream()
            .flatMap(turn -> Stream.of(turn.first(), turn.second(), turn.instead()))
            .filter(Objects::nonNull)
            .forEach(section -> numbers.add(section.site()));
      }
      tally.race.later().completions().stream().map(Point::site).forEach(numbers::add);
      tally.race.around().stream()
          .flatMap(around -> around.points().stream())
          .map(Point::site)
          .forEach(numbers::add);
      run.objectsAt(tally.race.earlier().rank, tally.race.address())
          .forEach(object -> numbers.add(object.site()));
    }
    Set<Sites.Site> found = new LinkedHashSet<>();
    for (int number : numbers) {
      for (int at = number; at >= 0; at = sites.caller(at)) {
        found.add(sites.site(at));
      }
    }
    return found;
  }

  private Finding finding(Tally tally) {
    Race race = inOrder(tally.race);
    Rule rule = Rule.of(race.earlier(), race.later());
    Access earlier = access(race.earlier());
    List<Access> accesses = new ArrayList<>(List.of(earlier, access(race.later())));
    accesses.sort(
        Comparator.comparing(Access::place)
            .thenComparing(Access::operation)
            .thenComparing(access -> access.lines(2).toString())
            .thenComparing(Access::rank));
    Located located = locate(race);
    Location location = located.location.in(run.name(located.location.rank()));
    return new Finding(
        rule,
        location,
        List.copyOf(accesses),
        explainer.why(race, rule),
        explainer.fix(race, rule).text(),
        tally.count,
        List.copyOf(tally.ranks),
        certainty(tally),
        tally.witness == null ? List.of() : explainer.path(tally.witness),
        diagrams.of(race, located.base, located.size, !accesses.get(0).equals(earlier)),
        patches.of(race, rule),
        tally.witness);
  }

  /**
   * Puts the one first of which an order to the other one is possible, and that the report names
   * first in every run. Which one was seen first is an accident if neither knew of the other, and
   * an operation that waits for a grant is seen later than what came behind it. An operation that
   * races with a load or store was issued before it, or could have been; but in a loop the order
   * that is missing may be the one to the next iteration.
   */
  private Race inOrder(Race race) {
    Effect a = race.earlier();
    Effect b = race.later();
    boolean mixed = a.kind.instruction() != b.kind.instruction();
    if (mixed && (a.strand == b.strand || !race.issueKnown())) {
      boolean turns = a.kind.instruction() && !explainer.isOfNextIteration(race);
      return turns || (a.strand == b.strand && a.kind.instruction()) ? race.turned() : race;
    }
    if (a.strand == b.strand) {
      return race.issued(0) > race.issued(1) ? race.turned() : race;
    }
    Point told = race.lastKnown();
    boolean isCommon = told == null || told.together() != Point.ALONE;
    if (race.issueKnown() || !isCommon) {
      return race;
    }
    int order =
        Comparator.comparing((Effect effect) -> place(effect.site))
            .thenComparing(effect -> effect.process)
            .compare(a, b);
    return order <= 0 ? race : race.turned();
  }

  private SourcePlace place(int site) {
    return symbolizer.stack(sites.site(site)).get(0);
  }

  /** The memory of a race, where it begins, and its size if that is known. */
  private record Located(Location location, long base, long size) {}

  private Access access(Effect effect) {
    return new Access(
        effect.process,
        timeline.threadOf(effect.strand),
        effect.name(),
        kind(effect.kind),
        stack(effect.site),
        run.name(effect.process));
  }

  /** The place itself, then the callers whose lines are known, up to the main program. */
  private List<SourcePlace> stack(int site) {
    List<SourcePlace> stack = new ArrayList<>();
    for (SourcePlace place : symbolizer.stack(sites.site(site))) {
      if (stack.isEmpty() || !place.isInRegionOf(stack.get(stack.size() - 1))) {
        stack.add(place);
      }
    }
    for (int at = sites.caller(site); at != Sites.NONE; at = sites.caller(at)) {
      List<SourcePlace> caller = symbolizer.stack(sites.site(at));
      for (SourcePlace place : caller.subList(repeated(stack, caller), caller.size())) {
        SourcePlace last = stack.get(stack.size() - 1);
        if (last.isMain()) {
          return stack;
        }
        if (place.isKnown()
            && !place.isSameLine(last)
            && !place.callsForOthers()
            && !place.isInRegionOf(last)) {
          stack.add(place);
        }
      }
    }
    return stack;
  }

  /**
   * How many places of a caller end the stack already. An instrumented access knows into which
   * functions it was inlined, and so does the address that its hook returns to.
   */
  private static int repeated(List<SourcePlace> stack, List<SourcePlace> caller) {
    int count = Math.min(stack.size(), caller.size());
    while (!areSameLines(stack.subList(stack.size() - count, stack.size()), caller)) {
      count--;
    }
    return count;
  }

  /** Whether the second begins with the lines of the first. */
  private static boolean areSameLines(List<SourcePlace> lines, List<SourcePlace> places) {
    return IntStream.range(0, lines.size()).allMatch(i -> lines.get(i).isSameLine(places.get(i)));
  }

  private static String kind(AccessKind kind) {
    return kind.atomic() ? "atomic" : kind.writes() ? "write" : "read";
  }

  private Located locate(Race race) {
    int rank = race.earlier().rank;
    long address = race.address();
    long bytes = Math.min(bytesFrom(race.earlier(), address), bytesFrom(race.later(), address));
    List<MemoryObject> objects = run.objectsAt(rank, address);
    if (!objects.isEmpty()) {
      MemoryObject object = objects.get(objects.size() - 1);
      return new Located(
          new Location(rank, nameOf(object), address - object.base(), bytes, pointerTo(object)),
          object.base(),
          object.size());
    }
    AddressSpace.Module module = run.moduleAt(rank, address);
    SourceMap.Variable variable =
        module == null ? null : symbolizer.variable(module.path(), address - module.base());
    if (variable != null) {
      return new Located(
          new Location(rank, "variable " + variable.name(), variable.offset(), bytes),
          address - variable.offset(),
          0);
    }
    Effect buffer = race.earlier().operation != null ? race.earlier() : race.later();
    return new Located(
        new Location(rank, nameOf(race, buffer), address - buffer.region.start(), bytes),
        buffer.region.start(),
        0);
  }

  /** Memory that is no object and no global variable: a buffer of one side, or what both touch. */
  private String nameOf(Race race, Effect buffer) {
    String one = accessed(race.earlier());
    String accessed = one.isEmpty() ? accessed(race.later()) : one;
    if (buffer.operation == null) {
      return accessed.isEmpty() ? "memory" : "variable " + accessed;
    }
    String name = "buffer of " + buffer.name();
    return accessed.isEmpty() ? name : name + " in variable " + accessed;
  }

  /** What a load or store accesses, where that is known; a buffer is in it. */
  private String accessed(Effect effect) {
    return effect.operation == null ? symbolizer.accessed(sites.site(effect.site)) : "";
  }

  private String nameOf(MemoryObject object) {
    SourcePlace place = symbolizer.stack(sites.site(object.site())).get(0);
    String where = place.isKnown() ? " at " + place.fileName() + ":" + place.line() : "";
    return object.kind() + where;
  }

  /** The name of the pointer to an object, from the statement that made it. */
  private String pointerTo(MemoryObject object) {
    SourcePlace place = symbolizer.stack(sites.site(object.site())).get(0);
    StringBuilder statement = new StringBuilder();
    for (int i = 0; i < LONGEST_STATEMENT && statement.indexOf(";") < 0; i++) {
      statement.append(sources.at(place.file(), place.line() + i)).append(' ');
    }
    String call = object.kind().substring(object.kind().lastIndexOf(' ') + 1);
    return CallText.pointer(statement.toString(), call);
  }

  private static long bytesFrom(Effect effect, long address) {
    return Math.max(1, Math.min(effect.region.size(), effect.region.end() - address));
  }
}
