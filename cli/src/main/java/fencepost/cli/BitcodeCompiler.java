package fencepost.cli;

import fencepost.check.ProgramReader.Unit;
import fencepost.check.mpi.MpiHeader;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Compiles files with clang to the bitcode that is executed: not optimised, with source lines. */
final class BitcodeCompiler {
  private static final List<String> FLAGS =
      List.of("-O0", "-Xclang", "-disable-O0-optnone", "-g", "-w", "-c", "-emit-llvm");

  private final Map<Toolchain.Language, Toolchain> toolchains = new ConcurrentHashMap<>();
  private final Map<String, byte[]> headers = new ConcurrentHashMap<>();

  /** A file does not compile; the message is the compiler's. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    Failed(String message) {
      super(message);
    }
  }

  /** Compiles all files of a program, and what belongs to every program. */
  List<Unit> compile(List<Path> sources, List<String> flags, Path work) throws IOException, Failed {
    List<String> names = sources.stream().map(Path::toString).toList();
    Model model = ModelChoice.of(null, null, names).model();
    List<String> all = new ArrayList<>(flagsOf(model));
    all.addAll(flags);
    List<Unit> units = new ArrayList<>();
    for (Path source : sources) {
      Path output = work.resolve(units.size() + ".bc");
      units.add(new Unit(source.toString(), compile(source, all, output)));
    }
    units.add(new Unit("header", header(work)));
    return units;
  }

  /** Programs of a model beside MPI are compiled with the headers of the testbed. */
  private List<String> flagsOf(Model model) {
    return ModelLibrary.of(model, "testbed", toolchain(Toolchain.Language.C)).compile();
  }

  private Toolchain toolchain(Toolchain.Language language) {
    return toolchains.computeIfAbsent(language, Toolchain::find);
  }

  private byte[] compile(Path source, List<String> flags, Path output) throws IOException, Failed {
    Toolchain toolchain = toolchain(Toolchain.Language.of(source.toString()));
    List<String> command = new ArrayList<>(LlvmWrapper.command(toolchain));
    command.addAll(flags);
    command.addAll(FLAGS);
    command.addAll(List.of("-o", output.toString(), source.toAbsolutePath().toString()));
    Shell.Result result = Shell.run(command);
    if (result.exitCode() != 0) {
      throw new Failed(result.output());
    }
    return Files.readAllBytes(output);
  }

  /** What the header of the MPI library says; the same for all programs. */
  private byte[] header(Path work) throws IOException, Failed {
    Toolchain toolchain = toolchains.computeIfAbsent(Toolchain.Language.C, Toolchain::find);
    byte[] known = headers.get(toolchain.wrapper());
    if (known == null) {
      Path source = work.resolve("header.c");
      Files.writeString(source, MpiHeader.source());
      known = compile(source, List.of(), work.resolve("header.bc"));
      headers.put(toolchain.wrapper(), known);
    }
    return known;
  }
}
