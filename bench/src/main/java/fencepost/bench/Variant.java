package fencepost.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The ways in which a program is built and run. */
enum Variant {
  /** As if there were no race detector. */
  PLAIN("plain") {
    @Override
    List<String> compiler(Setup setup, Subject subject) {
      return List.of(setup.wrapper(subject), "-O3");
    }

    @Override
    List<String> launcher(Setup setup, Path report) {
      return setup.mpirun();
    }
  },

  /** Under the analysis of this tool, as a user would start it: in a process of its own. */
  FENCEPOST("fencepost") {
    @Override
    List<String> compiler(Setup setup, Subject subject) {
      return join(setup.fencepost(), List.of(command(subject), "--universal", "-O3"));
    }

    @Override
    List<String> launcher(Setup setup, Path report) {
      return join(
          setup.fencepost(), List.of("run", "-n", "" + setup.processes(), "--json=" + report));
    }
  },

  /** The same, instrumented by our own analysis of the whole program; that needs clang. */
  FAST("fast") {
    @Override
    List<String> compiler(Setup setup, Subject subject) {
      return join(setup.fencepost(), List.of(command(subject), "--fast", "-O3"));
    }

    @Override
    List<String> launcher(Setup setup, Path report) {
      return FENCEPOST.launcher(setup, report);
    }

    @Override
    boolean isFor(Compiler compiler, Subject subject) {
      return compiler.isClang();
    }
  },

  /** That program by itself, without the analysis beside it: what the instrumentation costs. */
  INSTRUMENTED("fast-alone") {
    @Override
    List<String> compiler(Setup setup, Subject subject) {
      return FAST.compiler(setup, subject);
    }

    @Override
    List<String> launcher(Setup setup, Path report) {
      return setup.mpirun();
    }

    @Override
    boolean isFor(Compiler compiler, Subject subject) {
      return compiler.isClang();
    }
  },

  /** The compiler's own thread sanitizer, which pays for every access but reports nothing here. */
  LIBTSAN("libtsan") {
    @Override
    List<String> compiler(Setup setup, Subject subject) {
      return List.of(setup.wrapper(subject), "-O3", "-g", "-fsanitize=thread");
    }

    @Override
    List<String> launcher(Setup setup, Path report) {
      return join(setup.mpirun(), Installed.FIXED_ADDRESSES);
    }

    @Override
    Map<String, String> environment() {
      return Map.of("TSAN_OPTIONS", "report_bugs=0 exitcode=0");
    }
  };

  private final String title;

  Variant(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** The compiler with its flags. */
  abstract List<String> compiler(Setup setup, Subject subject);

  /** What to put before the program. */
  abstract List<String> launcher(Setup setup, Path report);

  Map<String, String> environment() {
    return Map.of();
  }

  /** Whether it can be had with a compiler: that of LLVM for Fortran has no sanitizer. */
  boolean isFor(Compiler compiler, Subject subject) {
    return this == PLAIN || !(compiler.isClang() && subject.isFortran());
  }

  static String command(Subject subject) {
    return subject.isFortran() ? "fc" : subject.isCxx() ? "c++" : "cc";
  }

  Command build(Setup setup, Compiler compiler, Subject subject, Path program) {
    List<String> files = List.of("-o", program.toString(), subject.source().toString(), "-lm");
    List<String> openmp = subject.isHybrid() ? List.of("-fopenmp") : List.of();
    return new Command(
        join(compiler(setup, subject), join(openmp, files)), new TreeMap<>(compiler.environment()));
  }

  /** Runs the program; a variant that reports writes to the given file. */
  Command run(Setup setup, Subject subject, Path program, Path report) {
    List<String> words = join(launcher(setup, report), Installed.PEAK_MEMORY);
    List<String> arguments = setup.arguments().isEmpty() ? subject.arguments() : setup.arguments();
    List<String> threads = subject.isHybrid() ? List.of("" + subject.threads()) : List.of();
    List<String> call = join(List.of(program.toString()), join(arguments, threads));
    return new Command(join(words, call), environment());
  }

  static List<String> join(List<String> first, List<String> second) {
    List<String> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }
}
