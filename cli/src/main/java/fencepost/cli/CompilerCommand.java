package fencepost.cli;

import fencepost.trace.Model;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A drop-in compiler: passes everything on to the MPI compiler wrapper, adds instrumentation where
 * it compiles, and the capture library where it links a program.
 *
 * <p>Optimisations that give two places in the source one place in the code are off: equal code of
 * two branches or functions made one, and calls in tail position, which return to the caller's
 * caller. What raced would be reported at the wrong line. Nor does a function of C or Fortran
 * become part of the only one that calls it: its return, where its local variables end, would be
 * lost.
 */
final class CompilerCommand {
  private static final List<String> WRITERS =
      List.of(
          ("memcpy memmove memset mempcpy bcopy bzero strcpy stpcpy strncpy strcat strncat"
                  + " sprintf snprintf vsprintf vsnprintf")
              .split(" "));
  private static final List<String> COMPARISONS = List.of("memcmp", "bcmp", "strcmp", "strncmp");
  private static final String IGNORE_UNUSED = "--start-no-unused-arguments";
  private static final String NO_LONGER = "--end-no-unused-arguments";

  /** binutils cannot tell into what a function was inlined from the version that clang prefers. */
  static final String DWARF_4 = "-fdebug-default-version=4";

  private static final List<String> CLANG =
      List.of(
          IGNORE_UNUSED,
          "-fsanitize=thread",
          "-fno-sanitize-link-runtime",
          "-mllvm",
          "-tsan-instrument-memory-accesses=0",
          "-fsanitize-coverage=func,trace-loads,trace-stores",
          "-fno-vectorize",
          "-fno-slp-vectorize",
          "-fno-optimize-sibling-calls",
          "-fno-omit-frame-pointer",
          "-momit-leaf-frame-pointer",
          DWARF_4,
          "-mllvm",
          "-simplifycfg-sink-common=false",
          "-mllvm",
          "-simplifycfg-hoist-common=false",
          "-mllvm",
          "-enable-tail-merge=0",
          "-mllvm",
          "-disable-licm-promotion", // it loads before a loop what only some threads touch in it
          NO_LONGER);

  /** Of OpenMP: the code for them is a loop with a switch. */
  private static final Pattern SECTIONS = Pattern.compile("#\\s*pragma\\s+omp\\s.*\\bsections?\\b");

  /** By which the way to a call is found; what the user wants comes behind it, and wins. */
  static final List<String> FRAME_POINTERS =
      List.of("-fno-omit-frame-pointer", "-momit-leaf-frame-pointer");

  private final Toolchain toolchain;
  private final ModelChoice choice;
  private final ModelLibrary library;
  private final List<String> given;
  private final CompilerArguments arguments;
  private final FastOptions fast;

  /** The compiler of a language, with the arguments of a user. */
  static CompilerCommand of(Toolchain.Language language, List<String> arguments) {
    return of(language, ModelChoice.in(arguments), ModelChoice.without(arguments));
  }

  static CompilerCommand of(
      Toolchain.Language language, ModelChoice choice, List<String> arguments) {
    Toolchain toolchain = choice.none() ? Toolchain.withoutMpi(language) : Toolchain.find(language);
    return new CompilerCommand(toolchain, choice, arguments);
  }

  CompilerCommand(Toolchain mpi, ModelChoice choice, List<String> arguments) {
    this.choice = choice;
    this.library = ModelLibrary.of(choice.model(), choice.runtime(), mpi);
    this.toolchain =
        library.wrapper() == null ? mpi : Toolchain.of(mpi.language(), library.wrapper());
    this.fast = FastOptions.in(arguments);
    this.given = library.without(FastOptions.without(arguments));
    this.arguments = CompilerArguments.of(given);
  }

