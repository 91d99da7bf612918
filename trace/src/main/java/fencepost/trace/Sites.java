package fencepost.trace;

import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;

/**
 * Source places, numbered: a place is a code address in a file of code, the same for all processes
 * that load the file.
 */
public final class Sites {
  private final List<Site> sites = new ArrayList<>();
  private final Object2IntOpenHashMap<Site> numbers = new Object2IntOpenHashMap<>();

  /**
   * A code address.
   *
   * @param module the path of the executable or library; empty if unknown
   * @param offset the address as the file itself counts it
   */
  public record Site(String module, long offset) {}

  public int number(String module, long offset) {
    Site site = new Site(module, offset);
    int number = numbers.getOrDefault(site, -1);
    if (number < 0) {
      number = sites.size();
      sites.add(site);
      numbers.put(site, number);
    }
    return number;
  }

  public Site site(int number) {
    return sites.get(number);
  }
}
