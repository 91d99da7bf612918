package fencepost.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the lines of a table say. */
class ApiTableTest {
  private static ApiTable table(String... lines) {
    String head = "profiling P\nresult int if fp_code == MPI_SUCCESS\n";
    return ApiTable.parse(Model.MPI, head + String.join("\n", lines));
  }

  private static String prototype(Call call) {
    return call.parameters().stream()
        .map(p -> p.type() + " " + p.name())
        .collect(Collectors.joining(", "));
  }

  @Test
  void everyArgumentHasASlotAndAddedWordsComeLast() {
    Call call =
        table(
                "around MPI_Make(MPI_Comm comm, MPI_Comm *newcomm [members], int tag)",
                "    after held = fp_held(comm)")
            .call("MPI_Make");
    assertThat(call.slot("comm")).isEqualTo(2);
    assertThat(call.slot("newcomm")).isEqualTo(3);
    assertThat(call.slot("tag")).as("behind both lists of members").isEqualTo(6);
    assertThat(call.slot("held")).isEqualTo(7);
    assertThat(call.slots()).isEqualTo(8);
  }

  @Test
  void aMarkMayHaveALengthAndACapacity() {
    Parameter statuses =
        table("after MPI_Some(int n, MPI_Status *s [status fp_count(n, 2) max n])")
            .call("MPI_Some")
            .parameters()
            .get(1);
    assertThat(statuses.mark()).isEqualTo(Mark.STATUS);
    assertThat(statuses.length()).isEqualTo("fp_count(n, 2)");
    assertThat(statuses.capacity()).isEqualTo("n");
  }

  @Test
  void aCallForLargeCountsHasTheSameSlots() {
    ApiTable table =
        table(
            "after large MPI_Move(void *buf, int count, const int *counts [in 2], const int *displs"
                + " [in 2], int dest)");
    Call large = table.call("MPI_Move_c");
    assertThat(prototype(large))
        .isEqualTo(
            "void * buf, MPI_Count count, const MPI_Count * counts, const MPI_Aint * displs,"
                + " int dest");
    assertThat(large.condition()).isEqualTo("MPI_VERSION >= 4");
    assertThat(large.profilingName()).isEqualTo("PMPI_Move_c");
    assertThat(large.slot("dest")).isEqualTo(table.call("MPI_Move").slot("dest"));
  }

  @Test
  void aPersistentCallTakesAnInfoAndIsWatchedLater() {
    Call call =
        table(
                "after persistent large MPI_Ibcast(void *buffer, int count, MPI_Request *request"
                    + " [out])",
                "    after fp_buffer(buffer, count, *request)")
            .call("MPI_Bcast_init_c");
    assertThat(prototype(call))
        .isEqualTo("void * buffer, MPI_Count count, MPI_Info info, MPI_Request * request");
    assertThat(call.statements().stream().map(ApiTable.Statement::code))
        .containsExactly("fp_buffer(buffer, count, *request)", "fp_persistent(*request)");
  }

  @Test
  void aLineThatIsNotUnderstoodIsQuoted() {
    assertThatThrownBy(() -> table("sometimes MPI_Send(int count)"))
        .hasMessageContaining("sometimes MPI_Send");
    assertThatThrownBy(() -> table("after MPI_Send(int count)", "    then fp_buffer()"))
        .hasMessageContaining("then fp_buffer");
    assertThatThrownBy(() -> table("after MPI_Send(int count [twice])"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void callsAndArgumentsThatAreNotThereAreNamed() {
    ApiTable table = table("after MPI_Send(int count)");
    assertThatThrownBy(() -> table.call("MPI_Sent")).hasMessageContaining("MPI_Sent");
    assertThatThrownBy(() -> table.call("MPI_Send").slot("size")).hasMessageContaining("size");
  }
}
