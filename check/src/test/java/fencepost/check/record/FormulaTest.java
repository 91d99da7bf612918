package fencepost.check.record;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FormulaTest {
  private static final Map<String, Long> NAMES =
      Map.of(
          "count", 3L, "op", 7L, "MPI_NO_OP", 7L, "dest", -2L, "MPI_PROC_NULL", -2L, "source", 1L);

  private static final Formula.Scope SCOPE =
      new Formula.Scope() {
        @Override
        public long value(String name) {
          return NAMES.get(name);
        }

        @Override
        public long element(String name, long index) {
          return name.equals("request") ? 100 + index : -1;
        }

        @Override
        public long call(String function, List<Formula> arguments) {
          return function.equals("fp_size") ? 10 * arguments.size() : -1;
        }
      };

  private static long value(String text) {
    return Formula.parse(text).evaluate(SCOPE);
  }

  @Test
  void castsMeanNothing() {
    assertThat(value("(MPI_Count)count * fp_size(count)")).isEqualTo(30);
    assertThat(value("*(void **)request")).isEqualTo(100);
  }

  @Test
  void conditions() {
    assertThat(value("op == MPI_NO_OP ? 0 : count")).isZero();
    assertThat(value("dest == MPI_PROC_NULL ? source : dest")).isEqualTo(1);
  }

  @Test
  void whatPointersPointTo() {
    assertThat(value("*request")).isEqualTo(100);
    assertThat(value("request[count]")).isEqualTo(103);
  }

  /** Every statement of the table is understood. */
  @Test
  void theTableOfMpi() {
    for (ApiTable.Call call : Model.MPI.table().calls()) {
      assertThat(new CallLayout(call).call).isEqualTo(call);
    }
  }
}
