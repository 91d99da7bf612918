package fencepost.program.llvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.bytedeco.llvm.global.LLVM.*;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;
import org.junit.jupiter.api.Test;

class LoopCopyTest {
  private static final String LOOP =
      """
      declare void @hook(ptr)
      define i32 @f(ptr %a, i64 %n, i1 %original) !dbg !4 {
      before:
        br label %header
      header:
        %i = phi i64 [ 0, %before ], [ %next, %latch ]
        %sum = phi i32 [ 0, %before ], [ %more, %latch ]
        %p = getelementptr i32, ptr %a, i64 %i
        call void @hook(ptr %p)
        %v = load i32, ptr %p, !dbg !7
          #dbg_value(i32 %v, !6, !DIExpression(), !7)
        %stop = icmp eq i32 %v, 0
        br i1 %stop, label %found, label %latch
      latch:
        %more = add i32 %sum, %v
        %next = add nsw i64 %i, 1
        %again = icmp slt i64 %next, %n
        br i1 %again, label %header, label %end
      found:
        %where = phi i32 [ %sum, %header ]
        br label %end
      end:
        %result = phi i32 [ %more, %latch ], [ %where, %found ]
        ret i32 %result
      }
      !llvm.module.flags = !{!0}
      !llvm.dbg.cu = !{!1}
      !0 = !{i32 2, !"Debug Info Version", i32 3}
      !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, emissionKind: FullDebug)
      !2 = !DIFile(filename: "f.c", directory: "/")
      !3 = !DISubroutineType(types: !{})
      !4 = distinct !DISubprogram(name: "f", file: !2, line: 1, type: !3, unit: !1, spFlags: DISPFlagDefinition)
      !5 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
      !6 = !DILocalVariable(name: "v", scope: !4, file: !2, line: 2, type: !5)
      !7 = !DILocation(line: 3, column: 1, scope: !4)
      """;

  private static List<LLVMBasicBlockRef> blocks(LlvmModule module) {
    List<LLVMBasicBlockRef> blocks = new ArrayList<>();
    LLVMValueRef f = LLVMGetNamedFunction(module.module(), "f");
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
        Handles.present(b);
        b = LLVMGetNextBasicBlock(b)) {
      blocks.add(b);
    }
    return blocks;
  }

  private static boolean isHook(LLVMValueRef instruction) {
    return Handles.present(LLVMIsACallInst(instruction))
        && LLVMGetValueName(LLVMGetCalledValue(instruction)).getString().equals("hook");
  }

  private static String copied() {
    try (LlvmModule module = LlvmModule.parse(LOOP)) {
      LLVMSetIsNewDbgInfoFormat(module.module(), 0);
      List<LLVMBasicBlockRef> blocks = blocks(module);
      List<LLVMBasicBlockRef> loop = blocks.subList(1, 3);
      assertThat(LoopCopy.isPossible(loop)).isTrue();
      LLVMValueRef choice = LLVMGetParam(LLVMGetNamedFunction(module.module(), "f"), 2);
      LoopCopy.make(module, blocks.get(0), choice, loop, LoopCopyTest::isHook);
      LLVMSetIsNewDbgInfoFormat(module.module(), 1);
      module.verify();
      return module.text();
    }
  }

  @Test
  void theBlockBeforeChooses() {
    assertThat(copied()).containsPattern("br i1 %original, label %header, label %\\d");
  }

  @Test
  void theCopyLeavesOutWhatItShall() {
    assertThat(copied().split("call void @hook", -1)).hasSize(2);
    assertThat(copied().split("load i32", -1)).hasSize(3);
  }

  @Test
  void whatComesBehindGetsTheValuesOfBoth() {
    assertThat(copied())
        .containsPattern("%where = phi i32 \\[ %sum, %header ], \\[ %\\d+, %\\d+ ]")
        .containsPattern(
            "%result = phi i32 \\[ %more, %latch ], \\[ %where, %found ], \\[ %\\d+, %\\d+ ]");
  }

  @Test
  void thePlaceInTheSourceAndVariablesAreCopied() {
    String text = copied();
    assertThat(text).containsPattern("%\\d+ = load i32, ptr %\\d+, align 4, !dbg");
    assertThat(text).contains("#dbg_value(i32 %v,").containsPattern("#dbg_value\\(i32 %\\d+,");
  }

  @Test
  void aLoopWhoseValuesAreUsedBehindItWithoutPhiIsNotCopied() {
    String direct = LOOP.replace("[ %where, %found ]", "[ %sum, %found ]");
    try (LlvmModule module = LlvmModule.parse(direct)) {
      assertThat(LoopCopy.isPossible(blocks(module).subList(1, 3))).isFalse();
    }
  }

  @Test
  void aLoopWithACallThatMustNotBeDuplicatedIsNotCopied() {
    String once = LOOP.replace("declare void @hook(ptr)", "declare void @hook(ptr) noduplicate");
    try (LlvmModule module = LlvmModule.parse(once)) {
      assertThat(LoopCopy.isPossible(blocks(module).subList(1, 3))).isFalse();
    }
  }
}
