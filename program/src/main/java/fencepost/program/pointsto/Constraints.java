package fencepost.program.pointsto;

import fencepost.program.ir.Access;
import fencepost.program.ir.AddressOf;
import fencepost.program.ir.Argument;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalObject;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Location;
import fencepost.program.ir.Module;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import java.util.List;

/** Says what each instruction means for the sets; what calls mean is said by {@link CallRules}. */
final class Constraints {
  private final Solver solver;
  private final AbstractMemory memory;
  private final CallRules calls;
  private final CallContexts contexts;
  private final boolean own;

  /**
   * Constraints.
   *
   * @param own whether they are those of a function in a context of its own
   */
  Constraints(
      Solver solver, AbstractMemory memory, CallRules calls, CallContexts contexts, boolean own) {
    this.solver = solver;
    this.memory = memory;
    this.calls = calls;
    this.contexts = contexts;
    this.own = own;
  }

  /** Something that belongs to a context. */
  private record Within(Object what, Constraints context) {}

  /** What something is known by that differs from one context to the next. */
  Object key(Object what) {
    return own ? new Within(what, this) : what;
  }

  private Object key(Value value) {
    boolean local = value instanceof Instruction || value instanceof Argument;
    return local ? key((Object) value) : value;
  }

  CallContexts contexts() {
    return contexts;
  }

  /** What a value may be; nothing if nobody has asked for it. */
  PlaceSet locations(Value value) {
    Integer node = memory.known(key(value));
    return node == null ? solver.none() : solver.locations(node);
  }

  /** What is read of so many bytes. */
  private record Load(AbstractMemory memory, long size) implements Solver.Rule {
    @Override
    public void found(long location, int node) {
      memory.at(location).read(AbstractPlace.offset(location), size, node);
    }
  }

  /** What is written to so many bytes. */
  private record Store(AbstractMemory memory, long size) implements Solver.Rule {
    @Override
    public void found(long location, int node) {
      memory.at(location).write(AbstractPlace.offset(location), size, node);
    }
  }

  /** Makes the names known; to be done for all modules first. */
  void declare(Module module) {
    module.functions().forEach(memory::of);
    for (GlobalVariable variable : module.variables()) {
      if (variable.isAlias() && variable.initializer() instanceof GlobalObject target) {
        memory.define(variable, target);
      }
    }
  }

  void initialize(Module module) {
    module.variables().forEach(this::initialize);
  }

  private void initialize(GlobalVariable variable) {
    Value value = variable.initializer();
    if (value != null && !variable.isAlias()) {
      store(memory.of(variable), 0, value);
    }
  }

  private void store(AbstractObject object, long offset, Value value) {
    if (value instanceof Constant.Aggregate aggregate) {
      aggregate.parts().forEach(part -> store(object, offset + part.offset(), part.value()));
    } else if (holdsAddress(value)) {
      int place = offset < AbstractPlace.FARTHEST ? (int) offset : AbstractPlace.ANY;
      object.initialize(place, Math.max(1, value.type().size()), node(value));
    }
  }

  /** Whether a value is of interest at all. */
  static boolean holdsAddress(Value value) {
    return value.type().mayHoldAddress()
        && !(value instanceof Constant.Number)
        && !(value instanceof Constant.Plain);
  }

  // ---- values ----

  /** The set of a value. */
  int node(Value value) {
    Integer known = memory.known(key(value));
    if (known != null) {
      return known;
    }
    int node = memory.node(key(value));
    if (value instanceof GlobalVariable alias
        && alias.isAlias()
        && alias.initializer() instanceof Constant target) {
      solver.include(node(target), node, 0);
    } else if (value instanceof GlobalObject global) {
      solver.add(node, AbstractPlace.of(memory.of(global).id(), 0));
    } else if (value instanceof Constant.Address address) {
      long shift = address.anywhere() ? Shift.ANYWHERE : address.offset();
      solver.include(node(address.base()), node, shift);
    } else if (value instanceof Constant.Computed computed) {
      computed.operands().forEach(part -> include(part, node, Shift.ANYWHERE));
    } else if (value instanceof Constant.Aggregate aggregate) {
      aggregate.parts().forEach(part -> include(part.value(), node, 0));
    }
    return node;
  }

  private void include(Value from, int to, long shift) {
    if (holdsAddress(from)) {
      solver.include(node(from), to, shift);
    }
  }

  // ---- instructions ----

  void add(Instruction instruction) {
    switch (instruction.opcode()) {
      case ALLOCA -> allocate(instruction);
      case LOAD, STORE, UPDATE, EXCHANGE -> access((Access) instruction);
      case ADDRESS -> address((AddressOf) instruction);
      case CALL -> calls.add((Call) instruction, this);
      case RETURN -> returned(instruction);
      case LANDING_PAD -> solver.include(memory.node(World.LIBRARY), node(instruction), 0);
      case VA_ARG -> variable(instruction);
      default -> computed(instruction);
    }
  }

