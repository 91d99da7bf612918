package fencepost.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * A program whose slowdown is measured.
 *
 * @param source in C, C++ or Fortran, below the checkout
 * @param arguments with which it runs for a while, and computes between its remote operations
 * @param threads how many it has in each process, which is its last argument; 0 if it is without
 */
public record Subject(String name, Path source, List<String> arguments, int threads) {
  private static final int THREADS = 2;

  private Subject(String name, Path source, List<String> arguments) {
    this(name, source, arguments, 0);
  }

  private static Subject withThreads(String name, Path source, List<String> arguments) {
    return new Subject(name, source, arguments, THREADS);
  }

  /** The same program with another number of threads. */
  public Subject with(int number) {
    return new Subject(name, source, arguments, number);
  }

  /** The program, as a table calls it. */
  String title() {
    return isHybrid() ? name + ", " + threads + (threads == 1 ? " thread" : " threads") : name;
  }

  /** All of them, in a checkout. */
  public static List<Subject> in(Path checkout) {
    Path own = checkout.resolve("bench/programs");
    Path applications = checkout.resolve("tests/apps");
    return List.of(
        new Subject("stencil", own.resolve("stencil.c"), List.of("1000", "2400")),
        new Subject("transpose", own.resolve("transpose.c"), List.of("450", "2400")),
        new Subject(
            "hash_table", applications.resolve("hash_table.c"), List.of("9000", "80", "2000")),
        new Subject(
            "graph", applications.resolve("graph_accumulate.c"), List.of("20000", "48", "4000")),
        new Subject(
            "particles", applications.resolve("particles_ddt.c"), List.of("100000", "6000")),
        new Subject(
            "linked_list", applications.resolve("linked_list.c"), List.of("200", "40", "2000")),
        new Subject("solver", own.resolve("solver.f90"), List.of("1300", "2400")),
        new Subject("hydro", own.resolve("hydro.cpp"), List.of("100", "40")),
        new Subject("components", own.resolve("components.cpp"), List.of("1200", "40000", "8")),
        new Subject("adi", own.resolve("adi.f90"), List.of("300", "1200")),
        withThreads("hybrid_dynamics", own.resolve("hybrid_dynamics.cpp"), List.of("600", "16")),
        withThreads("hybrid_stencil", own.resolve("hybrid_stencil.c"), List.of("6000", "1200")),
        withThreads("hybrid_tasks", own.resolve("hybrid_tasks.c"), List.of("48", "12")));
  }

  /** Whether it uses OpenMP. */
  public boolean isHybrid() {
    return threads > 0;
  }

  public boolean isCxx() {
    return source.toString().endsWith(".cpp");
  }

  public boolean isFortran() {
    return source.toString().endsWith(".f90");
  }
}
