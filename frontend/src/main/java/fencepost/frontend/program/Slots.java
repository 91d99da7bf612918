package fencepost.frontend.program;

import fencepost.trace.ApiTable;

/** Where the arguments of a call are in its record. */
public final class Slots {
  private final ApiTable.Call call;

  public Slots(ApiTable.Call call) {
    this.call = call;
  }

  public ApiTable.Call call() {
    return call;
  }

  public int of(String argument) {
    return call.slot(argument);
  }

  /** The slot, or -1 if the call has no such argument. */
  public int find(String argument) {
    return call.has(argument) ? call.slot(argument) : -1;
  }

  /** The slot of the argument with a mark, or -1 if the call has none. */
  public int find(ApiTable.Mark mark) {
    return call.parameters().stream()
        .filter(parameter -> parameter.mark() == mark)
        .mapToInt(parameter -> call.slot(parameter.name()))
        .findFirst()
        .orElse(-1);
  }

  public boolean isArray(String argument) {
    return call.parameters().stream().anyMatch(p -> p.name().equals(argument) && p.isArray());
  }
}
