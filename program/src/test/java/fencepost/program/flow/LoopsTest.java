package fencepost.program.flow;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.program.ir.Access;
import fencepost.program.ir.Block;
import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Function;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.LlvmModule;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoopsTest {
  private static Function function(String text) {
    try (LlvmModule module = LlvmModule.parse(text)) {
      return ModuleReader.read(module).function("f");
    }
  }

  private static final String NEST =
      """
      define void @f(ptr %a, i64 %rows, i64 %columns) {
      entry:
        br label %outer
      outer:
        %i = phi i64 [ 0, %entry ], [ %i.next, %latch ]
        %row = mul i64 %i, %columns
        %start = getelementptr i32, ptr %a, i64 %row
        br label %inner
      inner:
        %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
        %p = getelementptr i32, ptr %start, i64 %j
        %v = load i32, ptr %p
        %j.next = add i64 %j, 1
        %more = icmp ne i64 %j.next, %columns
        br i1 %more, label %inner, label %latch
      latch:
        %i.next = add i64 %i, 2
        %again = icmp slt i64 %i.next, %rows
        br i1 %again, label %outer, label %end
      end:
        ret void
      }
      """;

  @Test
  void dominatorsAreOnEveryWay() {
    Function f =
        function(
            """
            define void @f(i1 %c) {
            a:
              br i1 %c, label %b, label %d
            b:
              br label %e
            d:
              br label %e
            e:
              ret void
            unreachable:
              br label %e
            }
            """);
    Dominators dominators = new Dominators(f);
    List<Block> blocks = f.blocks();
    assertThat(dominators.dominates(blocks.get(0), blocks.get(3))).isTrue();
    assertThat(dominators.dominates(blocks.get(1), blocks.get(3))).isFalse();
    assertThat(dominators.dominates(blocks.get(3), blocks.get(3))).isTrue();
    assertThat(dominators.reachable(blocks.get(4))).isFalse();
  }

  @Test
  void loopsAreNested() {
    Function f = function(NEST);
    Loops loops = new Loops(f, new Dominators(f));
    assertThat(loops.all()).hasSize(2);
    Loop inner = loops.all().get(0);
    Loop outer = loops.all().get(1);
    assertThat(inner.header()).isSameAs(f.blocks().get(2));
    assertThat(inner.parent()).isSameAs(outer);
    assertThat(inner.preheader()).isSameAs(f.blocks().get(1));
    assertThat(outer.latch()).isSameAs(f.blocks().get(3));
    assertThat(outer.leavesOnlyAtLatch()).isTrue();
    assertThat(loops.around(f.blocks().get(0))).isNull();
  }

  @Test
  void countsComeFromTheComparisonAtTheEnd() {
    Function f = function(NEST);
    Loops loops = new Loops(f, new Dominators(f));
    TripCount inner = TripCount.of(loops.all().get(0));
    assertThat(inner)
        .isEqualTo(
            new TripCount(
                new Expression.Number(1), 1, Relation.UNEQUAL, f.arguments().get(2), false));
    TripCount outer = TripCount.of(loops.all().get(1));
    assertThat(outer)
        .isEqualTo(
            new TripCount(
                new Expression.Number(2), 2, Relation.S_LESS, f.arguments().get(1), true));
  }

  @Test
  void addressesEvolveInBothLoops() {
    Function f = function(NEST);
    Loops loops = new Loops(f, new Dominators(f));
    Access load =
        (Access) f.instructions().filter(i -> i instanceof Access).findFirst().orElseThrow();
    Evolution inner = new Recurrences(loops.all().get(0)).of(load.address());
    assertThat(inner).isNotNull();
    assertThat(inner.step()).isEqualTo(new Expression.Number(4));
    Evolution outer = new Recurrences(loops.all().get(1)).of(inner.start());
    assertThat(outer).isNotNull();
    assertThat(outer.start()).isEqualTo(new Expression.Known(f.arguments().get(0)));
    // two rows further: 2 * columns * 4 bytes
    assertThat(outer.step())
        .isEqualTo(
            new Expression.Product(
                new Expression.Product(
                    new Expression.Number(2), new Expression.Known(f.arguments().get(2))),
                new Expression.Number(4)));
  }

  @Test
  void aLoopWithASecondExitHasNoCount() {
    Function f =
        function(
            """
            define void @f(i64 %n, i1 %c) {
            entry:
              br label %head
            head:
              %i = phi i64 [ 0, %entry ], [ %next, %latch ]
              br i1 %c, label %end, label %latch
            latch:
              %next = add i64 %i, 1
              %more = icmp slt i64 %next, %n
              br i1 %more, label %head, label %end
            end:
              ret void
            }
            """);
    Loop loop = new Loops(f, new Dominators(f)).all().get(0);
    assertThat(loop.leavesOnlyAtLatch()).isFalse();
    assertThat(TripCount.of(loop)).isNull();
  }

  @Test
  void aCounterThatWasWidenedIsComparedAsItWasBefore() {
    Function f =
        function(
            """
            define void @f(i64 %first, i32 %n) {
            entry:
              br label %loop
            loop:
              %i = phi i64 [ %first, %entry ], [ %next, %loop ]
              %next = add nuw nsw i64 %i, 1
              %narrow = trunc nuw i64 %next to i32
              %more = icmp sgt i32 %n, %narrow
              br i1 %more, label %loop, label %end
            end:
              ret void
            }
            """);
    Loop loop = new Loops(f, new Dominators(f)).all().get(0);
    Expression first =
        new Expression.Sum(new Expression.Known(f.arguments().get(0)), new Expression.Number(1));
    assertThat(TripCount.of(loop))
        .isEqualTo(new TripCount(first, 1, Relation.S_LESS, f.arguments().get(1), true));
  }

  @Test
  void aNarrowNumberThatMayWrapIsNotFollowed() {
    String text =
        """
        define void @f(ptr %a, i32 %n) {
        entry:
          br label %loop
        loop:
          %i = phi i32 [ 0, %entry ], [ %next, %loop ]
          %index = sext i32 %i to i64
          %p = getelementptr i32, ptr %a, i64 %index
          %v = load i32, ptr %p
          %next = add FLAGS i32 %i, 1
          %more = icmp slt i32 %next, %n
          br i1 %more, label %loop, label %end
        end:
          ret void
        }
        """;
    for (String flags : List.of("nsw", "")) {
      Function f = function(text.replace("FLAGS", flags));
      Loop loop = new Loops(f, new Dominators(f)).all().get(0);
      Access load =
          (Access) f.instructions().filter(i -> i instanceof Access).findFirst().orElseThrow();
      assertThat(new Recurrences(loop).of(load.address()) != null).isEqualTo(flags.equals("nsw"));
    }
  }
}
