package fencepost.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Compiles with clang to objects that also carry their bitcode, and links them by way of the
 * analysis of the whole program.
 *
 * <p>clang plans the work, and we do it: its own jobs, with the analysis between the last compiler
 * and the linker. An object is complete, so that everything that handles objects goes on working.
 */
final class FastCompiler {
  /** Where an object keeps its bitcode, and what the compiler was told; programs do not have it. */
  static final String BITCODE = ".fencepost.bc";

  static final String COMMAND = ".fencepost.cmd";

  private final Toolchain toolchain;
  private final FastOptions options;

  FastCompiler(Toolchain toolchain, FastOptions options) {
    this.toolchain = toolchain;
    this.options = options;
  }

  /** Does what the arguments ask of the compiler wrapper; returns the exit code. */
  int run(List<String> arguments) {
    Shell.Result plan = Shell.run(command(List.of("-###"), arguments));
    List<DriverJob> jobs = DriverJob.parse(plan.output());
    if (plan.exitCode() != 0 || jobs.isEmpty()) {
      return Shell.runHere(command(List.of(), arguments));
    }
    Set<Path> temporary = new LinkedHashSet<>();
    try {
      for (DriverJob job : jobs) {
        int exit = run(job);
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

  private List<String> command(List<String> first, List<String> arguments) {
    List<String> command = new ArrayList<>(ClangWrapper.command(toolchain));
    command.addAll(first);
    command.addAll(arguments);
    return command;
  }

  private int run(DriverJob job) {
    if (job.compiles()) {
      return compile(job);
    }
    return job.links() ? new FastLink(job, options).run() : Shell.runHere(job.words());
  }

  private static int compile(DriverJob job) {
    DriverJob complete = job.with("-fembed-bitcode=all");
    if (!job.optimizes()) {
      complete = complete.with("-disable-O0-optnone");
    }
    int exit = Shell.runHere(complete.words());
    return exit == 0 ? rename(job.output()) : exit;
  }

  /** Under clang's own names, tools with an LLVM plugin would take the object for bitcode. */
  private static int rename(Path object) {
    Packages.require("objcopy");
    return Shell.runHere(
        List.of(
            "objcopy",
            "--rename-section",
            ".llvmbc=" + BITCODE + ",contents,readonly,exclude",
            "--rename-section",
            ".llvmcmd=" + COMMAND + ",contents,readonly,exclude",
            object.toString()));
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It is a temporary file, and it stays.
    }
  }
}
