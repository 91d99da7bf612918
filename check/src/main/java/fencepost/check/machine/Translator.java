package fencepost.check.machine;

import fencepost.program.ir.Access;
import fencepost.program.ir.AddressOf;
import fencepost.program.ir.Argument;
import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Comparison;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.IrType;
import fencepost.program.ir.MemoryOrder;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Phi;
import fencepost.program.ir.Value;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes steps of the instructions of one function. */
final class Translator {
  private final Image image;
  private final Function function;
  private final IdentityHashMap<Value, Integer> registers = new IdentityHashMap<>();
  private final IdentityHashMap<Block, Step> starts = new IdentityHashMap<>();
  private final IdentityHashMap<Jumps.Edge, Block> edges = new IdentityHashMap<>();
  private final List<Long> constants = new ArrayList<>();
  private int next;
  private @Nullable Step first;
  private @Nullable Step last;

  Translator(Image image, Function function) {
    this.image = image;
    this.function = function;
  }

  /** Returns the first step, and tells the code how its registers are laid out. */
  Step translate(MachineCode code) {
    layOut(code);
    for (Block block : function.blocks()) {
      first = null;
      last = null;
      block.instructions().forEach(this::add);
      starts.put(block, first == null ? add(new Steps.Skip()) : first);
    }
    edges.forEach((edge, block) -> edge.target = starts.get(block));
    Step entry = starts.get(function.blocks().get(0));
    if (entry == null) {
      throw new IllegalStateException(function.name());
    }
    return entry;
  }

  /** Whether some execution has come to a block of the function, which was called. */
  boolean isReached(Block block) {
    return block == function.blocks().get(0)
        || edges.entrySet().stream()
            .anyMatch(edge -> edge.getValue() == block && edge.getKey().taken);
  }

  // ---- registers ----

  private void layOut(MachineCode code) {
    function
        .instructions()
        .flatMap(instruction -> instruction.operands().stream())
        .filter(operand -> !(operand instanceof Instruction) && !(operand instanceof Argument))
        .forEach(this::addConstant);
    next = constants.size();
    code.firstArgument = next;
    for (Argument argument : function.arguments()) {
      allocate(argument);
    }
    code.arguments = next - code.firstArgument;
    function.instructions().filter(i -> !sharesRegister(i)).forEach(this::allocate);
    function.instructions().filter(Translator::sharesRegister).forEach(this::share);
    long[] initial = new long[next];
    for (int i = 0; i < constants.size(); i++) {
      initial[i] = constants.get(i);
    }
    code.constants = initial;
  }

  private void addConstant(Value constant) {
    if (!registers.containsKey(constant)) {
      registers.put(constant, constants.size());
      for (long word : image.constants().words(constant, MachineConstants.words(constant))) {
        constants.add(word);
      }
    }
  }

  private void allocate(Value value) {
    registers.put(value, next);
    next += MachineConstants.words(value);
  }

  /** Whether its value is the same bits as its operand. */
  private static boolean sharesRegister(Instruction instruction) {
    return switch (instruction.opcode()) {
      case FREEZE -> true;
      case CAST ->
          instruction.type().kind() != IrType.Kind.AGGREGATE
              && instruction.type().bits() == instruction.operand(0).type().bits()
              && instruction.type().bits() > 32;
      case SIGN_EXTEND ->
          instruction.operand(0).type().bits() > 1 && instruction.type().bits() <= 64;
      default -> false;
    };
  }

  private int share(Value value) {
    Integer known = registers.get(value);
    if (known != null) {
      return known;
    }
    int register = share(((Instruction) value).operand(0));
    registers.put(value, register);
    return register;
  }

  private int register(Value value) {
    Integer register = registers.get(value);
    if (register == null) {
      throw new IllegalStateException(value + " has no register");
    }
    return register;
  }

  // ---- steps ----

  private Step add(Step step) {
    if (last == null) {
      first = step;
    } else {
      last.next = step;
    }
    last = step;
    return step;
  }

