package fencepost.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The MPI compiler wrapper that the user would have used, and the compiler behind it.
 *
 * @param wrapper for example {@code mpicc}
 * @param show what the wrapper would run
 * @param compilerVersion the first line that the compiler says of itself
 */
record Toolchain(Language language, String wrapper, String show, String compilerVersion) {

  static final String GFORTRAN = "gfortran";

  /** What wrappers have said, by language and name: each is asked once. */
  private static final Map<List<String>, Toolchain> KNOWN = new ConcurrentHashMap<>();

  /** The languages that can be compiled. */
  enum Language {
    C("cc", "mpicc", "FENCEPOST_CC", "gcc"),
    CXX("c++", "mpicxx", "FENCEPOST_CXX", "g++"),
    FORTRAN("fc", "mpifort", "FENCEPOST_FC", GFORTRAN);

    private final String command;
    private final String wrapper;
    private final String variable;
    private final String compiler;

    Language(String command, String wrapper, String variable, String compiler) {
      this.command = command;
      this.wrapper = wrapper;
      this.variable = variable;
      this.compiler = compiler;
    }

    /** Our command that compiles it. */
    String command() {
      return command;
    }

    /** What names another wrapper. */
    String variable() {
      return variable;
    }

    /** The usual compiler wrapper of MPI libraries. */
    String wrapper() {
      return wrapper;
    }

    /** The language whose compiler can link them all. */
    static Language of(List<String> sources) {
      return sources.stream().map(Language::of).max(Comparator.naturalOrder()).orElse(C);
    }

    static Language of(String source) {
      if (CompilerArguments.isFortran(source)) {
        return FORTRAN;
      }
      String suffix = CompilerArguments.suffix(source);
      return suffix.equals("c") || suffix.equals("i") ? C : CXX;
    }
  }

  /** Finds the wrapper: the one that the environment names, else the usual one. */
  static Toolchain find(Language language) {
    return of(language, wrapper(language));
  }

  /**
   * The compiler itself, for programs without MPI: the one behind the wrapper, or the usual one if
   * there is no wrapper.
   */
  static Toolchain withoutMpi(Language language) {
    String named = wrapper(language);
    if (Shell.find(named).isEmpty()) {
      return withoutMpi(language, language.compiler);
    }
    Shell.Result show = Shell.ask(List.of(named, "-show"));
    return withoutMpi(language, isAnswered(show) ? compilerIn(show) : named);
  }

  static Toolchain withoutMpi(Language language, String compiler) {
    Packages.require(compiler);
    String version = Shell.ask(List.of(compiler, "--version")).firstLine();
    return new Toolchain(language, compiler, compiler, version);
  }

  /** Whether a wrapper has said what it would run; a compiler does not know the question. */
  private static boolean isAnswered(Shell.Result show) {
    return show.exitCode() == 0 && !show.output().isBlank();
  }

  private static String compilerIn(Shell.Result show) {
    return show.output().strip().split("\\s+")[0];
  }

  /** What finds the headers of a source file. */
  static List<String> preprocessor(Language language) {
    String wrapper = wrapper(language);
    return List.of(Shell.find(wrapper).isPresent() ? wrapper : language.compiler);
  }

  static String wrapper(Language language) {
    String named = System.getenv(language.variable);
    return named == null || named.isBlank() ? language.wrapper : named;
  }

  /** Whether programs of MPI can be compiled. */
  boolean knowsMpi() {
    List<String> preprocess =
        List.of(wrapper, "-E", "-x", "c", "-include", "mpi.h", "/dev/null", "-o", "/dev/null");
    return Shell.run(preprocess).exitCode() == 0;
  }

  static Toolchain of(Language language, String wrapper) {
    return KNOWN.computeIfAbsent(List.of(language.name(), wrapper), key -> ask(language, wrapper));
  }

  private static Toolchain ask(Language language, String wrapper) {
    if (Shell.find(wrapper).isEmpty()) {
      Packages.require(wrapper, language.compiler);
    }
    Shell.Result show = Shell.ask(List.of(wrapper, "-show"));
    if (!isAnswered(show)) {
      throw ToolFailure.wrongUse(
          String.format(
              "%s does not work as an MPI compiler wrapper ('%s -show' failed): %s",
              wrapper, wrapper, show.firstWords()));
    }
    String compiler = compilerIn(show);
    Shell.Result version = Shell.ask(List.of(compiler, "--version"));
    if (version.exitCode() != 0) {
      Packages.require(compiler);
      version = Shell.ask(List.of(compiler, "--version"));
    }
    return new Toolchain(language, wrapper, show.output().strip(), version.firstLine());
  }

  /** The C compiler of the same MPI library, with which the runtime is compiled. */
  Toolchain forRuntime() {
    if (wrapper.equals(show)) {
      String compiler = isClang() ? wrapper.replace("clang++", "clang") : Language.C.compiler;
      return language == Language.C ? this : withoutMpi(Language.C, compiler);
    }
    String named = System.getenv(Language.C.variable);
    String sibling =
        wrapper.replaceFirst(
            "mpi(fort|f90|f77|cxx|c\\+\\+|CC|icpx?c?|ifx|ifort)([^/]*)$", "mpicc$2");
    if (language == Language.C) {
      return this;
    }
    return named == null && !sibling.equals(wrapper) && Shell.find(sibling).isPresent()
        ? of(Language.C, sibling)
        : find(Language.C);
  }

  boolean isClang() {
    return compilerVersion.contains("clang");
  }
}
