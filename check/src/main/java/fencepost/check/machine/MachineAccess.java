package fencepost.check.machine;

/** What library functions do with the program's memory, recorded as the program's own doing. */
public final class MachineAccess {
  private MachineAccess() {}

  private static boolean isWatched(Invocation i, long address) {
    return i.memory().block(address).watched && !i.process().isInCapture();
  }

  /** Memory is read at the place of the call. */
  public static void loaded(Invocation i, long address, long size) {
    if (size > 0 && isWatched(i, address)) {
      i.process().watcher().load(address, size, i.site());
    }
  }

  /** Memory is written at the place of the call. */
  public static void stored(Invocation i, long address, long size) {
    if (size > 0 && isWatched(i, address)) {
      i.process().watcher().store(address, size, i.site());
    }
  }

  public static void copy(Invocation i, long to, long from, long size) {
    loaded(i, from, size);
    stored(i, to, size);
    i.memory().copy(to, i.memory(), from, size);
  }

  /** Memory is given back: that is a store to all of it. */
  public static void freed(Invocation i, long address) {
    if (isWatched(i, address)) {
      i.process().watcher().free(address, i.memory().block(address).size(), i.site());
    }
  }

  /** The next of the arguments in a {@code va_list}. */
  public static long nextArgument(Invocation i, long list) {
    long place = Intrinsics.nextUnnamed(list);
    long at = i.memory().load(place, 8);
    i.memory().store(place, 8, at + 8);
    return i.memory().load(at, 8);
  }
}