  private void add(Instruction i) {
    switch (i.opcode()) {
      case ALLOCA -> add(new Steps.Allocate(register(i), register(i.operand(0)), i.number()));
      case LOAD -> load((Access) i);
      case STORE -> store((Access) i);
      case UPDATE, EXCHANGE ->
          add(new AtomicStep((Access) i, register(i), image.site(i), this::register));
      case ADDRESS -> address((AddressOf) i);
      case PHI, LANDING_PAD -> {}
      case MEMORY_FENCE -> {
        MemoryOrder order = MemoryOrder.of((int) i.number());
        add(new AtomicAccess(i.opcode(), order, null, 0, image.site(i)));
      }
      case RESUME -> add(new CallSteps.Resume(register(i.operand(0)), image.site(i)));
      case SELECT ->
          add(
              new Steps.Select(
                  register(i),
                  register(i.operand(0)),
                  register(i.operand(1)),
                  register(i.operand(2)),
                  MachineConstants.words(i)));
      case CALL -> call((Call) i);
      case RETURN -> returns(i);
      case BRANCH -> branch(i);
      case SWITCH -> choose(i);
      case COMPARE -> {
        Comparison.Relation relation = ((Comparison) i).relation();
        add(
            relation == Comparison.Relation.OTHER || i.operand(0).type().bits() > 64
                ? unsupported(i)
                : new Steps.Compare(
                    register(i), register(i.operand(0)), register(i.operand(1)), relation));
      }
      case EXTRACT ->
          add(
              new Steps.Extract(
                  register(i),
                  register(i.operand(0)),
                  i.number(),
                  (int) i.type().size(),
                  i.type().isInteger() ? i.type().bits() : 0));
      case INSERT ->
          add(
              new Steps.Insert(
                  register(i),
                  register(i.operand(0)),
                  MachineConstants.words(i),
                  register(i.operand(1)),
                  i.number(),
                  (int) i.operand(1).type().size()));
      case UNREACHABLE ->
          add(new Steps.Stop(Halt.fault("code that cannot be reached, " + place(i))));
      default -> compute(i);
    }
  }

  private String place(Instruction i) {
    return String.valueOf(i.location());
  }

  private Step unsupported(Instruction i) {
    return new Steps.Stop(
        Halt.unmodelled("instruction " + i.opcode() + " of " + i.type() + " at " + place(i)));
  }

  private void load(Access i) {
    int size = isWide(i.type()) ? 8 : (int) i.size();
    access(i, Load.of(register(i), register(i.address()), size, image.site(i)));
  }

  private void store(Access i) {
    int size = isWide(i.stored().type()) ? 8 : (int) i.size();
    access(i, Store.of(register(i.stored()), register(i.address()), size, image.site(i)));
  }

  private void access(Access i, Step step) {
    add(
        i.atomic()
            ? new AtomicAccess(i.opcode(), i.order(), step, register(i.address()), image.site(i))
            : step);
  }

  /** Wider than a double, but kept as one. */
  private static boolean isWide(IrType type) {
    return type.kind() == IrType.Kind.FLOAT && type.bits() > 64;
  }

  private void address(AddressOf i) {
    int base = register(i.base());
    List<AddressOf.Term> terms = i.terms();
    if (terms.isEmpty()) {
      add(new Steps.Shift(register(i), base, i.offset()));
      return;
    }
    long offset = i.offset();
    for (AddressOf.Term term : terms) {
      add(new Steps.Address(register(i), base, register(term.index()), term.scale(), offset));
      base = register(i);
      offset = 0;
    }
  }

  private void compute(Instruction i) {
    if (sharesRegister(i)) {
      return;
    }
    IrType type = i.type();
    Opcode opcode = i.opcode();
    if (i.operands().size() == 2 && opcode != Opcode.FLOAT_COMPARE) {
      add(arithmetic(i, opcode, type));
      return;
    }
    if (opcode == Opcode.FLOAT_COMPARE && i.operand(0).type().bits() > 0) {
      boolean single = Reals.isFloat(i.operand(0).type());
      int relation = (int) i.number();
      add(
          new Arithmetic.Other(
              register(i),
              register(i.operand(0)),
              register(i.operand(1)),
              opcode,
              (a, b) ->
                  Reals.compare(relation, Reals.value(a, single), Reals.value(b, single)) ? 1 : 0));
      return;
    }
    LongUnaryOperator conversion =
        i.operands().size() == 1 ? conversion(opcode, i.operand(0).type(), type) : null;
    add(
        conversion == null
            ? unsupported(i)
            : new Steps.Convert(register(i), register(i.operand(0)), opcode, conversion));
  }

