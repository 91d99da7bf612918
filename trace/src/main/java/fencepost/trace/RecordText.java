package fencepost.trace;

import java.util.StringJoiner;

/** Records in words, for people who look at a trace. */
public final class RecordText {
  private static final String[] TYPES = {
    "pad",
    "process",
    "module",
    "datatype",
    "access",
    "call",
    "end",
    "shared",
    "value",
    "part",
    "calling",
    "strand",
    "sync",
    "path",
    "joined",
    "step"
  };
  private static final String[] ACCESSES = {"load", "store", "free", "end", "new"};

  private RecordText() {}

  /** The name of the call, load or store, or else the type of the record. */
  public static String name(RecordCursor record) {
    if (record.type() == RecordCursor.CALL) {
      ApiTable table = record.model().table();
      boolean known = record.call() < table.calls().size();
      return known ? table.calls().get(record.call()).name() : "call " + record.call();
    }
    if (record.type() == RecordCursor.ACCESS && record.flags() < ACCESSES.length) {
      return ACCESSES[record.flags()];
    }
    return record.type() < TYPES.length ? TYPES[record.type()] : "type " + record.type();
  }

  /** How many loads and stores the record stands for. */
  public static long accesses(RecordCursor record) {
    if (record.type() != RecordCursor.ACCESS || record.flags() > 1) {
      return 0;
    }
    long count = record.slots() > 3 ? record.slot(3) : 1;
    return record.slots() > 5 ? count * record.slot(5) : count;
  }

  /** All that the record says, in a line. */
  public static String line(RecordCursor record) {
    return switch (record.type()) {
      case RecordCursor.CALL -> call(record);
      case RecordCursor.ACCESS -> access(record);
      case RecordCursor.MODULE -> "module " + address(record.slot(0)) + " " + record.text(2);
      default -> slots(record);
    };
  }

  private static String call(RecordCursor record) {
    ApiTable table = record.model().table();
    if (record.call() >= table.calls().size()) {
      return slots(record);
    }
    ApiTable.Call call = table.calls().get(record.call());
    StringJoiner arguments = new StringJoiner(", ", call.name() + "(", ")");
    for (ApiTable.Parameter parameter : call.parameters()) {
      if (call.has(parameter.name()) && call.slot(parameter.name()) < record.slots()) {
        arguments.add(parameter.name() + "=" + value(record, parameter, call));
      }
    }
    int flags = record.flags();
    String when =
        (flags & RecordCursor.FAILED) != 0
            ? " failed"
            : (flags & RecordCursor.ENTER) != 0
                ? " entered"
                : (flags & RecordCursor.LEAVE) != 0 ? " returned" : "";
    return String.format(
        "%s%s, time %d, code %s",
        arguments, when, record.slot(ApiTable.TIME), address(record.slot(0)));
  }

  private static String value(
      RecordCursor record, ApiTable.Parameter parameter, ApiTable.Call call) {
    int slot = call.slot(parameter.name());
    if (parameter.isArray()) {
      return record.slot(slot) == 0 ? "none" : record.length(slot) + " elements";
    }
    return parameter.type().contains("*")
        ? address(record.slot(slot))
        : String.valueOf(record.slot(slot));
  }

  private static String access(RecordCursor record) {
    StringBuilder line = new StringBuilder(name(record));
    if (record.slots() > 5) {
      line.append(String.format(" %d rows %d bytes apart of", record.slot(5), record.slot(6)));
    }
    if (record.slots() > 3) {
      line.append(String.format(" %d times %d bytes apart,", record.slot(3), record.slot(4)));
    }
    line.append(
        String.format(
            " %d bytes at %s, code %s",
            record.slot(2), address(record.slot(1)), address(record.slot(0))));
    return line.toString();
  }

  private static String slots(RecordCursor record) {
    StringJoiner line = new StringJoiner(" ");
    line.add(name(record));
    for (int i = 0; i < record.slots(); i++) {
      line.add(String.valueOf(record.slot(i)));
    }
    return line.toString();
  }

  private static String address(long address) {
    return "0x" + Long.toHexString(address);
  }
}
