package fencepost.program.instrument;

import static org.bytedeco.llvm.global.LLVM.*;

import fencepost.program.flow.Loop;
import fencepost.program.instrument.LoopVersions.Hooked;
import fencepost.program.ir.Access;
import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Module;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import fencepost.program.llvm.Handles;
import fencepost.program.llvm.LlvmModule;
import fencepost.program.llvm.SwitchHooks;
import fencepost.program.pointsto.ModelCalls;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMMetadataRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.jspecify.annotations.Nullable;

/** Puts hooks in front of the marked accesses of one module, or in front of their loops. */
final class Instrumenter implements AutoCloseable {
  private final LlvmModule llvm;
  private final Hooks hooks;
  private final Module module;
  private final Marks marks;
  private final WholeProgram program;
  private final RangeWriter ranges;
  private final LoopVersions versions;
  private final Explanation explanation;

  /** In programs with threads. */
  private final @Nullable AtomicInstrumenter atomics;

  Instrumenter(
      LlvmModule llvm, Module module, Marks marks, WholeProgram program, Explanation explanation) {
    this.module = module;
    this.marks = marks;
    this.program = program;
    this.explanation = explanation;
    this.llvm = llvm;
    this.hooks = new Hooks(llvm, program.linkedWithRuntime(), program.threads());
    this.atomics = program.threads() ? new AtomicInstrumenter(llvm) : null;
    this.ranges = new RangeWriter(module, hooks);
    this.versions =
        new LoopVersions(llvm, module, ranges, explanation, program.linkedWithRuntime());
  }

  void run() {
    // As instructions, what debug information says of variables can be copied; as records it
    // cannot.
    LLVMSetIsNewDbgInfoFormat(llvm.module(), 0);
    module.definedFunctions().forEach(this::instrument);
    LLVMSetIsNewDbgInfoFormat(llvm.module(), 1);
    if (atomics != null) {
      module.definedFunctions().flatMap(Function::instructions).forEach(atomics::replace);
      SwitchHooks.add(llvm);
    }
  }

  private void instrument(Function function) {
    RangeFinder finder = new RangeFinder(function, program.quiet(), program.throwing());
    List<Hooked> hooked = new ArrayList<>();
    for (Block block : function.blocks()) {
      Set<Checked> checked = new HashSet<>();
      for (Instruction instruction : block.instructions()) {
        if (!program.quiet().isQuiet(instruction)) {
          checked.clear();
        }
        if (marks.isMarked(instruction)) {
          instrument(instruction, finder, checked, hooked);
          marks.unmark(instruction);
        }
        if (instruction instanceof Call call && isRecorded(call)) {
          hooks.before(Handles.value(call.handle()));
          hooks.calls();
        }
      }
    }
    Scopes.instrument(function, hooks);
    versions.write(finder, hooked);
  }

  /** Whether the runtime will take the place of the call, and record it. */
  private static boolean isRecorded(Call call) {
    Function target = call.target();
    return target != null && !target.defined() && ModelCalls.areRecorded(target.name());
  }

  /**
   * What has been checked since the last synchronisation: once is enough for a place in the source.
   *
   * @param place what LLVM knows it by; the same line is another place where it was inlined again
   */
  private record Checked(Value address, long size, Opcode opcode, long place) {}

  private void instrument(
      Instruction instruction, RangeFinder finder, Set<Checked> checked, List<Hooked> hooked) {
    if (instruction instanceof Call call) {
      copy(call);
      hooked.add(new Hooked(call, null));
      return;
    }
    Access access = (Access) instruction;
    if (atomics != null && access.atomic() && AtomicInstrumenter.knows(access)) {
      return; // the function that takes its place looks at the filter
    }
    boolean plain = access.opcode() == Opcode.LOAD || access.opcode() == Opcode.STORE;
    Range range = plain ? finder.find(access) : null;
    if (range != null) {
      explanation.hoisted(access, range);
      ranges.write(access, range, marks.variable(access));
      hooked.add(new Hooked(access, range));
    } else if (checked.add(
        new Checked(access.address(), access.size(), access.opcode(), place(access)))) {
      Loop mapped = plain && isAligned(access) ? finder.mapped(access) : null;
      if (mapped == null) {
        explanation.checked(access);
      } else {
        explanation.mapped(access);
      }
      check(access, mapped);
      hooked.add(new Hooked(access, null));
    } else {
      explanation.redundant(access);
    }
  }

  private static long place(Access access) {
    LLVMMetadataRef location = LLVMInstructionGetDebugLoc(Handles.value(access.handle()));
    return Handles.present(location) ? location.address() : 0;
  }

  /** Whether it cannot cross pages, nor elements of its size. */
  private static boolean isAligned(Access access) {
    return access.alignment() >= access.size()
        && Long.bitCount(access.size()) == 1
        && access.size() <= 16;
  }

  /**
   * Puts hooks in front of an access.
   *
   * @param mapped the loop in which one map is used for what the access touches; null if none
   */
  private void check(Access access, @Nullable Loop mapped) {
    LLVMValueRef instruction = Handles.value(access.handle());
    Sides sides = marks.sides(access);
    LLVMValueRef map = null;
    if (mapped != null) {
      Block preheader = Objects.requireNonNull(mapped.preheader());
      map = hooks.noMap(Handles.value(preheader.terminator().handle()));
    }
    hooks.before(instruction, instruction, marks.variable(access));
    LLVMValueRef address = LLVMGetOperand(instruction, access.opcode() == Opcode.STORE ? 1 : 0);
    if (map != null) {
      hooks.mapped(access.opcode() == Opcode.STORE, address, access.size(), map);
      return;
    }
    if (sides.load()) {
      hooks.access(false, address, access.size(), isAligned(access));
    }
    if (sides.store()) {
      hooks.access(true, address, access.size(), isAligned(access));
    }
  }

  private void copy(Call call) {
    explanation.checked(call);
    LLVMValueRef instruction = Handles.value(call.handle());
    hooks.before(instruction);
    Sides sides = marks.sides(call);
    if (sides.load()) {
      touch(false, call, LLVMGetOperand(instruction, 1));
    }
    if (sides.store()) {
      touch(true, call, LLVMGetOperand(instruction, 0));
    }
  }

  private void touch(boolean store, Call call, LLVMValueRef address) {
    if (call.arguments().get(2) instanceof Constant.Number size
        && size.value() > 0
        && size.value() <= hooks.pageSize()) {
      hooks.access(store, address, size.value(), false);
    } else {
      LLVMValueRef size = LLVMGetOperand(Handles.value(call.handle()), 2);
      hooks.range(store, address, size, List.of());
    }
  }

  @Override
  public void close() {
    hooks.close();
  }
}
