package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.report.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong use: found before anything starts, told in one line, exit code 2. */
class OptionsTest {
  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "run --frob ./x | Unknown option: '--frob'; see fencepost run --help",
        "run | Missing required parameter: 'PROGRAM ARGS'; see fencepost run --help",
        "run -n abc ./x | 'abc' is not an int; see fencepost run --help",
        "run -n 0 ./x | -n must be at least 1, not 0",
        "run -n -1 ./x | -n must be at least 1, not -1",
        "run --timeout=0 ./x | --timeout must be at least 1 second, not 0",
        "run --timeout=-3 ./x | --timeout must be at least 1 second, not -3",
        "run --exit-code=300 ./x | --exit-code must be from 0 to 255, not 300",
        "run --exit-code=-1 ./x | --exit-code must be from 0 to 255, not -1",
        "run --json=/nonexistent/x ./x | /nonexistent/x cannot be written: there is no directory /nonexistent",
        "run --json=DIR ./x | it is a directory",
        "run --html=/nonexistent/x ./x | /nonexistent/x cannot be written",
        "run --sarif=DIR/r --junit=DIR/r ./x | DIR/r is named for two reports",
        "run --baseline=DIR/nope ./x | cannot read the report DIR/nope: there is no file",
        "check --baseline=DIR/file x.c | cannot use the report DIR/file: it is not JSON",
        "diff DIR/nope DIR/file | cannot read the report DIR/nope: there is no file",
        "run --record=DIR/file/x ./x | cannot be made",
        "run --suppress=DIR/nope ./x | there is no file or directory DIR/nope",
        "run --suppress=DIR/latin1 ./x | it is not text in UTF-8",
        "run --runs=0 ./x | --runs must be at least 1, not 0",
        "run --runs=2 --record=DIR/trace ./x | --record keeps the trace of one run",
        "run --shake=x ./x | 'x' is not a long",
        "run --shake DIR/missing | there is no program DIR/missing",
        "run --model=frob ./x | there is no model frob",
        "run --launcher= ./x | --launcher names no command",
        "run --launcher=a'b ./x | --launcher has a quote that is not closed",
        "run --launcher=no-such-launcher ./x | there is no launcher no-such-launcher",
        "run --strict=frob ./x | Invalid value for option '--strict'",
        "run DIR/missing | there is no program DIR/missing",
        "run DIR/file | DIR/file may not be executed",
        "run DIR/foreign | DIR/foreign is a program for",
        "run DIR/missing.c | there is no file DIR/missing.c",
        "check -n 0 x.c | -n must be at least 1, not 0",
        "check -n 2,x x.c | 'x' is not an int",
        "check --budget=-1 x.c | --budget must be more than 0 seconds, not -1.0",
        "check --exit-code=256 x.c | --exit-code must be from 0 to 255, not 256",
        "check --args=' x.c | --args has a quote that is not closed",
        "check DIR/missing.c | there is no file DIR/missing.c",
        "analyze DIR/nope | cannot read the trace in DIR/nope: there is no file",
        "analyze --json=/nonexistent/x DIR | cannot be written",
        "frob | Unmatched argument at index 0: 'frob'; see fencepost --help",
      })
  void wrongUseIsToldInOneLine(String arguments, String message) throws IOException {
    Files.writeString(directory.resolve("file"), "text");
    Files.write(directory.resolve("latin1"), new byte[] {'#', (byte) 0xe4, '\n'});
    foreignProgram(directory.resolve("foreign"));
    String[] words = arguments.replace("DIR", directory.toString()).split(" ");
    Said output = Said.by(words);
    assertThat(output.exit()).as(output.errors()).isEqualTo(ExitCode.WRONG_USE);
    assertThat(output.errors())
        .startsWith("fencepost: ")
        .contains(message.replace("DIR", directory.toString()))
        .hasLineCount(1);
  }

  @Test
  void everyCommandSaysItsVersionAndItsHelp() {
    List<String> compilers = List.of("cc", "c++", "fc");
    for (String command : Main.commands().getSubcommands().keySet()) {
      if (command.equals("help")) {
        continue;
      }
      assertThat(Said.by(command, "--help").text())
          .startsWith("Usage: fencepost " + command)
          .contains("\nExamples:\n", "\n  fencepost " + command);
      if (!compilers.contains(command)) {
        assertThat(Said.by(command, "-V").text()).isEqualTo("fencepost 1.0.0\n");
      }
    }
    for (String command : Main.commands().getSubcommands().get("bench").getSubcommands().keySet()) {
      assertThat(Said.by("bench", command, "--help").text())
          .contains("\nExamples:\n  fencepost bench " + command);
    }
  }

  @Test
  void aRuleIsExplainedAndOthersAreListed() {
    assertThat(Said.by("explain").text())
        .hasLineCount(Rule.values().length)
        .contains("buffer-in-use    a buffer is used");
    for (Rule rule : Rule.values()) {
      assertThat(Said.by("explain", rule.id()).text()).startsWith("# " + rule.id() + "\n");
    }
    assertThat(Said.by("explain", "frob").errors())
        .isEqualTo("fencepost: there is no rule frob; see fencepost explain\n");
  }

  @Test
  void compilersHaveHelpOfTheirOwn() {
    assertThat(Said.by("cc", "--help").text())
        .contains("--model=", "--fast", "-Wrace", "mpicc --help");
    assertThat(Said.by("c++", "--help").text()).contains("fencepost c++", "mpicxx --help");
    assertThat(Said.by("fc", "--help").text()).contains("FENCEPOST_FC", "mpifort --help");
  }

  @Test
  void aNameThatIsHostileToTerminalsIsSpelledOut() {
    assertThat(Said.by("run", "./\u001b[2Jx").errors()).contains("there is no program ./\\x1b[2Jx");
  }

  @Test
  void wordsOfALauncherAreQuotedAsInAShell() {
    assertThat(words("srun  -n 2")).containsExactly("srun", "-n", "2");
    assertThat(words("a 'b c' \"d 'e'\" f\\ g")).containsExactly("a", "b c", "d 'e'", "f g");
    assertThat(words("a '' \"\\\"\" '\\'")).containsExactly("a", "", "\"", "\\");
    assertThat(words("x'y'z")).containsExactly("xyz");
    assertThat(words(Words.quoted("it's") + " " + Words.quoted("a b")))
        .containsExactly("it's", "a b");
  }

  private static List<String> words(String text) {
    return Words.of("--launcher", text);
  }

  /** The beginning of an ELF file for a machine that this one is not. */
  private static void foreignProgram(Path file) throws IOException {
    byte[] header = new byte[64];
    header[0] = 0x7f;
    header[1] = 'E';
    header[2] = 'L';
    header[3] = 'F';
    header[18] = (byte) (System.getProperty("os.arch").equals("amd64") ? 183 : 62);
    Files.write(file, header);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
