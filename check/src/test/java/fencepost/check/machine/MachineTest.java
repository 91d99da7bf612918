package fencepost.check.machine;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.check.library.CLibrary;
import fencepost.check.library.Inputs;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.LlvmModule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Small functions in LLVM's own language; what main returns is the exit code. */
class MachineTest {

  private static Machine run(String ir, Map<Integer, Long> chosen) {
    try (LlvmModule module = LlvmModule.parse(ir)) {
      Machine machine = new Machine(new Image(ModuleReader.read(module)), 1, new Unknowns(chosen));
      machine.add(new CLibrary(new Inputs(List.of(), true)));
      machine.run(Machine.Order.USUAL, 1000, () -> true, 0, 1, 0);
      return machine;
    }
  }

  private static Halt end(String ir) {
    Halt end = run(ir, Map.of()).processes().get(0).end();
    if (end == null) {
      throw new AssertionError("it did not end");
    }
    return end;
  }

  private static int result(String ir) {
    Halt end = end(ir);
    assertThat(end.reason()).as(end.message()).isEqualTo(Halt.Reason.EXIT);
    return end.exitCode();
  }

  @Test
  void aLoopCarriesItsValuesThroughPhis() {
    String ir =
        """
        define i32 @main() {
        entry:
          br label %loop
        loop:
          %i = phi i32 [ 0, %entry ], [ %next, %loop ]
          %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
          %more = add i32 %sum, %i
          %next = add i32 %i, 1
          %again = icmp slt i32 %next, 10
          br i1 %again, label %loop, label %end
        end:
          ret i32 %more
        }
        """;
    assertThat(result(ir)).isEqualTo(45);
  }

  @Test
  void phisTakeTheirValuesAllAtOnce() {
    String ir =
        """
        define i32 @main() {
        entry:
          br label %loop
        loop:
          %a = phi i32 [ 1, %entry ], [ %b, %loop ]
          %b = phi i32 [ 2, %entry ], [ %a, %loop ]
          %n = phi i32 [ 0, %entry ], [ %m, %loop ]
          %m = add i32 %n, 1
          %again = icmp ult i32 %m, 4
          br i1 %again, label %loop, label %end
        end:
          %ten = mul i32 %a, 10
          %both = add i32 %ten, %b
          ret i32 %both
        }
        """;
    assertThat(result(ir)).isEqualTo(21);
  }

  @Test
  void unsignedAndNarrowIntegersAreExtendedAsTheirTypesSay() {
    String ir =
        """
        define i32 @main() {
          %big = add i8 -1, 0
          %wide = zext i8 %big to i32
          %half = udiv i32 %wide, 2
          %shifted = lshr i8 %big, 4
          %more = zext i8 %shifted to i32
          %sum = add i32 %half, %more
          ret i32 %sum
        }
        """;
    assertThat(result(ir)).isEqualTo(127 + 15);
  }

  @Test
  void memoryKeepsPointersAsTheyAre() {
    String ir =
        """
        @cell = global [4 x i32] [i32 5, i32 6, i32 7, i32 8]
        @pointer = global ptr getelementptr ([4 x i32], ptr @cell, i64 0, i64 2)
        declare ptr @malloc(i64)
        declare ptr @memcpy(ptr, ptr, i64)
        define i32 @main() {
          %copy = call ptr @malloc(i64 8)
          %same = call ptr @memcpy(ptr %copy, ptr @pointer, i64 8)
          %p = load ptr, ptr %copy
          %number = ptrtoint ptr %p to i64
          %next = add i64 %number, 4
          %q = inttoptr i64 %next to ptr
          %value = load i32, ptr %q
          ret i32 %value
        }
        """;
    assertThat(result(ir)).isEqualTo(8);
  }

  @Test
  void functionPointersAliasesAndConstructorsAreCalled() {
    String ir =
        """
        @start = global i32 0
        @llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @first, ptr null }]
        @other = alias i32 (i32), ptr @twice
        define internal void @first() {
          store i32 20, ptr @start
          ret void
        }
        define i32 @twice(i32 %x) {
          %y = mul i32 %x, 2
          ret i32 %y
        }
        define i32 @main() {
          %place = alloca ptr
          store ptr @twice, ptr %place
          %f = load ptr, ptr %place
          %x = load i32, ptr @start
          %a = call i32 %f(i32 %x)
          %b = call i32 @other(i32 1)
          %sum = add i32 %a, %b
          ret i32 %sum
        }
        """;
    assertThat(result(ir)).isEqualTo(42);
  }

  @Test
  void floatingPointNumbersAreComputedAsTheirTypesSay() {
    String ir =
        """
        declare double @sqrt(double)
        define i32 @main() {
          %root = call double @sqrt(double 2.25)
          %single = fptrunc double %root to float
          %sum = fadd float %single, 2.5
          %less = fcmp olt float %sum, 4.5
          %bit = zext i1 %less to i32
          %whole = fptosi float %sum to i32
          %both = mul i32 %whole, 10
          %result = add i32 %both, %bit
          ret i32 %result
        }
        """;
    assertThat(result(ir)).isEqualTo(41);
  }

  @Test
  void accessesOutsideOfABlockAreFaults() {
    String ir =
        """
        define i32 @main() {
          %value = load i32, ptr null
          ret i32 %value
        }
        """;
    assertThat(end(ir).reason()).isEqualTo(Halt.Reason.FAULT);
  }

  @Test
  void decisionsByInputsCanBeTakenDifferently() {
    String ir =
        """
        declare i32 @mystery()
        define i32 @main() {
          %x = call i32 @mystery()
          %y = add i32 %x, 3
          %large = icmp sgt i32 %y, 10
          br i1 %large, label %yes, label %no
        yes:
          ret i32 1
        no:
          ret i32 0
        }
        """;
    Machine machine = run(ir, Map.of());
    assertThat(machine.unmodelled()).containsExactly("mystery");
    Unknowns.Decision decision = machine.unknowns().decisions().get(0);
    assertThat(decision.holds()).isFalse();
    assertThat(decision.opposite().agrees(8)).isTrue();
    assertThat(decision.opposite().agrees(7)).isFalse();
    Halt other = run(ir, Map.of(0, 8L)).processes().get(0).end();
    assertThat(other).isNotNull();
    assertThat(other.exitCode()).isEqualTo(1);
  }
}
