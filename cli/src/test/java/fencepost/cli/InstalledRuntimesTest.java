package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Libraries of OpenSHMEM and GASPI as somebody may have installed them: {@code --runtime=DIR}. */
class InstalledRuntimesTest {
  private static final TestToolchain TOOLCHAIN = TestToolchain.GCC_OPEN_MPI;

  @TempDir Path work = Path.of("");

  /** A library that has a thread of its own, which copies what has arrived. */
  private static final String WITH_A_THREAD =
      """
      #include <pthread.h>
      #include <string.h>
      static void *copy(void *to) {
        static char from[64];
        memcpy(to, from, 4 + *(volatile char *)from);
        return to;
      }
      void background(void *to) {
        pthread_t thread;
        pthread_create(&thread, NULL, copy, to);
        pthread_join(thread, NULL);
      }
      """;

  private static final String GASPI_PROGRAM =
      """
      #include <GASPI.h>
      #include <string.h>
      void background(void *to);
      int main(void) {
        gaspi_rank_t rank;
        gaspi_pointer_t at;
        gaspi_proc_init(GASPI_BLOCK);
        gaspi_proc_rank(&rank);
        gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT);
        gaspi_segment_ptr(0, &at);
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
        if (rank == 0) {
          gaspi_write(0, 32, 1, 0, 0, 4, 0, GASPI_BLOCK);
          gaspi_wait(0, GASPI_BLOCK);
        } else {
          background(at);
      #ifdef RACY
          memcpy(at, (char *)at + 32, 4);
      #endif
        }
        gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
        gaspi_proc_term(GASPI_BLOCK);
        return 0;
      }
      """;

  private static final String SHMEM_PROGRAM =
      """
      #include <shmem.h>
      static long x;
      int main(void) {
        shmem_init();
        if (shmem_my_pe() == 0)
          shmem_long_p(&x, 1, 1);
        shmem_barrier_all();
        x++;
        shmem_finalize();
        return 0;
      }
      """;

  @Test
  void aStaticCommunicationLibraryIsNoPartOfTheProgram() throws IOException {
    Path runtime = install("gaspi", "GPI2", WITH_A_THREAD);
    TestProgram.checkRun("clean", compile(GASPI_PROGRAM, runtime), 2, List.of());
    TestProgram.checkRun(
        "racy",
        compile(GASPI_PROGRAM, runtime, "-DRACY"),
        2,
        List.of("program.c:13 and program.c:18"));
  }

  @Test
  void theLibraryOfAMakefileIsNotLinkedBesideTheOneThatTakesItsPlace() throws IOException {
    Path program = compile(SHMEM_PROGRAM, null, "-lsma", "-loshmem", "-l", "shmem");
    TestProgram.checkRun("program", program, 2, List.of());
  }

  @Test
  void anOpenShmemCompilerNeedNotKnowMpi() throws IOException {
    Path runtime = install("shmem", "shmem", "");
    Path wrapper = Files.createDirectories(runtime.resolve("bin")).resolve("oshcc");
    String link = Shell.run(List.of("mpicc.openmpi", "--showme:link")).output().strip();
    Shell.script(
        wrapper,
        """
        #!/bin/sh
        [ "$1" = -show ] && { echo gcc; exit; }
        exec gcc -I%1$s/include "$@" -L%1$s/lib -lshmem -lrt -lpthread %2$s
        """
            .formatted(runtime, link));
    TestProgram.checkRun("program", compile(SHMEM_PROGRAM, runtime), 2, List.of());
  }

  /** Builds a library from the sources of the testbed, and a further one. */
  private Path install(String model, String name, String further) throws IOException {
    Path sources = Path.of("../testbed", model);
    Path built = Files.createTempDirectory(work, "built-");
    new TestRuntime(sources, TOOLCHAIN, built).build();
    Path root = Files.createTempDirectory(work, "runtime-");
    Path include = Files.createDirectories(root.resolve("include"));
    try (Stream<Path> files = Files.list(sources)) {
      for (Path header : files.filter(file -> file.toString().endsWith(".h")).toList()) {
        Files.copy(header, include.resolve(header.getFileName()));
      }
    }
    Path source = Files.writeString(built.resolve("further.c"), further);
    Path object = built.resolve("further.o");
    run("gcc", "-O2", "-fPIC", "-c", source, "-o", object);
    Path archive = Files.createDirectories(root.resolve("lib")).resolve("lib" + name + ".a");
    Files.copy(built.resolve("libtestbed.a"), archive);
    run("ar", "rs", archive, object);
    return root;
  }

  private static void run(Object... words) {
    Shell.Result result = Shell.run(Arrays.stream(words).map(Object::toString).toList());
    assertThat(result.exitCode()).as(result.output()).isZero();
  }

  private Path compile(String text, @Nullable Path runtime, String... more) throws IOException {
    Path directory = Files.createTempDirectory(work, "program-");
    Path source = Files.writeString(directory.resolve("program.c"), text);
    Path program = directory.resolve("program");
    List<String> arguments =
        new ArrayList<>(
            List.of("-g", "-O1", "--universal", "-o", program.toString(), source.toString()));
    if (runtime != null) {
      arguments.add("--runtime=" + runtime);
    }
    arguments.addAll(List.of(more));
    ModelChoice choice = ModelChoice.in(arguments);
    Toolchain compiler = TOOLCHAIN.of(Toolchain.Language.C);
    CompilerCommand command = new CompilerCommand(compiler, choice, ModelChoice.without(arguments));
    assertThat(command.run()).isZero();
    return program;
  }
}
