package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A runtime below {@code testbed}, built with a toolchain into a directory of its own. */
record TestRuntime(Path sources, TestToolchain toolchain, Path directory) {
  private static final Path TESTBED = Path.of("../testbed");

  /** The sources of all of them. */
  static List<Path> all() throws IOException {
    try (Stream<Path> rooms = Files.list(TESTBED)) {
      return rooms.filter(room -> Files.isDirectory(room.resolve("tests"))).sorted().toList();
    }
  }

  /** The tests of one of them. */
  static List<Path> tests(Path sources) throws IOException {
    return sourcesIn(sources.resolve("tests"));
  }

  private static List<Path> sourcesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> CompilerArguments.isSource(file.toString())).sorted().toList();
    }
  }

  /** Compiles it as {@code fencepost cc} does; a warning is a failure. */
  TestRuntime build() throws IOException {
    List<String> archive = new ArrayList<>(List.of("ar", "rcs", archive().toString()));
    for (Path source : sourcesIn(sources)) {
      Path object = directory.resolve(source.getFileName() + ".o");
      run(compiler(source), "-O2", "-fPIC", "-c", source, "-o", object);
      archive.add(object.toString());
    }
    run(archive.toArray());
    return this;
  }

  /** Compiles a program for it. */
  Path compile(Path program) {
    Path executable = directory.resolve(program.getFileName() + ".run");
    String position = toolchain == TestToolchain.GCC_MPICH ? "-no-pie" : "-pie";
    String code = toolchain == TestToolchain.GCC_MPICH ? "-fno-pie" : "-fPIE";
    Object libraries = List.of("-lrt", "-lpthread", "-lm");
    run(compiler(program), "-g", code, position, program, "-o", executable, archive(), libraries);
    return executable;
  }

  private Path archive() {
    return directory.resolve("libtestbed.a");
  }

  private List<String> compiler(Path source) {
    Toolchain compiler = toolchain.of(Toolchain.Language.of(source.toString()));
    return List.of(compiler.wrapper(), "-Wall", "-Wextra", "-Werror", "-I", sources.toString());
  }

  private static void run(Object... words) {
    List<String> command = new ArrayList<>();
    for (Object word : words) {
      if (word instanceof List<?> list) {
        list.forEach(each -> command.add(each.toString()));
      } else {
        command.add(word.toString());
      }
    }
    Shell.Result result = Shell.run(command);
    assertThat(result.exitCode()).as(result.output()).isZero();
  }
}
