package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be installed: what the table of packages names, and nothing that a user names. */
class InstallationTest {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "FENCEPOST_CC=no-such-compiler",
        "FENCEPOST_CC='-o Debug::NoLocking=1'",
        "FENCEPOST_CC='mpicc; touch stolen'",
        "FENCEPOST_CC='$(touch stolen)'",
        "OMPI_CC=no-such-compiler",
        "OMPI_CC='no-such-compiler --reinstall'",
      })
  void whatTheEnvironmentNamesIsNotInstalled(String variable) throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Files.writeString(directory.resolve("x.c"), "int main(void) { return 0; }\n");
    assertThat(tool.run(variable + " ./fencepost cc -c x.c 2>&1; echo exit $?"))
        .contains("fencepost: there is no command '", "exit 2")
        .doesNotContain("apt-get", "installing");
    assertThat(directory.resolve("stolen")).doesNotExist();
  }

  @Test
  void whatIsMissingIsOnlyNamedIfNothingMayBeInstalled() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Path bin = Files.createDirectory(directory.resolve("bin"));
    for (String command : List.of("sh", "env", "id", "dirname")) {
      script(bin.resolve(command), "exec " + Shell.find(command).orElseThrow() + " \"$@\"");
    }
    String setting = "unset FENCEPOST_CC; FENCEPOST_NO_INSTALL=1 PATH=$PWD/bin ";
    assertThat(tool.run(setting + "./fencepost cc -c x.c 2>&1; echo exit $?"))
        .contains(
            "sudo apt-get install -y --no-install-recommends libopenmpi-dev gcc openmpi-bin",
            "exit 2");
  }

  @Test
  void thePackageManagerOfTheSystemIsNamed() {
    assertThat(Packages.Manager.among("dnf"::equals).line(Set.of("g++")))
        .isEqualTo("dnf install gcc-c++");
    assertThat(Packages.Manager.among("zypper"::equals).line(Set.of("gfortran")))
        .isEqualTo("zypper install gcc-fortran");
    assertThat(Packages.Manager.among("apt-get"::equals).line(Set.of("mpirun")))
        .isEqualTo("apt-get install -y --no-install-recommends openmpi-bin");
  }

  @Test
  void doctorSaysWhatDoesNotWork() throws IOException {
    TestTool tool = new TestTool(directory, TestToolchain.GCC_OPEN_MPI);
    Path bin = Files.createDirectory(directory.resolve("bin"));
    Path broken = bin.resolve("mpicc");
    script(broken, "echo -------\necho The compiler is gone.\nexit 1");
    assertThat(tool.run("PATH=$PWD/bin:$PATH ./fencepost doctor; echo exit $?"))
        .contains(broken + "  does not work: The compiler is gone.", "exit 2")
        .contains("something is missing or does not work");
  }

  private static void script(Path file, String commands) throws IOException {
    Shell.script(file, "#!/bin/sh\n" + commands + "\n");
  }
}
