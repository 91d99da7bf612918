package fencepost.bench.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The known tools' reports, in the formats that their authors have published. */
class AdaptersTest {
  @TempDir Path work = Path.of("");

  /** As in the OpenSHMEM prototype of MUST: frames of wrappers and of the tool are among them. */
  private static final String MUST =
      """
      ==================
      WARNING: ThreadSanitizer: data race (pid=584)
        Write of size 1 at 0x7fa080002250 by thread T17:
          #0 PMPI_Put /opt/must/externals/PnMPI/src/pnmpi/wrapper_c.c:88290 (libpnmpi.so+0x39c430)
          #1 <null> <null> (0xfffffffffffffff)
          #2 main /home/me/cases/x.c:34:9 (a.out+0x4b9c2c)

        Previous read of size 4 at 0x7fa080002250 by main thread:
          #0 main /home/me/cases/x.c:41:51 (a.out+0x4b9c48)

        Thread T17 'rank 0' (tid=0, running) created by thread T3 at:
          #0 must::TSan::createFiber(unsigned int) /opt/must/TSan.cpp:183:50 (libtSan.so+0x7d4c6)

      SUMMARY: ThreadSanitizer: data race /opt/must/wrapper_c.c:88290 in PMPI_Put
      ==================
      ThreadSanitizer: reported 1 warnings
      """;

  private static final String PARCOACH_DYNAMIC =
      """
      Error when inserting memory access of type LOCAL_WRITE from file x.c at line 41 with already \
      inserted interval of type RMA_READ from file x.c at line 34.
      The program will be exiting now with MPI_Abort.
      """;

  private static final String PARCOACH_STATIC =
      """
      (2) Local concurrency errors detection ...
      \033[0;31mLocalConcurrency detected: conflit with the following instructions:\s
      \033[0m  store i32 42, ptr %buf, align 4, !dbg !60\033[0;32m - LINE 41 in x.c\033[0;31m
      AND
      \033[0m  %call = call i32 @MPI_Get(ptr %buf), !dbg !58\033[0;32m - LINE 34 in x.c\033[0m
      done
      """;

  /** As the paper on the static analysis prints it. */
  private static final String PARCOACH_PAPER =
      """
      [STATIC ANALYSIS] LocalConcurrency detected:
      conflict with MPI_Get line 41 in x.c AND
      MPI_Get line 34 in x.c
      """;

  @Test
  void aReportOfMustNamesBothLines() throws IOException {
    namesBothLines("must", MUST);
  }

  @Test
  void aReportOfParcoachAtRunTimeNamesBothLines() throws IOException {
    namesBothLines("parcoach-dynamic", PARCOACH_DYNAMIC);
  }

  @Test
  void aReportOfParcoachAtCompileTimeNamesBothLines() throws IOException {
    namesBothLines("parcoach-static", PARCOACH_STATIC);
    namesBothLines("parcoach-static", PARCOACH_PAPER);
  }

  @Test
  void twoReportsOfAToolAreTwoRaces() throws IOException {
    String second = MUST.replace(":41:", ":50:");
    assertThat(verdict("must", MUST + second).races()).hasSize(2);
  }

  @Test
  void outputWithoutAReportIsNoRace() throws IOException {
    for (String name : List.of("must", "parcoach-dynamic", "parcoach-static")) {
      assertThat(verdict(name, "[MUST-REPORT] no errors\n(2) Local concurrency ...done\n").races())
          .as(name)
          .isEmpty();
    }
  }

  @Test
  void anUnknownToolIsNamedInTheMessage() {
    assertThatThrownBy(() -> Adapter.named("nosuchtool")).hasMessageContaining("nosuchtool");
  }

  private void namesBothLines(String name, String output) throws IOException {
    List<SourceLine> pair = List.of(new SourceLine("x.c", 34), new SourceLine("x.c", 41));
    Verdict verdict = verdict(name, output);
    assertThat(verdict.races()).hasSize(1);
    assertThat(verdict.races().get(0)).containsExactlyInAnyOrderElementsOf(pair);
    assertThat(verdict.names(pair)).isTrue();
    assertThat(verdict.names(List.of(pair.get(0), new SourceLine("x.c", 40)))).isFalse();
  }

  /** What the tool's adapter makes of an output. */
  private Verdict verdict(String name, String output) throws IOException {
    Adapter known = Adapter.named(name);
    Path printed = Files.writeString(work.resolve("printed"), output);
    Adapter fake =
        new Adapter(
            name,
            List.of(),
            List.of(),
            List.of("cat", printed.toString()),
            known.output(),
            known.report(),
            known.place());
    Path source = Files.writeString(work.resolve("x.c"), "int main(void) { return 0; }\n");
    Case given = new Case("x.c", "sync", List.of(source), List.of(), 2);
    return new CommandTool(fake, 10).examine(given, work);
  }
}
