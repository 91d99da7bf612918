package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A newcomer's path: the command blocks of the pages are run, from top to bottom, in a directory
 * with the examples. A block of {@code sh} must succeed; in one of {@code console}, each command
 * behind a {@code $} must print what follows it, numbers aside.
 */
@Tag("packaged")
@Execution(ExecutionMode.CONCURRENT)
class DocumentationTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\S*)([^\n]*)\n(.*?)^```$");
  private static final Pattern COMMAND =
      Pattern.compile("(?m)^(\\$ |\\./fencepost |fencepost |\\./test|mpi(cc|run) )");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
  private static final Pattern REASON = Pattern.compile("  (why|fix): .*|       \\S.*");
  private static final int SCREEN = 48;

  /** Open MPI starts four processes on a small machine, and as root. */
  private static final String ANYWHERE =
      "export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_ALLOW_RUN_AS_ROOT=1"
          + " OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1\n";

  @TempDir Path directory = Path.of("");

  private record Block(String language, String remark, String text, int line) {}

  private static List<Path> all() throws IOException {
    List<Path> pages = new ArrayList<>();
    pages.add(PackagedTool.CHECKOUT.resolve("README.md"));
    pages.add(PackagedTool.CHECKOUT.resolve("CONTRIBUTING.md"));
    for (String folder : List.of("docs", "testbed")) {
      try (Stream<Path> files = Files.walk(PackagedTool.CHECKOUT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
      }
    }
    return pages;
  }

  /** All pages with commands in the long tests, else the first that a newcomer reads. */
  static Stream<Path> pages() throws IOException {
    return all().stream()
        .filter(page -> PackagedTool.LONG || page.endsWith("README.md"))
        .filter(page -> blocks(page).stream().anyMatch(DocumentationTest::isRun));
  }

  private static boolean isRun(Block block) {
    boolean run = block.language.equals("sh") || block.language.equals("console");
    return run
        && switch (block.remark.strip()) {
          case "" -> true;
          case "long" -> PackagedTool.LONG;
          case "elsewhere" -> false; // needs what this machine does not have
          default -> throw new AssertionError("line " + block.line + ": " + block.remark);
        };
  }

  private static List<Block> blocks(Path page) {
    try {
      String text = Files.readString(page);
      return BLOCK
          .matcher(text)
          .results()
          .map(
              m ->
                  new Block(
                      m.group(1),
                      m.group(2),
                      m.group(3),
                      (int) text.substring(0, m.start()).lines().count() + 1))
          .toList();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void everyCommandDoesWhatThePageSays(Path page) throws IOException {
    PackagedTool.succeed(
        directory,
        "cp -r %1$s/examples %1$s/testbed . && mkdir bin".formatted(PackagedTool.CHECKOUT));
    script("fencepost", "exec " + PackagedTool.CHECKOUT.resolve("fencepost") + " \"$@\"");
    script("test", "true # it is what runs this");
    script("bin/srun", "exec mpirun \"$@\"");
    for (Block block : blocks(page)) {
      if (isRun(block)) {
        run(block);
      }
    }
  }

  private void script(String name, String command) throws IOException {
    Shell.script(directory.resolve(name), "#!/bin/sh\n" + command + "\n");
  }

  private void run(Block block) throws IOException {
    if (block.language.equals("sh")) {
      PackagedTool.succeed(directory, ANYWHERE + "set -euo pipefail\n" + block.text);
      return;
    }
    for (String part : block.text.split("(?m)^\\$ ")) {
      if (!part.isBlank()) {
        String command = part.lines().findFirst().orElseThrow();
        List<String> expected = part.lines().skip(1).filter(line -> !line.isBlank()).toList();
        PackagedTool.Output output = PackagedTool.run(directory, command);
        boolean races = expected.stream().anyMatch(line -> line.startsWith("RACE "));
        assertThat(output.exit()).as(output.text()).isEqualTo(races ? ExitCode.RACES : 0);
        assertHasForm(output.text(), expected);
      }
    }
  }

  /** The lines come in this order; numbers, and how reasons and fixes go on, may differ. */
  private static void assertHasForm(String output, List<String> expected) {
    StringBuilder form = new StringBuilder("(?s).*");
    for (String line : expected) {
      if (REASON.matcher(line).matches()) {
        form.append(line.startsWith("       ") ? "" : Pattern.quote(line.substring(0, 6)) + ".*");
      } else {
        Matcher numbers = Pattern.compile("\\d+").matcher(line);
        int end = 0;
        while (numbers.find()) {
          form.append(Pattern.quote(line.substring(end, numbers.start()))).append("\\d+");
          end = numbers.end();
        }
        form.append(Pattern.quote(line.substring(end))).append("\n.*");
      }
    }
    assertThat(output).matches(form.toString());
  }

  @Test
  void everyBlockWithACommandIsOneThatIsRun() throws IOException {
    for (Path page : all()) {
      for (Block block : blocks(page)) {
        if (!block.language.matches("sh|console")) {
          assertThat(COMMAND.matcher(block.text).find()).as(page + ":" + block.line).isFalse();
        }
      }
    }
  }

  @Test
  void readmeHasTwoScreensAndTwoCommandsOnTheFirst() throws IOException {
    Path readme = PackagedTool.CHECKOUT.resolve("README.md");
    List<String> lines = Files.readAllLines(readme);
    assertThat(lines).hasSizeLessThanOrEqualTo(2 * SCREEN);
    String first = String.join("\n", lines.subList(0, SCREEN));
    assertThat(COMMAND.matcher(first).results()).hasSize(2);
  }

  @Test
  void linksLeadSomewhere() throws IOException {
    for (Path page : all()) {
      for (Matcher link = LINK.matcher(Files.readString(page)); link.find(); ) {
        assertThat(page.resolveSibling(link.group(1))).as(page.toString()).exists();
      }
    }
  }
}
