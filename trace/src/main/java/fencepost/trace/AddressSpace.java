package fencepost.trace;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which file of code is loaded where in one process. */
public final class AddressSpace {
  private final Sites sites;
  private final List<Module> modules = new ArrayList<>();
  private final Long2IntOpenHashMap known = new Long2IntOpenHashMap();

  /** A loaded file: its addresses start at {@code base}. */
  public record Module(long base, long size, String path) {}

  public AddressSpace(Sites sites) {
    this.sites = sites;
    known.defaultReturnValue(-1);
  }

  public void load(long base, long size, String path) {
    modules.add(new Module(base, size, path));
    known.clear();
  }

  /** The source place of the call that returns to the address. */
  public int siteOfReturnTo(long address) {
    int site = known.get(address);
    if (site < 0) {
      Module module = moduleAt(address - 1);
      site =
          module == null
              ? sites.number("", address - 1)
              : sites.number(module.path, address - 1 - module.base);
      known.put(address, site);
    }
    return site;
  }

  /** The file that an address of code or static data belongs to. */
  public @Nullable Module moduleAt(long address) {
    for (Module module : modules) {
      if (address >= module.base && address - module.base < module.size) {
        return module;
      }
    }
    return null;
  }
}
