package fencepost.check.dataflow;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What functions of the C library do with memory; the head of the table explains the format. */
final class LibraryCalls {
  static final LibraryCalls ALL = new LibraryCalls();

  private final Map<String, List<Use>> byName = new HashMap<>();

  /** The kinds of uses. */
  enum Kind {
    READ,
    WRITE,
    FREE,
    READ_FROM_HERE_ON
  }

  /**
   * One use of memory.
   *
   * @param length the argument that says how many bytes; -1 if none does
   */
  record Use(Kind kind, int argument, int length) {}

  private LibraryCalls() {
    for (List<String> words : Tables.lines("library.txt")) {
      List<Use> uses = words.stream().filter(LibraryCalls::isUse).map(LibraryCalls::use).toList();
      words.stream().filter(word -> !isUse(word)).forEach(name -> byName.put(name, uses));
    }
  }

  private static boolean isUse(String word) {
    return word.matches("[rwfv]\\d(:\\d)?");
  }

  private static Use use(String word) {
    Kind kind =
        switch (word.charAt(0)) {
          case 'r' -> Kind.READ;
          case 'w' -> Kind.WRITE;
          case 'f' -> Kind.FREE;
          default -> Kind.READ_FROM_HERE_ON;
        };
    int length = word.length() > 2 ? word.charAt(3) - '0' : -1;
    return new Use(kind, word.charAt(1) - '0', length);
  }

  /** What a call of a function does; LLVM's own copies of functions count as those. */
  List<Use> of(String function) {
    if (function.startsWith("llvm.mem")) {
      return of(function.substring(5, function.indexOf('.', 5)));
    }
    return byName.getOrDefault(function, List.of());
  }
}
