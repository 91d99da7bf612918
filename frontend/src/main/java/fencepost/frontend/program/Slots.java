package fencepost.frontend.program;

import fencepost.trace.ApiTable;

/** Where the arguments of a call are in its record. */
public final class Slots {
  private final ApiTable.Call call;

  public Slots(ApiTable table, String call) {
    this.call = table.call(call);
  }

  public int of(String argument) {
    return call.slot(argument);
  }

  /** The slot, or -1 if the call has no such argument. */
  public int find(String argument) {
    return call.has(argument) ? call.slot(argument) : -1;
  }

  public boolean isArray(String argument) {
    return call.parameters().stream().anyMatch(p -> p.name().equals(argument) && p.isArray());
  }

  /** Where the arguments of one buffer are; -1 where there are none. */
  public record Buffer(int address, int count, int datatype, int displacements) {}
}
