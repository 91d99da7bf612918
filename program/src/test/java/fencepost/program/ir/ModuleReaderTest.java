package fencepost.program.ir;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.program.llvm.LlvmModule;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModuleReaderTest {
  private static Module read(String text) {
    try (LlvmModule module = LlvmModule.parse(text)) {
      return ModuleReader.read(module);
    }
  }

  @Test
  void addressesAreTakenApartIntoBytes() {
    Function f =
        read("""
                %pair = type { i32, [4 x double] }
                define double @f(ptr %p, i64 %i, i64 %j) {
                  %q = getelementptr %pair, ptr %p, i64 %i, i32 1, i64 %j
                  %v = load double, ptr %q
                  ret double %v
                }
                """)
            .function("f");
    AddressOf address = (AddressOf) f.blocks().get(0).instructions().get(0);
    assertThat(address.base()).isSameAs(f.arguments().get(0));
    assertThat(address.offset()).isEqualTo(8);
    assertThat(address.terms())
        .containsExactly(
            new AddressOf.Term(f.arguments().get(1), 40),
            new AddressOf.Term(f.arguments().get(2), 8));
    Access load = (Access) f.blocks().get(0).instructions().get(1);
    assertThat(load.address()).isSameAs(address);
    assertThat(load.size()).isEqualTo(8);
    assertThat(load.reads()).isTrue();
    assertThat(load.writes()).isFalse();
  }

  @Test
  void thePhisOfALoopReferToTheValuesOfItsLatch() {
    Function f =
        read("""
                define void @f(i32 %n) {
                entry:
                  br label %loop
                loop:
                  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
                  %next = add nsw i32 %i, 1
                  %more = icmp slt i32 %next, %n
                  br i1 %more, label %loop, label %end
                end:
                  ret void
                }
                """)
            .function("f");
    Block loop = f.blocks().get(1);
    assertThat(loop.successors()).containsExactly(loop, f.blocks().get(2));
    assertThat(loop.predecessors()).containsExactlyInAnyOrder(f.blocks().get(0), loop);
    Phi phi = (Phi) loop.instructions().get(0);
    Instruction next = loop.instructions().get(1);
    assertThat(phi.from(loop)).isSameAs(next);
    assertThat(next.wrapsNever()).isTrue();
    Comparison more = (Comparison) loop.instructions().get(2);
    assertThat(more.relation()).isEqualTo(Comparison.Relation.S_LESS);
    assertThat(phi.from(f.blocks().get(0))).isEqualTo(new Constant.Number(next.type(), 0));
  }

  @Test
  void initializersKeepTheirAddresses() {
    Module module =
        read(
            """
            @x = internal global i32 0
            @table = global { i64, ptr } { i64 7, ptr getelementptr (i8, ptr @x, i64 2) }
            @other = alias i32, ptr @x
            declare i32 @printf(ptr, ...)
            define void @f() {
              call i32 (ptr, ...) @printf(ptr @table)
              ret void
            }
            """);
    GlobalVariable x = module.variables().get(0);
    assertThat(x.local()).isTrue();
    Constant.Aggregate table = (Constant.Aggregate) module.variables().get(1).initializer();
    Constant.Address second = (Constant.Address) table.parts().get(1).value();
    assertThat(table.parts().get(1).offset()).isEqualTo(8);
    assertThat(second.base()).isSameAs(x);
    assertThat(second.offset()).isEqualTo(2);
    assertThat(module.variables().get(2).initializer()).isSameAs(x);
    Call call = (Call) module.function("f").blocks().get(0).instructions().get(0);
    assertThat(call.name()).isEqualTo("printf");
    assertThat(call.arguments()).isEqualTo(List.of(module.variables().get(1)));
    assertThat(module.function("printf").variadic()).isTrue();
    assertThat(module.function("printf").defined()).isFalse();
  }
}