  private Step arithmetic(Instruction i, Opcode opcode, IrType type) {
    int to = register(i);
    int a = register(i.operand(0));
    int b = register(i.operand(1));
    boolean whole = type.isInteger() && type.bits() == 32;
    boolean longer = type.isInteger() && type.bits() == 64;
    boolean real = type.kind() == IrType.Kind.FLOAT && type.bits() >= 64;
    switch (opcode) {
      case ADD -> {
        if (whole || longer) {
          return whole ? new Arithmetic.Add32(to, a, b) : new Arithmetic.Add64(to, a, b);
        }
      }
      case SUBTRACT -> {
        if (whole || longer) {
          return whole ? new Arithmetic.Subtract32(to, a, b) : new Arithmetic.Subtract64(to, a, b);
        }
      }
      case MULTIPLY -> {
        if (whole || longer) {
          return whole ? new Arithmetic.Multiply32(to, a, b) : new Arithmetic.Multiply64(to, a, b);
        }
      }
      case FLOAT_ADD -> {
        if (real) {
          return new Arithmetic.FloatAdd(to, a, b);
        }
      }
      case FLOAT_SUBTRACT -> {
        if (real) {
          return new Arithmetic.FloatSubtract(to, a, b);
        }
      }
      case FLOAT_MULTIPLY -> {
        if (real) {
          return new Arithmetic.FloatMultiply(to, a, b);
        }
      }
      default -> {}
    }
    LongBinaryOperator operator =
        type.isInteger() && type.bits() <= 64
            ? Integers.operator(opcode, type.bits())
            : type.bits() > 0 && type.kind() == IrType.Kind.FLOAT
                ? Reals.operator(opcode, Reals.isFloat(type))
                : null;
    return operator == null ? unsupported(i) : new Arithmetic.Other(to, a, b, opcode, operator);
  }

  private static @Nullable LongUnaryOperator conversion(Opcode opcode, IrType from, IrType to) {
    if (from.bits() == 0 || to.bits() == 0 || (to.isInteger() && to.bits() > 64)) {
      return null;
    }
    int width = from.bits();
    boolean single = Reals.isFloat(from);
    boolean toSingle = Reals.isFloat(to);
    return switch (opcode) {
      case ZERO_EXTEND -> a -> Integers.unsigned(a, width);
      case SIGN_EXTEND -> a -> width == 1 ? -a : a;
      case TRUNCATE -> a -> Integers.signed(a, to.bits());
      case CAST -> a -> to.isInteger() ? Integers.signed(a, to.bits()) : a;
      case FLOAT_NEGATE -> a -> Reals.bits(-Reals.value(a, single), single);
      case FLOAT_TO_FLOAT -> a -> Reals.bits(Reals.value(a, single), toSingle);
      case FLOAT_TO_SIGNED -> a -> Integers.signed((long) Reals.value(a, single), to.bits());
      case FLOAT_TO_UNSIGNED ->
          a -> Integers.signed(Reals.toUnsigned(Reals.value(a, single)), to.bits());
      case SIGNED_TO_FLOAT -> a -> Reals.bits((double) (width == 1 ? -a : a), toSingle);
      case UNSIGNED_TO_FLOAT -> a -> Reals.bits(Reals.ofUnsigned(a, width), toSingle);
      default -> null;
    };
  }

  // ---- ways to go on ----

  private Jumps.Edge edge(Block from, Block to) {
    List<Integer> sources = new ArrayList<>();
    List<Integer> targets = new ArrayList<>();
    for (Instruction instruction : to.instructions()) {
      if (instruction instanceof Phi phi) {
        Value value = phi.from(from);
        for (int word = 0; word < MachineConstants.words(phi); word++) {
          sources.add(register(value) + word);
          targets.add(register(phi) + word);
        }
      }
    }
    Jumps.Edge edge = new Jumps.Edge(array(sources), array(targets));
    edges.put(edge, to);
    return edge;
  }

