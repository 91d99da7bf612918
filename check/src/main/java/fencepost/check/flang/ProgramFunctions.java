package fencepost.check.flang;

import fencepost.check.library.Inputs;
import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Begin and end of a program, its command line, time, numbers. */
final class ProgramFunctions {
  private final Inputs inputs;
  private final Map<Integer, long[]> commandLines = new HashMap<>();
  private long random = 1;

  ProgramFunctions(Inputs inputs) {
    this.inputs = inputs;
  }

  void addTo(FlangLibrary library) {
    library.add(
        "ProgramStart",
        i -> commandLines.put(i.process().rank(), new long[] {i.argument(0), i.argument(1)}));
    library.add("ProgramEndStatement", i -> {});
    library.add(
        "StopStatement",
        i -> {
          throw Halt.exit(i.integer(0));
        });
    library.add(
        "StopStatementText",
        i -> {
          throw Halt.exit(i.integer(2) != 0 ? 1 : 0);
        });
    library.add(
        List.of("ReportFatalUserError", "FailImageStatement"),
        i -> {
          throw Halt.fault("the program stops itself");
        });
    library.add("ArgumentCount", this::count);
    library.add("GetCommandArgument", this::argument);
    library.add("GetEnvVariable", i -> i.returns(1)); // there is none
    library.add("SystemClockCount", i -> i.returns(i.process().machine().tick()));
    library.add("SystemClockCountRate", i -> i.returns(1_000_000));
    library.add("SystemClockCountMax", i -> i.returns(Integer.MAX_VALUE));
    library.add("CpuTime", i -> i.returns(i.process().machine().tick() * 1e-6));
    library.add(List.of("RandomInit", "RandomSeedDefaultPut"), i -> random = 1);
    library.add(List.of("ModReal4", "ModReal8"), i -> i.returns(i.real(0) % i.real(1)));
    library.add(
        List.of("ModuloReal4", "ModuloReal8"),
        i -> i.returns(i.real(0) - Math.floor(i.real(0) / i.real(1)) * i.real(1)));
    library.add("RandomNumber", this::randomNumbers);
  }

  private void count(Invocation i) {
    if (inputs.assumed()) {
      i.returnsNamed(Inputs.ARGUMENT_COUNT, -1);
    } else {
      i.returns(inputs.arguments().size());
    }
  }

  /** Position, value, length, message; what is not wanted is null (Fortran 2018, 16.9.83). */
  private void argument(Invocation i) {
    long[] line = commandLines.getOrDefault(i.process().rank(), new long[2]);
    int position = i.integer(0);
    boolean there = position >= 0 && position < line[0];
    String text = there ? i.memory().text(i.memory().load(line[1] + 8L * position, 8)) : "";
    if (i.argument(1) != 0) {
      Descriptor value = Descriptor.argument(i, 1);
      value.stored();
      CharacterFunctions.write(i, value.base(), (int) value.elementSize(), text);
      inputs.copied(i.process().rank(), value.base(), there ? position : 0);
    }
    if (i.argument(2) != 0) {
      Descriptor length = Descriptor.argument(i, 2);
      length.stored();
      i.memory().store(length.base(), (int) length.elementSize(), text.length());
    }
    i.returns(there ? 0 : 1);
  }

  /** The same numbers each time. */
  private void randomNumbers(Invocation i) {
    Descriptor harvest = Descriptor.argument(i, 0);
    harvest.stored();
    for (long address : harvest.addresses()) {
      random = random * 6364136223846793005L + 1442695040888963407L;
      harvest.storeReal(address, (random >>> 33) / 2147483648.0);
    }
  }

  static String text(Invocation i, long address, long length) {
    return new String(i.memory().bytes(address, length), StandardCharsets.ISO_8859_1);
  }
}
