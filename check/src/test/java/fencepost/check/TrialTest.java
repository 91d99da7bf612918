package fencepost.check;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.check.library.Inputs;
import fencepost.check.machine.Image;
import fencepost.check.machine.Machine;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.LlvmModule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TrialTest {
  private static final String PROGRAM =
      """
      define i32 @main() {
        ret i32 0
      }
      """;

  @Test
  void aTrialWhoseTimeIsUpBeforeTheEngineHasHeardAnythingStillReports() {
    try (LlvmModule module = LlvmModule.parse(PROGRAM)) {
      Trial trial =
          new Trial(
              new Image(ModuleReader.read(module)),
              new Trial.Setting(2, new Inputs(List.of(), true), Map.of()),
              Set.of(),
              new Budget(0),
              () -> {});
      Trial.Outcome outcome = trial.run();
      assertThat(outcome.ending()).isEqualTo(Machine.Ending.STOPPED);
      assertThat(outcome.complete()).isFalse();
      assertThat(outcome.findings()).isEmpty();
    }
  }
}
