package fencepost.check.shmem;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.check.machine.Image;
import fencepost.check.machine.Machine;
import fencepost.check.machine.Unknowns;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.LlvmModule;
import fencepost.trace.ApiTable;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShmemLibraryTest {
  private static ShmemLibrary library() {
    try (LlvmModule module = LlvmModule.parse("define i32 @main() {\n  ret i32 0\n}\n")) {
      Machine machine =
          new Machine(new Image(ModuleReader.read(module)), 2, new Unknowns(Map.of()));
      return new ShmemLibrary(new ShmemWorld(machine));
    }
  }

  @Test
  void everyCallOfTheTableIsModelled() {
    ShmemLibrary library = library();
    assertThat(ShmemLibrary.TABLE.calls())
        .extracting(ApiTable.Call::name)
        .allSatisfy(name -> assertThat(library.routine(name)).isNotNull());
    assertThat(library.routine("shmem_no_such_call")).isNull();
  }

  @Test
  void profilingNamesAreTheSameCalls() {
    assertThat(library().routine("pshmem_int_put")).isNotNull();
    assertThat(library().routine("pstart_pes")).isNotNull();
  }

  @Test
  void elementsHaveTheSizeThatTheTableSays() {
    assertThat(signature("shmem_ctx_uint_atomic_add").element).isEqualTo(4);
    assertThat(signature("shmem_put128_nbi").element).isEqualTo(16);
    assertThat(signature("shmem_getmem").element).isEqualTo(1);
    assertThat(signature("shmem_complexd_sum_reduce").element).isEqualTo(16);
  }

  @Test
  void comparisonsAreThoseOfTheType() {
    assertThat(signature("shmem_uint_wait_until").type().compare(-1, 1)).isPositive();
    assertThat(signature("shmem_int_wait_until").type().compare(-1, 1)).isNegative();
  }

  private static Signature signature(String name) {
    return new Signature(ShmemLibrary.TABLE.call(name));
  }
}