  /** Runs the compiler; returns its exit code. */
  int run() {
    if (arguments.makesProgram() && choice.model() != Model.MPI) {
      System.err.printf("fencepost: %s library: %s%n", choice.model().id(), library.description());
    }
    if (!isFast()) {
      return runUniversal();
    }
    FastCompiler compiler = new FastCompiler(toolchain, fast);
    int exit = compiler.run(fastArguments());
    if (compiler.refusal().isEmpty()) {
      return exit;
    }
    exit = runUniversal();
    if (exit == 0) { // else the other compiler has said what is wrong
      System.err.printf(
          "fencepost: %s; %s compiles this without --fast%n",
          compiler.refusal(), toolchain.wrapper());
    } else if (toolchain.language() == Toolchain.Language.FORTRAN
        && FlangModules.areIn(arguments.moduleDirectories())) {
      System.err.printf(
          "fencepost: %s; and %s cannot read the modules that %s has made: build without --fast%n",
          compiler.refusal(), toolchain.wrapper(), LlvmWrapper.FLANG);
    }
    return exit;
  }

  /** Optimised code is to be fast under the detector, too, if all is there that it takes. */
  private boolean isFast() {
    boolean unasked = fast.mode() == FastOptions.Mode.UNSAID && !fast.threads();
    if (choice.none() || (choice.unused() && unasked)) {
      return false; // what threads share is all that counts
    }
    return switch (fast.mode()) {
      case FAST -> FastCompiler.knows(toolchain, arguments);
      case UNIVERSAL -> false;
      case UNSAID -> arguments.compileToBeFast() && FastCompiler.isAtHand(toolchain);
    };
  }

  private int runUniversal() {
    List<String> command = universal();
    String fastObject =
        arguments.stopBeforeLinking() ? "" : FastCompiler.withBitcode(arguments.objects());
    if (fastObject.isEmpty()) {
      return Shell.runHere(command);
    }
    if (arguments.nameLinker()) {
      throw refused(fastObject, "which needs the usual linker; or compile with --universal");
    }
    LlvmLibrary.require(); // the linker in between is another process, which cannot start again
    try (LinkerInBetween linker = new LinkerInBetween(fast)) {
      command.add(1, "-B" + linker.directory());
      return Shell.runHere(command);
    }
  }

  private static ToolFailure refused(String object, String why) {
    return new ToolFailure(ExitCode.WRONG_USE, object + " was compiled with --fast, " + why);
  }

  /** Runs the compiler and keeps what it prints. */
  Shell.Result runQuietly() {
    return Shell.run(universal());
  }

  private List<String> universal() {
    List<String> command = new ArrayList<>(List.of(toolchain.wrapper()));
    command.addAll(toolchain.isClang() ? clangInstrumentation() : gccInstrumentation());
    command.addAll(arguments());
    return command;
  }

  private List<String> fastArguments() {
    List<String> command = new ArrayList<>();
    if (toolchain.language() == Toolchain.Language.C) {
      command.add(IGNORE_UNUSED);
      command.addAll(comparisonsAsCalls());
      command.add(NO_LONGER);
    }
    command.addAll(arguments());
    boolean fortran = toolchain.language() == Toolchain.Language.FORTRAN;
    if (fortran && arguments.makesProgram() && Shell.find(Toolchain.GFORTRAN).isPresent()) {
      // What flang did not compile needs the other library.
      command.addAll(List.of("-Wl,--push-state,--as-needed", "-lgfortran", "-Wl,--pop-state"));
    }
    return command;
  }

  /** The arguments of the compiler, without those that instrument loads and stores. */
  private List<String> arguments() {
    List<String> command = new ArrayList<>(library.compile());
    if (!arguments.askForDebugInformation()) {
      command.add("-g");
    }
    if (arguments.makesProgram()) {
      addProgram(command);
    } else {
      addGiven(command);
    }
    if (arguments.makesSharedLibrary()) {
      Path options = CaptureLibrary.CORE.linkerOptionsForSharedLibraries(toolchain.forRuntime());
      command.add("-Wl,@" + options);
    }
    return command;
  }

  /** The checked variants of string functions are expanded in place, where nothing sees them. */
  private void addGiven(List<String> command) {
    command.addAll(given);
    if (toolchain.language() != Toolchain.Language.FORTRAN) {
      command.add("-U_FORTIFY_SOURCE");
      command.addAll(ProfilingNames.options(given));
    }
  }

