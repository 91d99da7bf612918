package fencepost.trace;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Source places, numbered: a place is a code address in a file of code, the same for all processes
 * that load the file, and the path on which the program came there.
 */
public final class Sites implements Serializable {
  public static final int NONE = -1;

  private static final Pattern LIBRARY =
      Pattern.compile("/include/c\\+\\+/|/lib(64)?/(gcc|clang)/.*/include/");

  private final List<Step> steps = new ArrayList<>();
  private final Object2IntOpenHashMap<Step> numbers = new Object2IntOpenHashMap<>();

  /**
   * A code address.
   *
   * @param module the path of the executable or library; empty if unknown
   * @param offset the address as the file itself counts it
   */
  public record Site(String module, long offset) implements Serializable {}

  /** A code address, and the place from which its function was called. */
  private record Step(Site site, int caller) implements Serializable {}

  /**
   * Whether a file of source is a header of the C++ library, or one of the compiler's own, such as
   * those of vector instructions: the program has written the call, not what stands there.
   */
  public static boolean isInLibrary(String file) {
    return LIBRARY.matcher(file).find();
  }

  /** The number of a place of which the callers are not known. */
  public int number(String module, long offset) {
    return number(module, offset, NONE);
  }

  /** The number of a place in a function that was called from another place. */
  public int number(String module, long offset, int caller) {
    Step step = new Step(new Site(module, offset), caller);
    int number = numbers.getOrDefault(step, NONE);
    if (number < 0) {
      number = steps.size();
      steps.add(step);
      numbers.put(step, number);
    }
    return number;
  }

  public Site site(int number) {
    return steps.get(number).site;
  }

  /** Where the function of a place was called; {@link #NONE} if that is not known. */
  public int caller(int number) {
    return steps.get(number).caller;
  }
}
