package fencepost.program.pointsto;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.program.ir.Access;
import fencepost.program.ir.Module;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.LlvmModule;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What does not expose memory though an address is not far, and the nearest thing that does. Each
 * program ends in {@code @probe}, whose loads of numbers are asked about.
 */
class PrecisionTest {
  private static final Surroundings LIBC =
      new Surroundings(
          Set.of("malloc", "_Znwm", "getenv", "__cxa_pure_virtual", "_ZTISt9exception"),
          Set.of("probe"),
          Set.of("_ZN4Mine4workEv", "_ZN3MPI4Comm4FreeEv"),
          Set.of(),
          false,
          false);

  private static final String DECLARATIONS =
      """
      declare ptr @malloc(i64)
      declare ptr @_Znwm(i64)
      declare ptr @getenv(ptr)
      declare void @__cxa_pure_virtual()
      declare void @vendor(ptr)
      declare void @vendor_number(i64)
      declare i32 @MPI_Win_create(ptr, i64, i32, ptr, ptr, ptr)
      declare i32 @MPI_Send(ptr, i32, ptr, i32, i32, ptr)
      declare i32 @MPI_Recv(ptr, i32, ptr, i32, i32, ptr, ptr)
      define internal void @window(ptr %p) {
        %r = call i32 @MPI_Win_create(ptr %p, i64 4, i32 1, ptr null, ptr null, ptr null)
        ret void
      }
      """;

  private static List<Exposure> exposures(String text) {
    Module program;
    try (LlvmModule module = LlvmModule.parse(DECLARATIONS + text)) {
      program = ModuleReader.read(module);
    }
    PointsTo pointsTo = new PointsTo(List.of(program), LIBC);
    return program
        .definedFunctions()
        .filter(function -> function.name().equals("probe"))
        .flatMap(function -> function.instructions())
        .filter(instruction -> instruction instanceof Access access && access.size() == 4)
        .map(instruction -> (Access) instruction)
        .map(access -> pointsTo.exposure(access.address(), access.size()))
        .toList();
  }

