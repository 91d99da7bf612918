package fencepost.check.record;

import fencepost.check.machine.Invocation;
import fencepost.check.machine.Memory;
import fencepost.trace.ApiTable;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.Recorded;
import fencepost.trace.ApiTable.When;
import fencepost.trace.RecordCursor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call that is being made and recorded, as the generated wrapper of the capture library would do
 * it: {@link #begin} stands before the call of the library, {@link #end} behind it.
 */
public final class RecordedCall implements Formula.Scope {
  private final CallLayout layout;
  private final ApiTable.Call call;
  private final Recorder recorder;
  private final Capture capture;
  private final Invocation invocation;
  private final Map<String, Long> words = new HashMap<>();
  private final Map<String, long[]> inputs = new HashMap<>();
  private final List<long[]> statuses = new ArrayList<>();
  private final Map<String, Long> supplied = new HashMap<>();
  private long code;
  private long time;

  public RecordedCall(
      CallLayout layout, Recorder recorder, Capture capture, Invocation invocation) {
    this.layout = layout;
    this.call = layout.call;
    this.recorder = recorder;
    this.capture = capture;
    this.invocation = invocation;
  }

  public String name() {
    return call.name();
  }

  /** Whether the call has such an argument. */
  public boolean has(String argument) {
    return layout.positions.containsKey(argument);
  }

  /** An argument; 0 if the call has none of that name. */
  public long argument(String name) {
    Integer position = layout.positions.get(name);
    long given = position == null ? 0 : invocation.argument(position);
    return given == 0 ? supplied.getOrDefault(name, 0L) : given;
  }

  public Invocation invocation() {
    return invocation;
  }

  private Memory memory() {
    return invocation.memory();
  }

  // ---- around the call ----

  public void begin() {
    time = invocation.process().machine().tick();
    recorder.watched().nextCall();
    supplyPlaces();
    if (!recorder.isRecording()) {
      return;
    }
    for (int i = 0; i < call.parameters().size(); i++) {
      Parameter parameter = call.parameters().get(i);
      if (parameter.mark() == Mark.IN) {
        inputs.put(parameter.name(), elements(parameter, layout.lengths.get(i).evaluate(this)));
      }
    }
    layout.actions(When.BEFORE).forEach(this::act);
    if (call.recorded() == Recorded.AROUND && holds(When.ENTER)) {
      recorder.flush();
      write(RecordCursor.ENTER, true, false);
    }
  }

  /** Where the program gives none for a result. */
  private void supplyPlaces() {
    for (Parameter parameter : call.parameters()) {
      if (parameter.mark() == Mark.SUPPLIED && argument(parameter.name()) == 0) {
        supplied.put(parameter.name(), memory().allocate(Long.BYTES));
      }
    }
  }

  /** The call has returned with a code; its status, if any, has been given. */
  public void end(long result) {
    code = result;
    if (call.recorded() != Recorded.AFTER) {
      time = invocation.process().machine().tick();
    }
    boolean succeeded = layout.success.evaluate(this) != 0;
    boolean recorded =
        switch (call.recorded()) {
          case STARTS -> succeeded;
          case AROUND -> recorder.isRecording();
          case AFTER, WAITS -> recorder.isRecording() && succeeded;
        };
    if (!recorded || !holds(When.ONLY)) {
      return;
    }
    recorder.watched().nextCall();
    recorder.flush();
    if (succeeded) {
      layout.actions(When.AFTER).forEach(this::act);
    }
    int failed = succeeded ? 0 : RecordCursor.FAILED;
    boolean around = call.around();
    if (recorder.isRecording() || !around) {
      write(around ? RecordCursor.LEAVE | failed : failed, !around, true);
    }
  }

  /** The status of a completed operation; in the order of the call's statuses. */
  public void status(int source, int tag, boolean cancelled) {
    statuses.add(new long[] {source, tag, cancelled ? 1 : 0});
  }

  private void act(CallLayout.Action action) {
    long value = action.code().evaluate(this);
    if (!action.assigns().isEmpty()) {
      words.put(action.assigns(), value);
    }
  }

  private boolean holds(When when) {
    return layout.actions(when).stream().allMatch(c -> c.code().evaluate(this) != 0);
  }

  // ---- the record ----

  private void write(int flags, boolean withInputs, boolean withOutputs) {
    if (withInputs) {
      describeDatatypes();
    }
    List<Long> slots = new ArrayList<>(List.of(invocation.site() + 1, time));
    List<Long> tail = new ArrayList<>();
    int first = call.slots();
    boolean failed = (flags & RecordCursor.FAILED) != 0;
    for (int i = 0; i < call.parameters().size(); i++) {
      Parameter p = call.parameters().get(i);
      long value = argument(p.name());
      switch (p.mark()) {
        case VALUE, TYPE -> slots.add(value);
        case IN -> slots.add(withInputs ? input(p, first, tail) : 0);
        case OUT, SUPPLIED -> slots.add(withOutputs && !failed ? output(p, i, first, tail) : 0);
        case STATUS -> slots.add(withOutputs && !failed ? status(first, tail) : 0);
        case RANKS -> slots.add(withInputs ? ranks("fp_group_ranks", value, first, tail) : 0);
        case MEMBERS -> {
          long made = withOutputs && !failed ? memory().load(value, handleSize(p)) : 0;
          boolean known = withOutputs && !failed;
          slots.add(made);
          slots.add(known ? ranks("fp_comm_ranks", made, first, tail) : 0);
          slots.add(known ? ranks("fp_remote_ranks", made, first, tail) : 0);
        }
        case NEIGHBORS -> {
          slots.add(value);
          slots.add(withInputs ? ranks("fp_neighbors", value, first, tail) : 0);
        }
      }
    }
    call.statements().stream()
        .filter(s -> !s.assigns().isEmpty())
        .forEach(s -> slots.add(words.getOrDefault(s.assigns(), 0L)));
    slots.addAll(tail);
    recorder
        .records()
        .write(
            RecordCursor.CALL,
            flags,
            call.code(),
            slots.stream().mapToLong(Long::longValue).toArray());
  }

  private int handleSize(Parameter p) {
    return capture.sizeOf(layout.pointee(p));
  }

  private void describeDatatypes() {
    for (int i = 0; i < call.parameters().size(); i++) {
      Parameter p = call.parameters().get(i);
      if (p.type().equals("MPI_Datatype")) {
        if (p.mark() != Mark.TYPE || layout.lengths.get(i).evaluate(this) != 0) {
          capture.describe(argument(p.name()));
        }
      } else if (p.type().equals("const MPI_Datatype *") && p.mark() == Mark.IN) {
        for (long type : inputs.getOrDefault(p.name(), new long[0])) {
          capture.describe(type);
        }
      }
    }
  }

  /** A list lies behind the slots; its slot says where, and how many elements there are. */
  private static long list(long[] elements, int first, List<Long> tail) {
    long place = (long) (first + tail.size()) << 32 | elements.length;
    for (long element : elements) {
      tail.add(element);
    }
    return place;
  }

  private long input(Parameter p, int first, List<Long> tail) {
    long[] elements = inputs.getOrDefault(p.name(), new long[0]);
    if (!p.length().isEmpty()) {
      return list(elements, first, tail);
    }
    return elements.length == 0 ? 0 : elements[0];
  }

  private long output(Parameter p, int index, int first, List<Long> tail) {
    if (p.length().isEmpty()) {
      long at = argument(p.name());
      return at == 0 ? 0 : memory().load(at, handleSize(p));
    }
    return list(elements(p, layout.lengths.get(index).evaluate(this)), first, tail);
  }

  private long status(int first, List<Long> tail) {
    long[] all = statuses.stream().flatMapToLong(java.util.Arrays::stream).toArray();
    return list(all, first, tail);
  }

  private long ranks(String function, long handle, int first, List<Long> tail) {
    long[] ranks = capture.ranks(function, handle).stream().mapToLong(Integer::longValue).toArray();
    return list(ranks, first, tail);
  }

  private long[] elements(Parameter p, long count) {
    long[] elements = new long[(int) Math.max(0, count)];
    long at = argument(p.name());
    int size = handleSize(p);
    for (int i = 0; i < elements.length; i++) {
      elements[i] = memory().load(at + (long) i * size, size);
    }
    return elements;
  }

  // ---- what statements speak of ----

  @Override
  public long value(String name) {
    Integer position = layout.positions.get(name);
    if (position != null) {
      return invocation.argument(position);
    }
    Long word = words.get(name);
    return switch (name) {
      case "fp_code" -> code;
      case "fp_time" -> time;
      case "fp_pc" -> invocation.site() + 1;
      case "FP_EVERY_TARGET" -> Watched.EVERY_TARGET;
      case "NULL" -> 0;
      default -> word != null ? word : capture.constant(name);
    };
  }

  @Override
  public long element(String name, long index) {
    Parameter parameter = parameter(name);
    if (parameter == null) {
      throw new IllegalArgumentException(call.name() + " has no argument " + name);
    }
    int size = handleSize(parameter);
    return memory().load(argument(name) + index * size, size);
  }

  private @Nullable Parameter parameter(String name) {
    Integer position = layout.positions.get(name);
    return position == null ? null : call.parameters().get(position);
  }

  @Override
  public long call(String function, List<Formula> arguments) {
    if (function.equals("fp_word")
        || function.equals("FP_ARRAY")
        || function.equals("FP_LATER")
        || function.equals("fp_request")) {
      return arguments.get(0).evaluate(this);
    }
    if (function.equals("fp_returned")) {
      time = invocation.process().machine().tick();
      return 0;
    }
    return capture.call(function, new Evaluated(arguments));
  }

  private final class Evaluated implements Capture.Arguments {
    private final List<Formula> formulas;

    Evaluated(List<Formula> formulas) {
      this.formulas = formulas;
    }

    @Override
    public int size() {
      return formulas.size();
    }

    @Override
    public long value(int index) {
      return formulas.get(index).evaluate(RecordedCall.this);
    }

    @Override
    public long element(int index, long element) {
      Formula formula = formulas.get(index);
      String name = formula.arrayName();
      Parameter parameter = parameter(name);
      int size = parameter == null ? 8 : handleSize(parameter);
      if (parameter != null && !parameter.type().contains("*")) {
        return argument(name); // the address of an argument itself was taken
      }
      return memory().load(value(index) + element * size, size);
    }
  }
}
