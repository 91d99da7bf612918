package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import fencepost.check.machine.MachineMemory;
import java.nio.charset.StandardCharsets;

/**
 * A {@code std::string} of libstdc++ in the program's memory.
 *
 * <pre>
 *   | address of the text | length | room, or the text itself if it is short (16) |
 * </pre>
 */
final class StandardString {
  private static final int LENGTH = 8;
  private static final int SHORT_TEXT = 16;
  private static final int ROOM_IN_ITSELF = 15;

  private StandardString() {}

  static String of(Invocation i, long string) {
    long at = i.memory().load(string, 8);
    long length = i.memory().load(string + LENGTH, 8);
    MachineAccess.loaded(i, at, length);
    return new String(i.memory().bytes(at, length), StandardCharsets.ISO_8859_1);
  }

  /** Where there is no string yet. */
  static void construct(Invocation i, long string, String text) {
    i.memory().store(string, 8, string + SHORT_TEXT);
    assign(i, string, text);
  }

  static void assign(Invocation i, long string, String text) {
    MachineMemory memory = i.memory();
    long at = memory.load(string, 8);
    boolean inItself = at == string + SHORT_TEXT;
    long room = inItself ? ROOM_IN_ITSELF : memory.load(string + SHORT_TEXT, 8);
    if (text.length() > room) {
      if (!inItself) {
        MemoryFunctions.free(i, at);
      }
      at = MemoryFunctions.allocate(i, text.length() + 1L);
      memory.store(string, 8, at);
      memory.store(string + SHORT_TEXT, 8, text.length());
    }
    memory.store(string + LENGTH, 8, text.length());
    MachineAccess.stored(i, at, text.length() + 1L);
    memory.text(at, text);
  }
}
