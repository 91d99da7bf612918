package fencepost.check.library;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import java.util.List;

/** {@code <stdio.h>}: what is printed goes nowhere, but what it is made of is read. */
final class OutputFunctions {
  private OutputFunctions() {}

  static void addTo(CLibrary library) {
    library.add("printf", i -> i.returns(Format.of(i, format(i, 0), 1).length()));
    library.add(
        List.of("fprintf", "dprintf"), i -> i.returns(Format.of(i, format(i, 1), 2).length()));
    library.add("vprintf", i -> i.returns(Format.ofList(i, format(i, 0), i.argument(1)).length()));
    library.add(
        List.of("vfprintf", "vdprintf"),
        i -> i.returns(Format.ofList(i, format(i, 1), i.argument(2)).length()));
    library.add("puts", i -> i.returns(StringFunctions.read(i, 0).length() + 1L));
    library.add("fputs", i -> i.returns(StringFunctions.read(i, 0).length()));
    library.add("perror", i -> {});
    library.add(List.of("putchar", "fputc", "putc"), i -> i.returns(i.argument(0)));
    library.add(
        List.of(
            "fflush",
            "fclose",
            "setvbuf",
            "setbuf",
            "setlinebuf",
            "remove",
            "unlink",
            "ferror",
            "rewind",
            "fseek"),
        i -> i.returns(0));
    library.add("fopen", i -> i.returns(i.memory().allocate(8)));
    library.add(
        "fwrite",
        i -> {
          MachineAccess.loaded(i, i.argument(0), i.argument(1) * i.argument(2));
          i.returns(i.argument(2));
        });
    library.add(
        "write",
        i -> {
          i.returns(i.argument(2));
        });
    library.add("sprintf", i -> print(i, Long.MAX_VALUE, Format.of(i, format(i, 1), 2)));
    library.add("snprintf", i -> print(i, i.argument(1), Format.of(i, format(i, 2), 3)));
    library.add(
        "vsprintf", i -> print(i, Long.MAX_VALUE, Format.ofList(i, format(i, 1), i.argument(2))));
    library.add(
        "vsnprintf", i -> print(i, i.argument(1), Format.ofList(i, format(i, 2), i.argument(3))));
  }

  private static String format(Invocation i, int argument) {
    return i.memory().text(i.argument(argument));
  }

  private static void print(Invocation i, long room, String text) {
    i.returns(text.length());
    if (room > 0) {
      String kept = text.substring(0, (int) Math.min(text.length(), room - 1));
      MachineAccess.stored(i, i.argument(0), kept.length() + 1L);
      i.memory().text(i.argument(0), kept);
    }
  }
}
