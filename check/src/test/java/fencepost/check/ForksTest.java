package fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.check.library.CLibrary;
import fencepost.check.library.Inputs;
import fencepost.check.machine.Image;
import fencepost.check.machine.Machine;
import fencepost.check.machine.Unknowns;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.LlvmModule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForksTest {
  private static final String TWO_GUARDS =
      """
      declare i32 @input()
      define i32 @main() {
        %x = call i32 @input()
        %small = icmp slt i32 %x, 5
        br i1 %small, label %first, label %end
      first:
        %large = icmp sgt i32 %x, BOUND
        br i1 %large, label %second, label %end
      second:
        br label %end
      end:
        ret i32 0
      }
      """;

  private static List<Map<Integer, Long>> forks(String bound) {
    try (LlvmModule module = LlvmModule.parse(TWO_GUARDS.replace("BOUND", bound))) {
      Unknowns unknowns = new Unknowns(Map.of());
      Machine machine = new Machine(new Image(ModuleReader.read(module)), 1, unknowns);
      machine.add(new CLibrary(new Inputs(List.of(), true)));
      machine.run(Machine.Order.USUAL, 1000, () -> true, 0, 1, 0);
      return Forks.of(unknowns, Map.of()).stream().map(Forks.Fork::values).toList();
    }
  }

  @Test
  void everyDecisionIsTakenDifferentlyOnce() {
    assertThat(forks("2")).containsExactly(Map.of(0, 5L), Map.of(0, 3L));
  }

  @Test
  void contradictoryGuardsAreRejected() {
    assertThat(forks("7")).containsExactly(Map.of(0, 5L));
  }
}