  private void addProgram(List<String> command) {
    boolean fortran =
        toolchain.language() == Toolchain.Language.FORTRAN || arguments.mentionFortran();
    List<String> needed = fortran ? List.of() : arguments.neededFortranLibraries();
    Toolchain compiler = toolchain.forRuntime();
    if (fortran || !needed.isEmpty()) {
      // Our wrappers stand before the MPI library's functions, and refer to them only weakly.
      command.add("-Wl,--no-as-needed");
    }
    addGiven(command);
    List<String> blind = BlindSpots.among(arguments.objects());
    if (!blind.isEmpty()) {
      command.add(BlindSpots.object(blind, compiler).toString());
      System.err.println(
          "fencepost: warning: not compiled by fencepost, so that loads and stores are not seen: "
              + String.join(", ", blind));
    }
    if (choice.unused()) {
      command.add("-Wl,--defsym=" + ProgramFile.WITHOUT_MODEL + "=1");
    }
    link(command, CaptureLibrary.GOMP, compiler, List.of());
    link(command, CaptureLibrary.CORE, compiler, List.of());
    boolean other = library.wrapper() != null; // one that may not know MPI
    if (!choice.none() && (!other || compiler.knowsMpi())) {
      link(command, CaptureLibrary.MPI, compiler, List.of());
    }
    if (choice.model() != Model.MPI) {
      link(command, CaptureLibrary.of(choice.model()), compiler, library.compile());
    }
    if (!choice.none() && (fortran || !needed.isEmpty())) {
      link(command, CaptureLibrary.FORTRAN, compiler, List.of());
    }
    if (fortran) {
      link(command, CaptureLibrary.GFORTRAN, compiler, List.of());
      link(command, CaptureLibrary.FLANG, compiler, List.of());
    }
    command.addAll(library.link());
    needed.forEach(library -> command.add("-l:" + library));
  }

  private static void link(
      List<String> command, CaptureLibrary part, Toolchain compiler, List<String> options) {
    command.add("-Wl,@" + part.linkerOptions(compiler, options));
  }

  /**
   * gcc that sees {@code -fsanitize=thread} while linking adds its own runtime; what is in a specs
   * file only the compiler proper sees.
   */
  private List<String> gccInstrumentation() {
    List<String> flags = new ArrayList<>();
    flags.add("-specs=" + CaptureLibrary.gccSpecs());
    flags.addAll(
        List.of(
            "-fno-optimize-sibling-calls",
            "-fno-crossjumping",
            "-fno-tree-tail-merge",
            "-fno-tree-sink",
            "-fno-ipa-icf"));
    flags.addAll(FRAME_POINTERS);
    // What the small functions of C++ headers do is reported where they are used, so they must be
    // part of the code there.
    flags.add(
        toolchain.language() == Toolchain.Language.CXX
            ? "-finline-small-functions"
            : "-fno-inline-functions-called-once");
    if (toolchain.language() == Toolchain.Language.FORTRAN) {
      // gfortran believes that an argument is forgotten when the call returns, and does not
      // instrument variables that nobody remembers; MPI remembers windows and buffers.
      flags.add("-fno-tree-pta");
    } else {
      // gcc does not instrument these, and expands them in place unless told not to.
      flags.addAll(notBuiltIn(WRITERS));
      flags.addAll(comparisonsAsCalls());
    }
    return flags;
  }

  /**
   * The thread sanitizer of clang leaves out accesses to the stack that it believes to be private;
   * the hooks for coverage do not. Of the sanitizer, only copying and atomics remain. Vectors wider
   * than the hooks know are not formed.
   */
  private List<String> clangInstrumentation() {
    List<String> flags = new ArrayList<>(CLANG);
    flags.addAll(1, comparisonsAsCalls());
    if (arguments.useOpenMp() && mentionSections()) {
      flags.add(1, "-fsanitize-coverage=trace-cmp"); // what leads from one section to the next
    }
    return flags;
  }

  private boolean mentionSections() {
    List<String> options = new ArrayList<>(arguments.preprocessing());
    options.add("-fopenmp");
    List<String> sources = arguments.inputs().stream().filter(CompilerArguments::isSource).toList();
    return IncludedHeaders.mention(SECTIONS, sources, options, Toolchain::preprocessor);
  }

  /** In C++ they may be constant expressions, which needs the functions that are built in. */
  private List<String> comparisonsAsCalls() {
    return toolchain.language() == Toolchain.Language.C ? notBuiltIn(COMPARISONS) : List.of();
  }

  private static List<String> notBuiltIn(List<String> functions) {
    return functions.stream().map(name -> "-fno-builtin-" + name).toList();
  }
}
