package fencepost.check.flang;

import fencepost.check.library.Inputs;
import fencepost.check.machine.Halt;
import fencepost.check.machine.Invocation;
import fencepost.check.machine.MachineAccess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Input and output statements. What is written to a file goes nowhere, what is read from one is not
 * known; texts of the program itself are written and read.
 */
final class FlangStatements {
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eEdD][-+]?\\d+)?|\\S+");
  private static final int SAMPLE = 4;

  private final Inputs inputs;
  private final Map<List<Long>, Statement> open = new HashMap<>();

  FlangStatements(Inputs inputs) {
    this.inputs = inputs;
  }

  /** A statement that is being executed; of a file, if its text is at address 0. */
  private static final class Statement {
    final long text;
    final int length;
    final String format;
    final List<Object> items = new ArrayList<>();
    boolean writes;
    int read;

    Statement(long text, int length, String format, boolean writes) {
      this.text = text;
      this.length = length;
      this.format = format;
      this.writes = writes;
    }

    boolean isInternal() {
      return text != 0;
    }
  }

  void addTo(FlangLibrary library) {
    for (String direction : List.of("Output", "Input")) {
      boolean writes = direction.equals("Output");
      library.add(
          List.of(
              "ioBeginExternalList" + direction,
              "ioBeginExternalFormatted" + direction,
              "ioBeginUnformatted" + direction),
          i -> begin(i, new Statement(0, 0, "", writes)));
      library.add(
          "ioBeginInternalList" + direction,
          i -> begin(i, new Statement(i.argument(0), i.integer(1), "", writes)));
      library.add(
          "ioBeginInternalFormatted" + direction,
          i ->
              begin(
                  i,
                  new Statement(
                      i.argument(0),
                      i.integer(1),
                      ProgramFunctions.text(i, i.argument(2), i.argument(3)),
                      writes)));
    }
    library.add(
        List.of(
            "ioBeginOpenUnit",
            "ioBeginOpenNewUnit",
            "ioBeginClose",
            "ioBeginFlush",
            "ioBeginRewind",
            "ioBeginBackspace",
            "ioBeginEndfile"),
        i -> begin(i, new Statement(0, 0, "", true)));
    library.add(
        List.of(
            "ioSetAdvance",
            "ioSetFile",
            "ioSetStatus",
            "ioSetForm",
            "ioSetAction",
            "ioSetAccess",
            "ioSetPosition",
            "ioSetRecl"),
        i -> i.returns(true));
    library.add("ioEnableHandlers", i -> {});
    library.add("ioGetNewUnit", FlangStatements::newUnit);
    addOutput(library);
    addInput(library);
    library.add("ioEndIoStatement", this::end);
  }

  /** Later calls name the statement by what this one returns. */
  private void begin(Invocation i, Statement statement) {
    long cookie = i.memory().allocate(1);
    open.put(List.of((long) i.process().rank(), cookie), statement);
    i.returns(cookie);
  }

  private Statement statement(Invocation i) {
    Statement found = open.get(List.of((long) i.process().rank(), i.argument(0)));
    if (found == null) {
      throw Halt.unmodelled("an input or output statement in " + i.name());
    }
    return found;
  }

  private void end(Invocation i) {
    Statement statement = statement(i);
    open.remove(List.of((long) i.process().rank(), i.argument(0)));
    i.memory().free(i.argument(0));
    if (statement.isInternal() && statement.writes) {
      MachineAccess.stored(i, statement.text, statement.length);
      CharacterFunctions.write(
          i, statement.text, statement.length, Edit.text(statement.format, statement.items));
    }
    i.returns(0);
  }

  private static void newUnit(Invocation i) {
    i.memory().store(i.argument(1), i.integer(2), -10);
    i.returns(true);
  }

  // ---- output ----

  private void addOutput(FlangLibrary library) {
    for (int bits : List.of(8, 16, 32, 64)) {
      library.add("ioOutputInteger" + bits, i -> item(i, i.argument(1)));
    }
    library.add(List.of("ioOutputReal32", "ioOutputReal64"), i -> item(i, i.real(1)));
    library.add(
        List.of("ioOutputComplex32", "ioOutputComplex64"),
        i -> {
          statement(i).items.add(i.real(1));
          item(i, i.real(2));
        });
    library.add("ioOutputLogical", i -> item(i, i.argument(1) != 0));
    library.add(
        List.of("ioOutputAscii", "ioOutputCharacter"),
        i -> item(i, CharacterFunctions.read(i, i.argument(1), i.argument(2))));
    library.add("ioOutputDescriptor", this::items);
  }

  private void item(Invocation i, Object value) {
    statement(i).items.add(value);
    i.returns(true);
  }

  private void items(Invocation i) {
    Descriptor array = Descriptor.argument(i, 1);
    array.loaded();
    for (long address : statement(i).isInternal() ? array.addresses() : List.<Long>of()) {
      statement(i).items.add(array.isReal() ? array.real(address) : array.integer(address));
    }
    i.returns(true);
  }

  // ---- input ----

  private void addInput(FlangLibrary library) {
    library.add("ioInputInteger", i -> whole(i, i.argument(1), i.integer(2)));
    library.add("ioInputReal32", i -> real(i, i.argument(1), 4));
    library.add("ioInputReal64", i -> real(i, i.argument(1), 8));
    library.add(
        List.of("ioInputAscii", "ioInputCharacter"),
        i -> {
          MachineAccess.stored(i, i.argument(1), i.argument(2));
          CharacterFunctions.write(i, i.argument(1), i.integer(2), next(i));
          i.returns(true);
        });
    library.add(
        "ioInputDescriptor",
        i -> {
          Descriptor variable = Descriptor.argument(i, 1);
          for (long address : variable.addresses()) {
            if (variable.isReal()) {
              real(i, address, (int) variable.elementSize());
            } else {
              whole(i, address, (int) variable.elementSize());
            }
          }
        });
  }

  /** What comes next in the text; of a file, a small number. */
  private String next(Invocation i) {
    Statement statement = statement(i);
    if (!statement.isInternal()) {
      return String.valueOf(SAMPLE);
    }
    String text = CharacterFunctions.read(i, statement.text, statement.length);
    Matcher matcher = NUMBER.matcher(text.replace(',', ' '));
    String found = matcher.find(statement.read) ? matcher.group() : "0";
    statement.read = matcher.hitEnd() ? text.length() : matcher.end();
    return found;
  }

  private void whole(Invocation i, long address, int size) {
    Statement statement = statement(i);
    MachineAccess.stored(i, address, size);
    String name = inputs.nameOfCopy(i.process().rank(), statement.text);
    if (!statement.isInternal()) {
      i.storeUnknown(address, size, "a number of the input", SAMPLE, 0, 64);
    } else if (inputs.assumed() && !name.isEmpty()) {
      i.storeNamed(address, size, name, (long) number(next(i)), 0, 64);
    } else {
      i.memory().store(address, size, (long) number(next(i)));
    }
    i.returns(true);
  }

  private void real(Invocation i, long address, int size) {
    MachineAccess.stored(i, address, size);
    double value = number(next(i));
    i.memory()
        .store(
            address,
            size,
            size == 8 ? Double.doubleToRawLongBits(value) : Float.floatToRawIntBits((float) value));
    i.returns(true);
  }

  private static double number(String text) {
    try {
      return Double.parseDouble(text.replaceAll("[dD]", "e"));
    } catch (NumberFormatException e) {
      throw Halt.fault("a number is read from \"" + text + "\"");
    }
  }
}
