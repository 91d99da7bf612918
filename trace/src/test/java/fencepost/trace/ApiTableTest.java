package fencepost.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.Statement;
import fencepost.trace.ApiTable.When;
import java.util.List;
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
  void theFormsOfACallFollowFromItsLine() {
    ApiTable table =
        table(
            "around nonblocking persistent large MPI_Bcast(void *buffer, int count, MPI_Datatype"
                + " datatype, int root, MPI_Comm comm)",
            "    reads buffer count datatype, root only",
            "    writes buffer count datatype, others only");
    assertThat(table.calls().stream().map(Call::name))
        .containsExactlyInAnyOrder(
            "MPI_Bcast",
            "MPI_Ibcast",
            "MPI_Bcast_init",
            "MPI_Bcast_c",
            "MPI_Ibcast_c",
            "MPI_Bcast_init_c");
    assertThat(code(table.call("MPI_Bcast"), When.AFTER)).as("over when it returns").isEmpty();
    Call started = table.call("MPI_Ibcast");
    assertThat(started.recorded()).isEqualTo(ApiTable.Recorded.AFTER);
    assertThat(code(started, When.AFTER))
        .containsExactly("fp_buffer(buffer, count, datatype, 0, *request)");
    Call prepared = table.call("MPI_Bcast_init_c");
    assertThat(prototype(prepared))
        .isEqualTo(
            "void * buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,"
                + " MPI_Info info, MPI_Request * request");
    assertThat(code(prepared, When.AFTER))
        .containsExactly(
            "fp_buffer(buffer, count, datatype, 0, *request)", "fp_persistent(*request)");
  }

  private static List<String> code(Call call, When when) {
    return call.statements().stream().filter(s -> s.when() == when).map(Statement::code).toList();
  }

  @Test
  void aBufferIsWatchedAsFarAsItIsUsed() {
    ApiTable table =
        table(
            "around nonblocking MPI_Gatherv(const void *from, int n, MPI_Datatype type, void *to,"
                + " const int *counts [in fp_size_at(root, comm)], const int *displs"
                + " [in fp_size_at(root, comm)], int root, MPI_Comm comm)",
            "    reads from n type",
            "    writes to counts type at displs, root only",
            "around nonblocking MPI_Reduce(const void *from, void *to, int n, MPI_Datatype type,"
                + " int root, MPI_Comm comm)",
            "    reads from each n type",
            "    writes to n type, root only");
    assertThat(code(table.call("MPI_Igatherv"), When.AFTER))
        .containsExactly(
            "fp_buffer(from, n, type, 0, *request)",
            "fp_buffers(to, fp_size_at(root, comm), FP_ARRAY(counts), FP_ARRAY(displs), type,"
                + " *request)");
    assertThat(code(table.call("MPI_Ireduce"), When.AFTER))
        .containsExactly(
            "fp_buffer(from, (MPI_Count)n * fp_size(comm), type, 0, *request)",
            "fp_buffer(fp_at(root, comm) ? to : MPI_IN_PLACE, n, type, 0, *request)");
  }

  @Test
  void aCallMeansWhatItsWordSays() {
    ApiTable table =
        table(
            "word put",
            "    reads source n element, until ctx",
            "after MPI_Put(const void *source, int n)",
            "    means put SUM",
            "after MPI_P(int value)",
            "    means put",
            "around MPI_Flush(int rank, MPI_Win win)",
            "    completes local win rank if flag",
            "    follows all, root only");
    Meaning put = table.call("MPI_Put").meaning();
    assertThat(table.call("MPI_Put").word()).isEqualTo("put");
    assertThat(put.details()).containsExactly("SUM");
    CallBuffer buffer = put.buffers().get(0);
    assertThat(List.of(buffer.address(), buffer.count(), buffer.type(), buffer.until()))
        .containsExactly("source", "n", "element", "ctx");
    assertThat(buffer.written()).isFalse();
    assertThat(table.call("MPI_P").meaning().buffers()).as("it has no such argument").isEmpty();
    assertThat(table.meaning("put")).hasSize(2);
    Meaning flush = table.call("MPI_Flush").meaning();
    assertThat(flush.completions())
        .containsExactly(new Meaning.Completion(true, false, List.of("win", "rank"), true, ""));
    assertThat(flush.follows()).containsExactly("all", "root", "only");
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