  private void allocate(Instruction instruction) {
    AbstractObject object =
        memory.of(key(instruction), instruction, "a local variable of " + function(instruction));
    object.holds(
        instruction.operand(0) instanceof Constant.Number count
            ? count.value() * instruction.number()
            : Long.MAX_VALUE);
    solver.add(node(instruction), AbstractPlace.of(object.id(), 0));
  }

  private static String function(Instruction instruction) {
    return instruction.block().function().name();
  }

  private void access(Access access) {
    if (movesCharacters(access)) {
      return;
    }
    int address = node(access.address());
    if (access.reads() && access.type().mayHoldAddress()) {
      load(address, access.size(), node(access));
    }
    if (access.writes() && holdsAddress(access.stored())) {
      store(address, access.size(), stored(access));
    }
  }

  private int stored(Access access) {
    Value value = access.stored();
    if (!(value instanceof Constant.Address) || !isInHashTable(access)) {
      return node(value);
    }
    int field = memory.node(key(List.of(access, "field")));
    include(value, field, Shift.FIELD);
    return field;
  }

  void load(int address, long size, int to) {
    solver.include(solver.apply(address, new Load(memory, size)), to, 0);
  }

  void store(int address, long size, int from) {
    solver.include(from, solver.apply(address, new Store(memory, size)), 0);
  }

  private void address(AddressOf address) {
    List<Long> distances = address.distances();
    if (!isInHashTable(address)) {
      List<Long> shifts = distances.isEmpty() ? List.of(Shift.ANYWHERE) : distances;
      shifts.forEach(shift -> include(address.base(), node(address), shift));
    } else if (distances.isEmpty()) {
      include(address.base(), node(address), Shift.INDEX);
    } else {
      int fields = memory.node(key(List.of(address, "fields")));
      distances.forEach(shift -> include(address.base(), fields, shift));
      solver.include(fields, node(address), Shift.FIELD);
    }
  }

  /**
   * The only arrays that GNU's hash tables index are those of their buckets: blocks of memory, or a
   * field of the table.
   */
  private static boolean isInHashTable(Instruction instruction) {
    return isIn(instruction, "/bits/hashtable.h");
  }

  /** Whether an access or copy is one of the characters of a string, which are no addresses. */
  static boolean movesCharacters(Instruction instruction) {
    return isIn(instruction, "/bits/char_traits.h");
  }

  private static boolean isIn(Instruction instruction, String header) {
    Location location = instruction.location();
    return location != null && location.file().endsWith(header);
  }

  /** The set of what a function returns in this context. */
  int returned(Function ofFunction) {
    return memory.node(key(new Returned(ofFunction)));
  }

  private void returned(Instruction instruction) {
    for (Value value : instruction.operands()) {
      include(value, returned(instruction.block().function()), 0);
    }
  }

  /** The next of the unnamed arguments: what is reached from the list. */
  private void variable(Instruction instruction) {
    int list = memory.node(key(List.of(instruction, "list")));
    load(node(instruction.operand(0)), Long.MAX_VALUE, list);
    load(list, Long.MAX_VALUE, node(instruction));
  }

  /** Copies keep an address; what else is computed of it may be any address in the same object. */
  private void computed(Instruction instruction) {
    if (!instruction.type().mayHoldAddress()
        || instruction.opcode() == Opcode.COMPARE
        || isNumber(instruction)) {
      return;
    }
    boolean copies =
        switch (instruction.opcode()) {
          case PHI, SELECT, CAST, FREEZE, ZERO_EXTEND, SIGN_EXTEND, TRUNCATE -> true;
          default -> !instruction.type().isInteger();
        };
    boolean apart =
        instruction.opcode() == Opcode.SUBTRACT
            && instruction.operands().stream().allMatch(Constraints::isAddress);
    long shift = copies ? 0 : apart ? Shift.APART : Shift.ANYWHERE;
    for (Value operand : instruction.operands()) {
      include(operand, node(instruction), shift);
    }
    if (!copies && !apart && instruction.operands().size() == 2) {
      bringTogether(instruction, instruction.operand(0), instruction.operand(1));
      bringTogether(instruction, instruction.operand(1), instruction.operand(0));
    }
  }

  private static boolean isAddress(Value value) {
    return value instanceof Instruction cast
        && cast.opcode() == Opcode.CAST
        && cast.operand(0).type().isPointer();
  }

  /** An address and the difference of two may be the address of something else. */
  private void bringTogether(Instruction sum, Value address, Value difference) {
    if (holdsAddress(address) && holdsAddress(difference)) {
      boolean[] done = {false};
      solver.listen(
          node(address),
          at -> {
            if (!done[0]) {
              done[0] = true;
              include(difference, node(sum), Shift.TOGETHER);
            }
          });
    }
  }

  /** Parts of addresses are moved and put together, but nobody calculates with them. */
  private static boolean isNumber(Instruction instruction) {
    boolean part =
        instruction.type().isInteger() && instruction.type().size() < AbstractObject.WORD;
    return part
        && switch (instruction.opcode()) {
          case ADD,
              SUBTRACT,
              MULTIPLY,
              SIGNED_DIVIDE,
              UNSIGNED_DIVIDE,
              SIGNED_REMAINDER,
              UNSIGNED_REMAINDER ->
              true;
          default -> false;
        };
  }
}
