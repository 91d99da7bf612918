package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SynchronizingCallsTest {
  private static final String TEXT =
      """
      MPI_Put(a, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
      MPI_Win_flush(rank(comm), win);
      CHECK(gaspi_wait(queue,
                       GASPI_BLOCK));
      shmem_long_wait_until(&flag, SHMEM_CMP_EQ, (1));
      """;

  @Test
  void synchronizingCallsAreFoundAndReplacedWhole() {
    List<SynchronizingCalls.Site> sites = SynchronizingCalls.in(TEXT);
    assertThat(sites)
        .extracting(SynchronizingCalls.Site::name)
        .containsExactly("MPI_Win_flush", "gaspi_wait", "shmem_long_wait_until");
    assertThat(sites).extracting(SynchronizingCalls.Site::line).containsExactly(2, 3, 5);
    assertThat(sites.get(0).removedFrom(TEXT)).contains("win);\n0;\nCHECK");
    assertThat(sites.get(1).removedFrom(TEXT)).contains("CHECK(0);");
    assertThat(sites.get(2).removedFrom(TEXT)).endsWith("\n0;\n");
  }
}
