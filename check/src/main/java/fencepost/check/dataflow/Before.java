package fencepost.check.dataflow;

import fencepost.check.dataflow.Evaluator.View;
import fencepost.program.ir.Access;
import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was stored to variables shortly before an operation, on the only way that leads there. */
final class Before {
  private final DataflowCode code;
  private final Evaluator evaluator;
  private final Reach reach;
  private final Map<Sum, Sum> memory = new HashMap<>();

  /** What may have been stored to since. */
  private final Set<Object> changed = new HashSet<>();

  Before(DataflowCode code, Evaluator evaluator, Reach reach) {
    this.code = code;
    this.evaluator = evaluator;
    this.reach = reach;
  }

  /** The contents of variables in the function of the operation. */
  Map<Sum, Sum> memory(Call operation, Scope scope) {
    View view = View.of(scope, Map.of());
    Block block = operation.block();
    int from = operation.index();
    Set<Block> seen = new HashSet<>();
    while (seen.add(block)) {
      List<Instruction> instructions = block.instructions();
      for (int i = from - 1; i >= 0; i--) {
        look(instructions.get(i), view);
      }
      if (block.predecessors().size() != 1) {
        break;
      }
      block = block.predecessors().get(0);
      from = block.instructions().size();
    }
    return Map.copyOf(memory);
  }

  private void look(Instruction instruction, View view) {
    if (instruction instanceof Access access && access.writes()) {
      store(access, view);
    } else if (instruction instanceof Call call) {
      List<Function> callees = code.callees(call);
      callees.forEach(callee -> changed.addAll(reach.touchedBy(callee)));
      call.arguments().forEach(this::mayChange);
    }
  }

  private void store(Access store, View view) {
    Sum address = evaluator.value(store.address(), view);
    boolean known =
        store.opcode() == Opcode.STORE
            && address.terms().size() == 1
            && address.bases().stream()
                .allMatch(b -> b instanceof Symbol.Thing t && !changed.contains(t.origin()));
    if (known) {
      memory.putIfAbsent(address, evaluator.value(store.stored(), view));
    } else {
      mayChange(store.address());
    }
  }

  private void mayChange(Value address) {
    if (address.type().isPointer()) {
      code.pointsTo.pointees(address).forEach(place -> changed.add(place.origin()));
    }
  }
}
