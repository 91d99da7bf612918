package fencepost.cli;

import fencepost.check.ProgramReader.Unit;
import fencepost.check.mpi.MpiHeader;
import fencepost.check.shmem.ShmemHeader;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Compiles files with clang to the bitcode that is executed: not optimised, with source lines. */
final class BitcodeCompiler {
  private static final List<String> FLAGS =
      List.of("-O0", "-Xclang", "-disable-O0-optnone", "-g", "-w", "-c", "-emit-llvm");

  /** What flang hands to LLVM is as it was made only if no pass runs, and then only as text. */
  private static final List<String> FORTRAN_FLAGS =
      List.of("-O0", "-g", "-w", "-S", "-emit-llvm", "-mllvm", "-opt-bisect-limit=0");

  private final Map<Toolchain.Language, Toolchain> toolchains = new ConcurrentHashMap<>();
  private final Map<Model, byte[]> headers = new ConcurrentHashMap<>();
  private final Map<CaptureLibrary, List<Unit>> captures = new EnumMap<>(CaptureLibrary.class);
  private @Nullable FortranFiles fortranFiles;

  BitcodeCompiler() {
    this(Map.of());
  }

  /** With other compilers than those of the environment. */
  BitcodeCompiler(Map<Toolchain.Language, Toolchain> toolchains) {
    LlvmLibrary.require();
    this.toolchains.putAll(toolchains);
  }

  /** A file does not compile; the message is the compiler's. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    Failed(String message) {
      super(message);
    }
  }

  /** Compiles all files of a program, and what belongs to every program. */
  List<Unit> compile(List<Path> sources, @Nullable String model, List<String> flags, Path work)
      throws IOException, Failed {
    List<String> names = sources.stream().map(Path::toString).toList();
    Model found =
        model != null
            ? ModelChoice.parse(model)
            : IncludedHeaders.model(
                names, flags, language -> LlvmWrapper.command(toolchain(language)));
    Model used = found == null ? Model.MPI : found;
    List<Unit> units = new ArrayList<>();
    List<String> included = ModelHeaders.options(used, work);
    List<String> options = new ArrayList<>(flags);
    options.addAll(included);
    for (Path source : sources) {
      String output = units.size() + ".bc";
      units.add(new Unit(source.toString(), compile(source, options, work, output)));
    }
    boolean fortran = names.stream().anyMatch(CompilerArguments::isFortran);
    if (fortran) {
      units.add(fortranFiles().unit());
    }
    if (names.stream().anyMatch(BitcodeCompiler::isCxx)) {
      units.add(CxxBitcode.of(toolchain(Toolchain.Language.CXX), FLAGS));
    }
    units.add(new Unit("header", header(Model.MPI, MpiHeader.source(), List.of(), work)));
    if (used == Model.SHMEM) {
      units.add(
          new Unit(
              "header of OpenSHMEM", header(Model.SHMEM, ShmemHeader.source(), included, work)));
    }
    Set<CaptureLibrary> capture =
        EnumSet.of(CaptureLibrary.CORE, CaptureLibrary.MPI, CaptureLibrary.of(used));
    if (fortran) {
      capture.add(CaptureLibrary.FORTRAN);
    }
    for (CaptureLibrary library : capture) {
      units.addAll(capture(library, used, included));
    }
    return units;
  }

  private static boolean isCxx(String name) {
    return Toolchain.Language.of(name) == Toolchain.Language.CXX;
  }

  private synchronized List<Unit> capture(
      CaptureLibrary library, Model model, List<String> included) throws IOException {
    List<Unit> known = captures.get(library);
    if (known == null) {
      Toolchain compiler = toolchain(Toolchain.Language.C);
      boolean ofModel = library == CaptureLibrary.of(model) && model != Model.MPI;
      known =
          ofModel
              ? CaptureBitcode.of(library, compiler, included, ModelHeaders.text(model))
              : CaptureBitcode.of(library, compiler, List.of(), "");
      captures.put(library, known);
    }
    return known;
  }

  /** What Fortran programs are compiled with. */
  private synchronized FortranFiles fortranFiles() throws IOException, Failed {
    if (fortranFiles == null) {
      Packages.require(LlvmWrapper.FLANG);
      Toolchain compiler = toolchain(Toolchain.Language.FORTRAN);
      fortranFiles = FortranFiles.of(compiler, FORTRAN_FLAGS);
    }
    return fortranFiles;
  }

  private Toolchain toolchain(Toolchain.Language language) {
    return toolchains.computeIfAbsent(language, Toolchain::find);
  }

  private byte[] compile(Path source, List<String> flags, Path work, String name)
      throws IOException, Failed {
    Path output = work.resolve(name);
    Toolchain toolchain = toolchain(Toolchain.Language.of(source.toString()));
    boolean fortran = toolchain.language() == Toolchain.Language.FORTRAN;
    List<String> command = new ArrayList<>();
    if (fortran) {
      command.add(LlvmWrapper.FLANG);
      command.addAll(fromAnywhere(flags));
      command.addAll(fortranFiles().options(work));
      command.addAll(FORTRAN_FLAGS);
    } else {
      command.addAll(LlvmWrapper.command(toolchain));
      command.addAll(flags);
      command.addAll(ProfilingNames.options(List.of(source.toString())));
      command.addAll(FLAGS);
      if (CompilerArguments.isPreprocessed(source.toString())) {
        command.addAll(PreprocessedSource.options(source));
      }
    }
    command.addAll(List.of("-o", output.toString(), source.toAbsolutePath().toString()));
    // flang looks for modules where it runs first, and another compiler may have left some here.
    Shell.Result result = Shell.run(command, fortran ? work : Path.of("."));
    if (result.exitCode() != 0) {
      throw new Failed(result.output());
    }
    return Files.readAllBytes(output);
  }

  /** Directories that are named from here, in full. */
  private static List<String> fromAnywhere(List<String> flags) {
    List<String> changed = new ArrayList<>();
    for (int i = 0; i < flags.size(); i++) {
      String flag = flags.get(i);
      if (flag.startsWith("-I") && flag.length() > 2) {
        changed.add("-I" + Path.of(flag.substring(2)).toAbsolutePath());
      } else if (flag.equals("-I") && i + 1 < flags.size()) {
        changed.add("-I" + Path.of(flags.get(++i)).toAbsolutePath());
      } else {
        changed.add(flag);
      }
    }
    return changed;
  }

  /** What the header of a model's library says; the same for all programs. */
  private byte[] header(Model model, String text, List<String> flags, Path work)
      throws IOException, Failed {
    byte[] known = headers.get(model);
    if (known == null) {
      Path source = work.resolve(model.id() + "_header.c");
      Files.writeString(source, text);
      known = compile(source, flags, work, model.id() + "_header.bc");
      headers.put(model, known);
    }
    return known;
  }
}
