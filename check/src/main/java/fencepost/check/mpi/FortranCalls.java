package fencepost.check.mpi;

import fencepost.check.machine.Image;
import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineMemory;
import fencepost.check.mpi.Prototypes.Parameter;
import fencepost.check.mpi.Prototypes.Prototype;
import fencepost.program.ir.Constant;
import fencepost.program.ir.GlobalVariable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Calls from Fortran as those of C (MPI 4.1, 19.1): every argument is an address, the result comes
 * last, the lengths of texts behind it.
 */
final class FortranCalls {
  private static final List<String> POSITIONS = List.of("index", "indx", "array_of_indices");

  /** All executions of a program have the same. */
  private static final Map<GlobalVariable, Prototypes> KNOWN =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final @Nullable Prototypes prototypes;

  FortranCalls(Image image) {
    this.prototypes =
        image.variables().stream()
            .filter(variable -> variable.name().equals(FortranModules.PROTOTYPES))
            .map(FortranCalls::read)
            .findFirst()
            .orElse(null);
  }

  private static @Nullable Prototypes read(GlobalVariable variable) {
    return variable.initializer() instanceof Constant.Plain plain
        ? KNOWN.computeIfAbsent(variable, key -> read(plain))
        : null;
  }

  private static Prototypes read(Constant.Plain text) {
    return new Prototypes(new String(text.content(), StandardCharsets.US_ASCII));
  }

  /** The call of MPI that a function of the program's is; null if it is none. */
  @Nullable Prototype prototype(String symbol) {
    return prototypes == null ? null : prototypes.ofSymbol(symbol);
  }

  /** The call in C. Its result is given back when it returns. */
  Invocation inC(Prototype call, Invocation fortran, MpiHeader header) {
    return new Translation(call, fortran, header).make();
  }

  private static final class Translation {
    private final Prototype call;
    private final Invocation fortran;
    private final MachineMemory memory;
    private final MpiHeader header;
    private final List<Runnable> afterwards = new ArrayList<>();
    private int references;
    private int lengths;

    Translation(Prototype call, Invocation fortran, MpiHeader header) {
      this.call = call;
      this.fortran = fortran;
      this.memory = fortran.memory();
      this.header = header;
    }

    Invocation make() {
      List<Parameter> parameters = call.parameters();
      int given = (int) parameters.stream().filter(p -> !p.isCommandLine()).count();
      lengths = given + (call.isFunction() ? 0 : 1);
      long[] arguments = new long[parameters.size()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = parameters.get(i).isCommandLine() ? 0 : inC(parameters.get(i), arguments);
      }
      if (call.isFunction()) {
        return fortran.as(call.name(), arguments, null);
      }
      long ierror = references < fortran.count() ? fortran.argument(references) : 0;
      return fortran.as(
          call.name(),
          arguments,
          code -> {
            afterwards.forEach(Runnable::run);
            if (ierror != 0) {
              memory.store(ierror, Integer.BYTES, code);
            }
          });
    }

    private long inC(Parameter p, long[] arguments) {
      long address = fortran.argument(references++);
      if (p.isValue()) {
        return memory.load(address, header.sizeOf(p.type()));
      } else if (p.isText()) {
        return text(p, address, (int) fortran.argument(lengths++));
      } else if (p.isBuffer() && call.name().endsWith("_get_attr")) {
        afterwards.add(() -> attribute(address, arguments));
      } else if (p.isBuffer()) {
        return address == header.bottom() ? 0 : address;
      } else if (POSITIONS.contains(p.name()) && !p.type().startsWith("const")) {
        afterwards.add(() -> countFromOne(p, address, arguments));
      }
      return address;
    }

    /** Without the blanks at the end, and with a zero byte (MPI 4.1, 19.1.6). */
    private long text(Parameter p, long address, int length) {
      long copy = memory.allocate(length + 1024L);
      if (p.type().startsWith("const")) {
        memory.text(
            copy,
            new String(memory.bytes(address, length), StandardCharsets.ISO_8859_1).stripTrailing());
      } else {
        afterwards.add(
            () -> {
              byte[] result = memory.text(copy).getBytes(StandardCharsets.ISO_8859_1);
              byte[] padded = Arrays.copyOf(result, length);
              Arrays.fill(padded, Math.min(length, result.length), length, (byte) ' ');
              memory.write(address, padded);
            });
      }
      return copy;
    }

    /** Positions in arrays begin with 1 (MPI 4.1, 3.7.5). */
    private void countFromOne(Parameter p, long address, long[] arguments) {
      int count = 1;
      if (p.name().startsWith("array")) {
        count = memory.integer(arguments[2]); // outcount of MPI_Waitsome and MPI_Testsome
      }
      for (int i = 0; i < count; i++) {
        int position = memory.integer(address + 4L * i);
        if (position != header.integer("MPI_UNDEFINED")) {
          memory.store(address + 4L * i, Integer.BYTES, position + 1L);
        }
      }
    }

    /** Fortran gets the value of an attribute, where C gets its address (MPI 4.1, 19.3.7). */
    private void attribute(long address, long[] arguments) {
      int key = (int) arguments[1];
      boolean found = memory.integer(arguments[3]) != 0;
      if (!found || key == header.integer("MPI_WIN_BASE")) {
        return;
      }
      long place = memory.load(address, Long.BYTES);
      boolean wide = key == header.integer("MPI_WIN_SIZE");
      memory.store(address, Long.BYTES, memory.load(place, wide ? Long.BYTES : Integer.BYTES));
    }
  }
}
