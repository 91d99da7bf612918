package fencepost.check.dataflow;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.program.ir.Module;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.LlvmModule;
import fencepost.program.llvm.Target;
import fencepost.report.Finding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compiles sources to what the analysis reads, and asks it. */
final class TestSources {
  static final Path TESTS = Path.of("../tests");
  private static final List<String> MPI = showme();

  private TestSources() {}

  private static List<String> showme() {
    return List.of(run(List.of("mpicc.openmpi", "--showme:compile")).strip().split(" "));
  }

  /** The program as LLVM reads it, its variables turned into values. */
  static Module module(Path source, String... flags) {
    try {
      Path bitcode = Files.createTempFile("fencepost-", ".bc");
      List<String> command = new ArrayList<>(compiler(source));
      command.addAll(List.of(flags));
      command.addAll(List.of("-o", bitcode.toString(), source.toString()));
      run(command);
      try (LlvmModule module = LlvmModule.parse(Files.readAllBytes(bitcode), source.toString());
          Target target = new Target(List.of())) {
        module.run("mem2reg", target);
        return ModuleReader.read(module);
      } finally {
        Files.delete(bitcode);
      }
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Collection<String> compiler(Path source) {
    boolean fortran = source.toString().endsWith(".F90");
    List<String> command =
        new ArrayList<>(
            fortran
                ? List.of("flang-new-19", "-cpp")
                : List.of("clang-19", "-Xclang", "-disable-O0-optnone", "-w"));
    command.addAll(List.of("-g", "-O0", "-c", "-emit-llvm"));
    if (!fortran) {
      command.add("-fno-discard-value-names");
      command.addAll(List.of("-I../testbed/shmem", "-I../testbed/gaspi"));
    }
    command.addAll(MPI);
    return command;
  }

  private static String run(List<String> command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(command + "\n" + output).isZero();
      return output;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  static List<Finding> findings(Path source, Options options, String... flags) {
    return Dataflow.findings(module(source, flags), options);
  }

  /** The findings as pairs of lines. */
  static Set<String> lines(List<Finding> findings) {
    Set<String> lines = new TreeSet<>();
    findings.forEach(finding -> lines.add(line(finding, 0) + " and " + line(finding, 1)));
    return lines;
  }

  private static int line(Finding finding, int access) {
    return finding.accesses().get(access).place().line();
  }

  /** The lines with a mark, as a pair; one that is marked twice makes a pair with itself. */
  static String marked(Path source, String mark) throws IOException {
    List<Integer> lines = new ArrayList<>();
    List<String> text = Files.readAllLines(source);
    for (int i = 2; i < text.size(); i++) {
      for (String word : text.get(i).split("\\W+", -1)) {
        if (word.equals(mark)) {
          lines.add(i + 1);
        }
      }
    }
    assertThat(lines).as(mark + " in " + source).hasSize(2);
    return lines.get(0) + " and " + lines.get(1);
  }
}