  @Test
  void theDifferenceOfAddressesIsNoAddressButBecomesOneWhereItIsAdded() {
    String program =
        """
        define i32 @probe() {
          %x = call ptr @malloc(i64 4)
          %y = call ptr @malloc(i64 4)
          %kept = alloca i64
          %a = ptrtoint ptr %x to i64
          %b = ptrtoint ptr %y to i64
          %n = sub i64 %a, %b
          store i64 %n, ptr %kept
          %again = load i64, ptr %kept
          %twice = shl i64 %again, 1
          USE
          %v = load i32, ptr %x
          %w = load i32, ptr %y
          ret i32 %v
        }
        """;
    assertThat(exposures(program.replace("USE", "call void @vendor_number(i64 %twice)")))
        .containsExactly(Exposure.NONE, Exposure.NONE);
    assertThat(
            exposures(
                program.replace(
                    "USE",
                    "%sum = add i64 %again, %b\n %p = inttoptr i64 %sum to ptr\n"
                        + "call void @window(ptr %p)")))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN);
  }

  /** Remote processes reach windows, not what addresses in them lead to. */
  @Test
  void anAddressThatIsSentExposesNothingUntilItComesBack() {
    String program =
        """
        define i32 @probe() {
          %x = call ptr @malloc(i64 4)
          %y = call ptr @malloc(i64 4)
          %memory = call ptr @malloc(i64 8)
          %sent = alloca ptr
          %received = alloca ptr
          store ptr %x, ptr %sent
          store ptr %y, ptr %memory
          call void @window(ptr %memory)
          %1 = call i32 @MPI_Send(ptr %sent, i32 8, ptr null, i32 0, i32 0, ptr null)
          %2 = call i32 @MPI_Recv(ptr %received, i32 8, ptr null, i32 0, i32 0, ptr null, ptr null)
          %back = load ptr, ptr %received
          USE
          %v = load i32, ptr %x
          %w = load i32, ptr %y
          %m = load i32, ptr %memory
          ret i32 %v
        }
        """;
    assertThat(exposures(program.replace("USE", "")))
        .containsExactly(Exposure.NONE, Exposure.NONE, Exposure.WRITTEN);
    assertThat(exposures(program.replace("USE", "call void @window(ptr %back)")))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN, Exposure.WRITTEN);
    assertThat(exposures(program.replace("USE", "call void @vendor(ptr null)")))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN, Exposure.WRITTEN);
  }

  @Test
  void aCaseIsFollowedIfACallAsksForIt() {
    String program =
        """
        define internal void @manage(ptr %to, ptr %from, i32 %operation) {
          switch i32 %operation, label %end [i32 0, label %copy
                                             i32 1, label %tell]
        copy:
          %held = load ptr, ptr %from
          store ptr %held, ptr %to
          br label %end
        tell:
          store ptr %from, ptr %to
          br label %end
        end:
          ret void
        }
        define i32 @probe(i32 %any) {
          %x = call ptr @malloc(i64 4)
          %one = alloca ptr
          %other = alloca ptr
          %manager = alloca ptr
          store ptr %x, ptr %one
          store ptr @manage, ptr %manager
          %f = load ptr, ptr %manager
          call void %f(ptr %other, ptr %one, i32 OPERATION)
          %held = load ptr, ptr %other
          call void @window(ptr %held)
          %v = load i32, ptr %x
          %w = load i32, ptr %one
          ret i32 %v
        }
        """;
    assertThat(exposures(program.replace("OPERATION", "0")))
        .containsExactly(Exposure.WRITTEN, Exposure.NONE);
    assertThat(exposures(program.replace("OPERATION", "1")))
        .containsExactly(Exposure.NONE, Exposure.WRITTEN);
    assertThat(exposures(program.replace("OPERATION", "%any")))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN);
  }

  @Test
  void aCallThroughAPointerGivesAFunctionAllThatItWants() {
    String program =
        """
        define internal void @expose(ptr %p, ptr %q) {
          call void @window(ptr %p)
          ret void
        }
        define i32 @probe() {
          %x = call ptr @malloc(i64 4)
          %function = alloca ptr
          store ptr @expose, ptr %function
          %f = load ptr, ptr %function
          call void %f(ptr %xMORE)
          %v = load i32, ptr %x
          ret i32 %v
        }
        """;
    assertThat(exposures(program.replace("MORE", ""))).containsExactly(Exposure.NONE);
    assertThat(exposures(program.replace("MORE", ", ptr null, ptr null")))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void nothingIsStoredBehindTheEndOfAnObjectOrInAFunction() {
    String program =
        """
        define i32 @probe(i1 %any) {
          %x = call ptr @malloc(i64 4)
          %large = call ptr @_Znwm(i64 SIZE)
          %small = alloca [2 x ptr]
          %either = select i1 %any, ptr %small, ptr %large
          %base = select i1 %any, ptr %either, ptr @window
          %field = getelementptr i8, ptr %base, i64 16
          store ptr %x, ptr %field
          %p = getelementptr i8, ptr %OBJECT, i64 16
          %found = load ptr, ptr %p
          call void @window(ptr %found)
          %v = load i32, ptr %x
          ret i32 %v
        }
        """;
    assertThat(exposures(program.replace("SIZE", "24").replace("OBJECT", "large")))
        .containsExactly(Exposure.WRITTEN);
    assertThat(exposures(program.replace("SIZE", "16").replace("OBJECT", "large")))
        .containsExactly(Exposure.NONE);
    assertThat(exposures(program.replace("SIZE", "24").replace("OBJECT", "small")))
        .containsExactly(Exposure.NONE);
  }

  @Test
  void theCallerOfAProgramGetsNoPartsOfAddresses() {
    String program =
        """
        define NUMBER @probe() {
          %x = call ptr @malloc(i64 4)
          %n = ptrtoint ptr %x to NUMBER
          %e = call ptr @getenv(ptr null)
          call void @window(ptr %e)
          %v = load i32, ptr %x
          ret NUMBER %n
        }
        """;
    assertThat(exposures(program.replace("NUMBER", "i32"))).containsExactly(Exposure.NONE);
    assertThat(exposures(program.replace("NUMBER", "i64"))).containsExactly(Exposure.WRITTEN);
  }

  /** What a library has in its constants is its own, also where unknown code has them. */
  @Test
  void tablesOfALibraryLeadNowhere() {
    assertThat(
            exposures(
                """
                @_ZTISt9exception = external constant ptr
                @table = internal constant [2 x ptr] [ptr @_ZTISt9exception, ptr @__cxa_pure_virtual]
                declare void @library(ptr)
                define i32 @probe() {
                  %x = call ptr @malloc(i64 4)
                  %object = alloca ptr
                  store ptr @table, ptr %object
                  %place = alloca ptr
                  store ptr %x, ptr %place
                  call void @vendor(ptr @table)
                  %t = load ptr, ptr %object
                  %slot = getelementptr i8, ptr %t, i64 8
                  %f = load ptr, ptr %slot
                  call void %f(ptr %place)
                  %v = load i32, ptr %x
                  ret i32 %v
                }
                """))
        .containsExactly(Exposure.NONE);
  }

  /** Other libraries have copies of functions of headers, and do not call ours for that. */
  @Test
  void onlyFunctionsOfTheProgramsOwnAreCalledByUnknownCode() {
    String program =
        """
        define linkonce_odr void @NAME(ptr %this) {
          %p = load ptr, ptr %this
          call void @window(ptr %p)
          ret void
        }
        define i32 @probe() {
          %x = call ptr @malloc(i64 4)
          %object = alloca ptr
          store ptr %x, ptr %object
          call void @_ZN3MPI4Comm4FreeEv(ptr %object)
          %v = load i32, ptr %x
          ret i32 %v
        }
        """;
    String declared = "declare void @_ZN3MPI4Comm4FreeEv(ptr)\n";
    assertThat(exposures(program.replace("NAME", "_ZN3MPI4Comm4FreeEv")))
        .containsExactly(Exposure.WRITTEN); // it is called
    assertThat(exposures(declared + program.replace("NAME", "_ZN4Mine4workEv")))
        .containsExactly(Exposure.WRITTEN); // and unknown code keeps it
  }

  @Test
  void charactersOfAStringAreNoAddresses() {
    String program =
        """
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define i32 @probe(i64 %n) !dbg !4 {
          %from = alloca [4 x ptr]
          %to = alloca [4 x ptr]
          %x = call ptr @malloc(i64 4)
          store ptr %x, ptr %from
          call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %n, i1 false), !dbg !5
          %found = load ptr, ptr %to
          call void @window(ptr %found)
          %v = load i32, ptr %x
          ret i32 %v
        }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!1}
        !0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: LineTablesOnly)
        !1 = !{i32 2, !"Debug Info Version", i32 3}
        !2 = !DIFile(filename: "FILE", directory: "/usr/include/c++/12")
        !3 = !DISubroutineType(types: !{})
        !4 = distinct !DISubprogram(name: "probe", file: !2, type: !3, unit: !0)
        !5 = !DILocation(line: 1, scope: !4)
        """;
    assertThat(exposures(program.replace("FILE", "bits/char_traits.h")))
        .containsExactly(Exposure.NONE);
    assertThat(exposures(program.replace("FILE", "mine.cpp"))).containsExactly(Exposure.WRITTEN);
  }

  /** The buckets of GNU's hash tables: a block, or one that is a field of the table. */
  @Test
  void theOnlyBucketOfAHashTableIsNoWayToTheFieldsBeside() {
    String program =
        """
        define i32 @probe(i64 %i) !dbg !4 {
          %domain = alloca [8 x ptr]
          %x = call ptr @malloc(i64 4)
          %y = call ptr @malloc(i64 4)
          %beside = getelementptr i8, ptr %domain, i64 56
          store ptr %x, ptr %beside
          %single = getelementptr i8, ptr %domain, i64 48, !dbg !5
          store ptr %single, ptr %domain, !dbg !5
          store ptr %y, ptr %single
          %buckets = load ptr, ptr %domain
          %bucket = getelementptr ptr, ptr %buckets, i64 %i, !dbg !5
          %node = load ptr, ptr %bucket
          call void @window(ptr %node)
          %v = load i32, ptr %x
          %w = load i32, ptr %y
          ret i32 %v
        }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!1}
        !0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !2, emissionKind: LineTablesOnly)
        !1 = !{i32 2, !"Debug Info Version", i32 3}
        !2 = !DIFile(filename: "FILE", directory: "/usr/include/c++/12")
        !3 = !DISubroutineType(types: !{})
        !4 = distinct !DISubprogram(name: "probe", file: !2, type: !3, unit: !0)
        !5 = !DILocation(line: 1, scope: !4)
        """;
    assertThat(exposures(program.replace("FILE", "bits/hashtable.h")))
        .containsExactly(Exposure.NONE, Exposure.WRITTEN);
    assertThat(exposures(program.replace("FILE", "mine.cpp")))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN);
  }
}
