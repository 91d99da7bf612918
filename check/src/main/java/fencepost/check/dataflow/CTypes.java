package fencepost.check.dataflow;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes of C types and of basic datatypes, as they are on 64-bit Linux. */
final class CTypes {
  private static final Pattern SIZEOF = Pattern.compile("sizeof\\((.*)\\)");
  private static final Pattern BITS = Pattern.compile("(\\d+) / 8");
  private static final Pattern FIXED = Pattern.compile("u?int(\\d+)(_t)?");

  private static final Map<String, Integer> SIZES =
      Map.ofEntries(
          Map.entry("char", 1),
          Map.entry("byte", 1),
          Map.entry("character", 1),
          Map.entry("short", 2),
          Map.entry("int", 4),
          Map.entry("unsigned", 4),
          Map.entry("float", 4),
          Map.entry("integer", 4),
          Map.entry("logical", 4),
          Map.entry("real", 4),
          Map.entry("real4", 4),
          Map.entry("integer4", 4),
          Map.entry("long", 8),
          Map.entry("double", 8),
          Map.entry("size_t", 8),
          Map.entry("ptrdiff_t", 8),
          Map.entry("aint", 8),
          Map.entry("real8", 8),
          Map.entry("integer8", 8),
          Map.entry("2int", 8),
          Map.entry("complex", 8));

  private CTypes() {}

  /** The value of an expression in the tables that says how large an element is. */
  static long size(String expression) {
    Matcher sizeof = SIZEOF.matcher(expression);
    Matcher bits = BITS.matcher(expression);
    if (sizeof.matches()) {
      return sizeOfType(sizeof.group(1));
    }
    return bits.matches() ? Long.parseLong(bits.group(1)) / 8 : 1;
  }

  /** Of a type by its name in C, MPI or Fortran, written in small letters; 1 if unknown. */
  static long sizeOfType(String name) {
    Matcher fixed = FIXED.matcher(name);
    if (fixed.matches()) {
      return Long.parseLong(fixed.group(1)) / 8;
    }
    if (name.contains("double") || name.contains("dblprec")) {
      return 8;
    }
    String last = name.replaceAll(".*[ _](?!t$)", "");
    return SIZES.getOrDefault(name, SIZES.getOrDefault(last, 1));
  }
}
