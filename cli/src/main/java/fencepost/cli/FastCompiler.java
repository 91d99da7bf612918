package fencepost.cli;

import fencepost.trace.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Compiles with clang or flang to objects that also carry their bitcode, and links them by way of
 * the analysis of the whole program.
 *
 * <p>The driver plans the work, and we do it: its own jobs, with the analysis between the last
 * compiler and the linker. An object is complete, so that everything that handles objects goes on
 * working.
 */
final class FastCompiler {
  /** Where an object keeps its bitcode, and what the compiler was told; programs do not have it. */
  static final String BITCODE = ".fencepost.bc";

  static final String COMMAND = ".fencepost.cmd";

  private static final Pattern ERROR = Pattern.compile("(\\S+:\\d+:\\d+|\\S+): error: .*");

  private final Toolchain toolchain;
  private final FastOptions options;
  private String refusal = "";

  FastCompiler(Toolchain toolchain, FastOptions options) {
    LlvmLibrary.require();
    this.toolchain = toolchain;
    this.options = options;
  }

  /** Whether there is all that it takes for the language, and for OpenMP; says so if not. */
  static boolean knows(Toolchain toolchain, CompilerArguments arguments) {
    boolean fortran = toolchain.language() == Toolchain.Language.FORTRAN;
    if (fortran && Shell.find(LlvmWrapper.FLANG).isEmpty()) {
      return lacks(LlvmWrapper.FLANG, "Fortran");
    }
    if (arguments.useOpenMp() && !LlvmWrapper.hasOpenMp(toolchain)) {
      return lacks(LlvmWrapper.OPENMP, "OpenMP");
    }
    return true;
  }

  private static boolean lacks(String what, String language) {
    System.err.printf(
        "fencepost: --fast needs %s for %s (%s); this is compiled without it%n",
        what, language, Packages.adviceFor(what));
    return false;
  }

  /** Whether all is installed that it takes for C and C++. */
  static boolean isAtHand(Toolchain toolchain) {
    return toolchain.language() != Toolchain.Language.FORTRAN
        && LlvmWrapper.isThere(toolchain)
        && LlvmLibrary.isThereOrFetched();
  }

  /** An object that only the analysis of the whole program instruments; empty if there is none. */
  static String withBitcode(List<Path> objects) {
    if (objects.isEmpty()) {
      return "";
    }
    return grep("--files-with-matches", objects).stream().findFirst().orElse("");
  }

  /** Those of some objects and libraries that carry none. */
  static List<String> withoutBitcode(List<Path> objects) {
    return objects.isEmpty() ? List.of() : grep("--files-without-match", objects);
  }

  private static List<String> grep(String what, List<Path> objects) {
    List<String> search = new ArrayList<>(List.of("grep", what, "-F", "-e", BITCODE, "--"));
    objects.forEach(object -> search.add(object.toString()));
    return Shell.run(search).output().lines().toList();
  }

  /** Does what the arguments ask of the compiler wrapper; returns the exit code. */
  int run(List<String> arguments) {
    Shell.Result plan = Shell.run(command(List.of("-###"), arguments));
    List<DriverJob> jobs = DriverJob.parse(plan.output());
    if ((plan.exitCode() != 0 && !complainsOfWrapper(plan)) || jobs.isEmpty()) {
      if (!hasAnotherCompiler()) {
        return Shell.runHere(command(List.of(), arguments));
      }
      refusal = plan.exitCode() != 0 ? error(plan) : toolchain.wrapper() + " does not start clang";
      return ExitCode.WRONG_USE;
    }
    Set<Path> temporary = new LinkedHashSet<>();
    try {
      for (DriverJob job : jobs) {
        int exit = run(job.isFortran() ? withModules(job) : job);
        if (exit != 0) {
          return exit;
        }
        if (!job.links() && jobs.get(jobs.size() - 1).links()) {
          temporary.add(job.output());
        }
      }
      return 0;
    } finally {
      temporary.forEach(FastCompiler::delete);
    }
  }

  /**
   * Whether flang only does not know what a wrapper adds for the compiler that it was made for. The
   * plan is complete all the same.
   */
  private boolean complainsOfWrapper(Shell.Result plan) {
    List<String> added = List.of(toolchain.show().split("\\s+"));
    return toolchain.language() == Toolchain.Language.FORTRAN
        && plan.output()
            .lines()
            .filter(line -> line.contains(" error: "))
            .allMatch(
                line -> added.contains(line.replaceFirst(".*unknown argument: '(.*)'", "$1")));
  }

