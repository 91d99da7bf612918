package fencepost.trace;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which file of code is loaded where in one process. */
public final class AddressSpace implements Serializable {
  private static final int PATH_SHIFT = 48;
  private static final long ADDRESS = (1L << PATH_SHIFT) - 1;

  private final Sites sites;
  private final List<Module> modules = new ArrayList<>();
  private final Int2IntOpenHashMap paths = new Int2IntOpenHashMap();
  private final Long2IntOpenHashMap known = new Long2IntOpenHashMap();

  /** A loaded file: its addresses start at {@code base}. */
  public record Module(long base, long size, String path) implements Serializable {}

  public AddressSpace(Sites sites) {
    this.sites = sites;
    known.defaultReturnValue(Sites.NONE);
    paths.defaultReturnValue(Sites.NONE);
  }

  public void load(long base, long size, String path) {
    modules.add(new Module(base, size, path));
    known.clear();
  }

  /** A path gets its number: where the functions that lead to a place were called, outwards. */
  public void path(RecordCursor record) {
    int caller = Sites.NONE;
    for (int i = record.slots() - 1; i > 0; i--) {
      Module module = moduleAt(record.slot(i) - 1);
      if (module != null) {
        caller = sites.number(module.path, record.slot(i) - 1 - module.base, caller);
      }
    }
    paths.put((int) record.slot(0), caller);
  }

  /**
   * The source place of the call that returns to the address. The upper bits of it are the number
   * of the path on which the program came there, or 0.
   */
  public int siteOfReturnTo(long place) {
    int site = known.get(place);
    if (site < 0) {
      int caller = paths.get((int) (place >>> PATH_SHIFT));
      long address = (place & ADDRESS) - 1;
      Module module = moduleAt(address);
      site =
          module == null
              ? sites.number("", address, caller)
              : sites.number(module.path, address - module.base, caller);
      known.put(place, site);
    }
    return site;
  }

  /** The loaded files: the program first, then the libraries. */
  public List<Module> modules() {
    return Collections.unmodifiableList(modules);
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
