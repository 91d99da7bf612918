package fencepost.program.llvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;

/** Each time in a process of its own, because a process loads LLVM only once. */
class LlvmTest {
  private static final int ENOUGH_SECONDS = 300;

  @RepeatedTest(3)
  void threadsMayBeginWithDifferentClasses() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Beginners.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    boolean ended = process.waitFor(ENOUGH_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).isTrue();
    assertThat(process.exitValue()).isZero();
  }

  /** Threads that all use LLVM first. */
  static final class Beginners {
    private Beginners() {}

    public static void main(String[] arguments) throws Exception {
      Path object = Files.createTempFile("fencepost", ".o");
      List<Runnable> uses =
          List.of(
              () -> LlvmModule.parse("declare void @f()").close(),
              () -> readSections(object),
              () -> new Target(List.of()).close());
      CyclicBarrier together = new CyclicBarrier(uses.size());
      List<Thread> threads = uses.stream().map(use -> thread(together, use)).toList();
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      Files.delete(object);
    }

    private static Thread thread(CyclicBarrier together, Runnable use) {
      return new Thread(
          () -> {
            try {
              together.await();
            } catch (Exception e) {
              throw new IllegalStateException(e);
            }
            use.run();
          });
    }

    private static void readSections(Path object) {
      try {
        ObjectSections.read(object, ".text");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