  /** With modules of the MPI library that flang can read; if there are none, it will say so. */
  private DriverJob withModules(DriverJob job) {
    try {
      return job.searching(
          FlangModules.directory(toolchain), FortranLibrary.directories(toolchain));
    } catch (IOException | ToolFailure e) {
      return job;
    }
  }

  /**
   * What clang or flang has against a file that another compiler may well take: extensions of
   * another compiler, or modules, which can be read only by the compiler that has made them. Empty
   * if it has nothing.
   */
  String refusal() {
    return refusal;
  }

  private boolean hasAnotherCompiler() {
    return !toolchain.isClang();
  }

  private static String error(Shell.Result failed) {
    return failed
        .output()
        .lines()
        .filter(line -> ERROR.matcher(line).matches())
        .findFirst()
        .orElse(failed.firstLine());
  }

  /** Runs a compiler; what it cannot take is left to another one. */
  private int compiler(DriverJob job) {
    if (!hasAnotherCompiler()) {
      return Shell.runHere(job.words());
    }
    Shell.Result compiled = Shell.run(job.words());
    if (compiled.exitCode() == 0) {
      System.err.print(compiled.output());
    } else {
      refusal = error(compiled);
    }
    return compiled.exitCode();
  }

  private List<String> command(List<String> first, List<String> arguments) {
    List<String> command = new ArrayList<>(LlvmWrapper.command(toolchain));
    command.addAll(first);
    if (toolchain.language() != Toolchain.Language.FORTRAN) {
      command.addAll(CompilerCommand.FRAME_POINTERS);
      command.add(CompilerCommand.DWARF_4);
    }
    command.addAll(arguments);
    return command;
  }

  private int run(DriverJob job) {
    if (job.compiles()) {
      return job.isFortran() ? compileFortran(job) : compile(job);
    }
    if (job.preprocesses()) {
      return preprocess(job);
    }
    return job.links()
        ? new FastLink(job, options.explain(), options.threads()).run()
        : Shell.runHere(job.words());
  }

  /** Nothing is written before it is certain that another compiler need not do it. */
  private int preprocess(DriverJob job) {
    try (OwnedDirectory work = OwnedDirectory.create("preprocess")) {
      Path text = work.path().resolve("text.i");
      int exit = compiler(job.writing(text));
      if (exit == 0 && job.output().equals(Path.of("-"))) {
        Files.copy(text, System.out);
        System.out.flush();
      } else if (exit == 0) {
        Files.copy(text, job.output(), StandardCopyOption.REPLACE_EXISTING);
      }
      return exit;
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    }
  }

  /**
   * The object is made of the module as it is, without any pass of LLVM: it has to be complete, but
   * the link makes another one of the module.
   */
  private int compile(DriverJob job) {
    Path module = Path.of(job.output() + ".fencepost.bc");
    try {
      int exit = compiler(job.emittingModule(module));
      if (exit == 0) {
        exit = compiler(job.reading(module));
      }
      return exit == 0 ? keep(module, job) : exit;
    } finally {
      delete(module);
    }
  }

  /**
   * flang embeds nothing, so it is asked a second time, for the module alone. That is what it hands
   * to LLVM only if no pass runs; as bitcode it could then not be written.
   */
  private int compileFortran(DriverJob job) {
    int exit = compiler(job);
    if (exit != 0) {
      return exit;
    }
    Path module = Path.of(job.output() + ".fencepost.ll");
    try {
      DriverJob again = job.emitting(module).with("-mllvm", "-opt-bisect-limit=0");
      Shell.Result result = Shell.run(again.words());
      if (result.exitCode() != 0) {
        throw new ToolFailure(ExitCode.TOOL_FAILED, result.output());
      }
      return keep(module, job);
    } finally {
      delete(module);
    }
  }

  /**
   * Adds the module and the command to the object. Under clang's own names, tools with an LLVM
   * plugin would take the object for bitcode.
   */
  private static int keep(Path module, DriverJob job) {
    Path command = Path.of(job.output() + ".fencepost.cmd");
    try {
      Files.writeString(command, String.join("\0", job.words()));
      return add(job.output(), Map.of(BITCODE, module, COMMAND, command));
    } catch (IOException e) {
      throw new ToolFailure(ExitCode.TOOL_FAILED, FileTrouble.describe(e));
    } finally {
      delete(command);
    }
  }

  private static int add(Path object, Map<String, Path> sections) {
    Packages.require("objcopy");
    List<String> words = new ArrayList<>(List.of("objcopy"));
    sections.forEach(
        (name, file) -> {
          words.addAll(List.of("--add-section", name + "=" + file));
          words.addAll(List.of("--set-section-flags", name + "=contents,readonly,exclude"));
        });
    words.add(object.toString());
    return Shell.runHere(words);
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It is a temporary file, and it stays.
    }
  }
}
