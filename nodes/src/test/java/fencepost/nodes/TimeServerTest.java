package fencepost.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pings that are files. */
class TimeServerTest {
  @TempDir private Path trace;

  private Path file(String name) {
    return trace.resolve(ClockFile.DIRECTORY).resolve(name);
  }

  @Test
  void theAnswerIsATimeBetweenTheQuestionAndItsReturn() throws IOException {
    try (TimeServer server = TimeServer.of(trace);
        ClockFile ping = ClockFile.open(file("n1.ping"), 1);
        ClockFile pong = ClockFile.open(file("n1.pong"), 2)) {
      for (int i = 0; i < 10; i++) {
        long asked = System.nanoTime();
        ping.write(asked);
        long[] answer = pong.read();
        while (answer.length == 0 || answer[0] != asked) {
          answer = pong.read();
        }
        assertThat(answer[1]).isBetween(asked, System.nanoTime());
      }
    }
  }

  @Test
  void whatIsHalfWrittenIsNoAnswer() throws IOException {
    Path file = trace.resolve("n1.pong");
    try (ClockFile pong = ClockFile.open(file, 2)) {
      assertThat(pong.read()).isEmpty();
      pong.write(1, 2);
      assertThat(pong.read()).containsExactly(1, 2);
      byte[] bytes = Files.readAllBytes(file);
      bytes[7] = 3;
      Files.write(file, bytes);
      assertThat(pong.read()).isEmpty();
      Files.write(file, new byte[24]);
      assertThat(pong.read()).isEmpty();
    }
  }
}
