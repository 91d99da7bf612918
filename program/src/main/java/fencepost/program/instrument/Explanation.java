package fencepost.program.instrument;

import fencepost.program.flow.Loop;
import fencepost.program.ir.Access;
import fencepost.program.ir.Call;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Location;
import fencepost.program.ir.Value;
import fencepost.program.pointsto.Exposure;
import fencepost.program.pointsto.PointsTo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What was instrumented, what was not, and why. */
public final class Explanation {
  private static final String NOWHERE = "(unknown place)";

  private final List<Line> lines = new ArrayList<>();
  private final Map<String, String> reasons = new HashMap<>();
  private int accesses;
  private int exposed;
  private int mattering;
  private int hoisted;
  private int redundant;
  private int checked;
  private int copied;

  private record Line(String place, int line, String text) {}

  /** Says what of an access can race, and through which memory. */
  void considered(Instruction instruction, Sides sides, PointsTo pointsTo) {
    List<Value> addresses = addresses(instruction, sides);
    accesses++;
    mattering += sides.any() ? 1 : 0;
    boolean onlyRead =
        !sides.any()
            && instruction instanceof Access access
            && pointsTo.exposure(access.address(), access.size()) == Exposure.READ;
    exposed += sides.any() || onlyRead ? 1 : 0;
    List<String> objects =
        addresses.stream().flatMap(at -> pointsTo.objects(at).stream()).distinct().toList();
    String memory = String.join(", ", objects.size() > 4 ? objects.subList(0, 4) : objects);
    memory += objects.size() > 4 ? ", ..." : "";
    if (sides.any()) {
      reasons.put(key(instruction), memory);
    } else {
      String others = onlyRead ? "others only read " : "nobody else accesses ";
      add(instruction, "not instrumented: " + others + memory);
    }
  }

  /** What is accessed; of a copy, what of it can race, or both if neither can. */
  private static List<Value> addresses(Instruction instruction, Sides sides) {
    if (instruction instanceof Access access) {
      return List.of(access.address());
    }
    Sides shown = sides.any() ? sides : new Sides(isCopy(instruction), true);
    List<Value> arguments = ((Call) instruction).arguments();
    List<Value> addresses = new ArrayList<>();
    if (shown.store()) {
      addresses.add(arguments.get(0));
    }
    if (shown.load()) {
      addresses.add(arguments.get(1));
    }
    return addresses;
  }

  private static boolean isCopy(Instruction instruction) {
    MemoryFunction function = instruction instanceof Call call ? MemoryFunction.of(call) : null;
    return function != null && function.copies();
  }

  synchronized void hoisted(Access access, Range range) {
    hoisted++;
    String loops =
        switch (range.dimensions().size()) {
          case 2 -> "two loops";
          case 3 -> "three loops";
          case 4 -> "four loops";
          default -> "its loop";
        };
    add(access, "recorded once before " + loops + ": " + reason(access));
  }

  synchronized void checked(Instruction instruction) {
    checked++;
    add(instruction, "checked each time: " + reason(instruction));
  }

  synchronized void mapped(Access access) {
    checked++;
    add(access, "checked each time, by a map that its loop uses: " + reason(access));
  }

  synchronized void redundant(Access access) {
    redundant++;
    add(access, "checked already on this line");
  }

  /**
   * Says how many versions of a loop there are.
   *
   * @param inside one of its accesses that are checked
   * @param obstacle why there is only one; empty if there are two
   */
  synchronized void versions(Loop loop, Instruction inside, String obstacle) {
    Location end = loop.latch() == null ? null : loop.latch().terminator().location();
    Location location = end == null ? inside.location() : end;
    copied += obstacle.isEmpty() ? 1 : 0;
    lines.add(
        line(
            location,
            obstacle.isEmpty()
                ? "loop in two versions: without checks where nothing it can touch is watched"
                : "loop in one version: " + obstacle));
  }

  private String reason(Instruction instruction) {
    return reasons.getOrDefault(key(instruction), "");
  }

  private static String key(Instruction instruction) {
    return instruction.location() + " " + instruction.opcode();
  }

  private void add(Instruction instruction, String text) {
    Location location = instruction.location();
    String kind =
        instruction instanceof Call
            ? isCopy(instruction) ? "copy" : "fill"
            : instruction.opcode().name().toLowerCase(Locale.ROOT);
    lines.add(line(location, kind + " " + text));
  }

  private static Line line(@Nullable Location location, String text) {
    return location == null
        ? new Line(NOWHERE, 0, NOWHERE + ": " + text)
        : new Line(location.file(), location.line(), location + ": " + text);
  }

  /** The list, by source lines, and the number of sites after each step. */
  public String text() {
    StringBuilder text = new StringBuilder();
    TreeSet<Line> sorted =
        new TreeSet<>(
            Comparator.comparing(Line::place)
                .thenComparingInt(Line::line)
                .thenComparing(Line::text));
    sorted.addAll(lines);
    sorted.forEach(line -> text.append(line.text).append('\n'));
    return text.append(summary()).append('\n').toString();
  }

  /** The number of sites after each step. */
  public String summary() {
    return String.format(
        "%d loads and stores; %d of memory that others access; %d where one side may write;"
            + " %d of them recorded before loops, %d redundant, %d checked each time;"
            + " %d loops in two versions",
        accesses, exposed, mattering, hoisted, redundant, checked, copied);
  }
}
