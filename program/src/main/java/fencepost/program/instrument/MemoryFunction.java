package fencepost.program.instrument;

import fencepost.program.ir.Call;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Functions that copy or fill memory: accesses in disguise. */
enum MemoryFunction {
  COPY("memcpy|memmove|llvm\\.mem(cpy|move)\\..*"),
  FILL("memset|llvm\\.memset\\..*");

  private final Pattern names;

  MemoryFunction(String names) {
    this.names = Pattern.compile(names);
  }

  /** What a call does; null if it calls something else. */
  static @Nullable MemoryFunction of(Call call) {
    String name = call.name();
    if (name.contains("mem")) {
      for (MemoryFunction function : values()) {
        if (function.names.matcher(name).matches()) {
          return function;
        }
      }
    }
    return null;
  }

  boolean copies() {
    return this == COPY;
  }
}