  private static int[] array(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private void branch(Instruction i) {
    Block block = i.block();
    List<Block> targets = block.successors();
    if (targets.size() == 1) {
      add(new Jumps.Go(edge(block, targets.get(0))));
      return;
    }
    // LLVM gives the operands of a branch in reverse, its successors not.
    Jumps.Edge yes = edge(block, targets.get(0));
    Jumps.Edge no = edge(block, targets.get(1));
    int condition = register(i.operand(0));
    if (last instanceof Steps.Compare compare && compare.to == condition) {
      Step merged = new Jumps.CompareAndBranch(compare, yes, no);
      replaceLast(compare, merged);
    } else {
      add(new Jumps.Branch(condition, yes, no));
    }
  }

  private void replaceLast(Step old, Step merged) {
    if (first == old) {
      first = merged;
    }
    Step before = first;
    while (before != null && before.next != old) {
      before = before.next;
    }
    if (before != null) {
      before.next = merged;
    }
    last = merged;
  }

  private void choose(Instruction i) {
    Block block = i.block();
    Jumps.Switch step =
        new Jumps.Switch(register(i.operand(0)), edge(block, block.successors().get(0)));
    for (int n = 1; n < block.successors().size(); n++) {
      Value number = i.operand(n);
      step.add(
          number instanceof Constant ? image.constants().word(number) : 0,
          edge(block, block.successors().get(n)));
    }
    add(step);
  }

  private void returns(Instruction i) {
    if (i.operands().isEmpty()) {
      add(new Jumps.Return(-1, 0, image.site(i)));
    } else {
      Value value = i.operand(0);
      add(new Jumps.Return(register(value), MachineConstants.words(value), image.site(i)));
    }
  }

  // ---- calls ----

  private void call(Call i) {
    List<Value> arguments = i.arguments();
    String name = i.name();
    if (!Intrinsics.isNothing(name)) {
      int[] from = arguments.stream().mapToInt(this::register).toArray();
      int[] words = arguments.stream().mapToInt(MachineConstants::words).toArray();
      long[] copied = new long[from.length];
      for (int n = 0; n < copied.length; n++) {
        copied[n] = i.copied(n);
      }
      int result = i.type().kind() == IrType.Kind.VOID ? -1 : register(i);
      add(step(i, new CallSteps.Passed(from, words, copied), result));
    }
    if (!i.block().successors().isEmpty() && i.block().terminator() == i) {
      Block normal = i.block().successors().get(0);
      Block unwind = i.block().successors().get(1);
      add(new Jumps.AfterInvoke(edge(i.block(), normal), edge(i.block(), unwind), landing(unwind)));
    }
  }

  private Landing landing(Block block) {
    Instruction pad =
        block.instructions().stream()
            .filter(i -> i.opcode() == Opcode.LANDING_PAD)
            .findFirst()
            .orElseThrow();
    int[] types = pad.operands().stream().mapToInt(this::register).toArray();
    return new Landing(register(pad), types, pad.number() != 0);
  }

  private Step step(Call i, CallSteps.Passed passed, int result) {
    int site = image.site(i);
    List<IrType> types = i.arguments().stream().map(Value::type).toList();
    Function target = target(i.callee());
    String name = target == null ? "" : target.name();
    int number = target == null ? -1 : image.libraryFunction(name);
    LibraryCall library =
        new LibraryCall(name, number, passed.from(), types, result, i.type(), site);
    if (i.callee() instanceof Constant.Assembler) {
      return i.type().kind() == IrType.Kind.VOID ? new Steps.Skip() : unsupported(i);
    } else if (target == null) {
      return new CallSteps.Indirect(register(i.callee()), result, passed, library, site);
    }
    MachineCode code = image.code(target);
    return code == null ? library : new CallSteps.Call(code, result, passed, site);
  }

  private @Nullable Function target(Value callee) {
    if (callee instanceof Function named) {
      return named;
    }
    return callee instanceof fencepost.program.ir.GlobalVariable alias && alias.isAlias()
        ? image.functionAt(image.address(alias))
        : null;
  }
}
