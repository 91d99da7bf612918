package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RehearsalTest {
  @TempDir private Path work;

  @Test
  void itsCommandsGetAsFarAsTheyShould() {
    assertThat(Rehearsal.commands(work))
        .extracting(command -> Said.by(command).exit())
        .containsExactly(
            ExitCode.NOTHING_FOUND,
            ExitCode.NOTHING_FOUND,
            ExitCode.RACES,
            ExitCode.TOOL_FAILED); // true records nothing
  }
}
