package fencepost.program.pointsto;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.program.ir.Access;
import fencepost.program.ir.Module;
import fencepost.program.ir.ModuleReader;
import fencepost.program.llvm.LlvmModule;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each program ends in {@code @probe}, whose loads are asked about, one after the other. */
class PointsToTest {
  private static final String APPEND =
      "_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_appendEPKcm";
  private static final String INSERT =
      "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l";
  private static final String HOOK = "_ZNSt8__detail15_List_node_base7_M_hookEPS0_";
  private static final String START =
      "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE";

  private static final Surroundings LIBC =
      new Surroundings(
          Set.of(
              "malloc", "free", "printf", "memcpy", "qsort", "realloc", "getenv", "strtol", "mmap",
              APPEND, INSERT, HOOK),
          Set.of("main"),
          Set.of(),
          Set.of("MPI_Exchange_of_mine"),
          false,
          false);

  private static final String DECLARATIONS =
      """
      declare ptr @malloc(i64)
      declare ptr @realloc(ptr, i64)
      declare i32 @printf(ptr, ...)
      declare void @qsort(ptr, i64, i64, ptr)
      declare void @vendor(ptr)
      declare ptr @vendor_memory()
      declare i32 @MPI_Win_create(ptr, i64, i32, ptr, ptr, ptr)
      declare i32 @MPI_Win_allocate(i64, i32, ptr, ptr, ptr, ptr)
      declare i32 @MPI_Put(ptr, i32, ptr, i32, i64, i32, ptr, ptr)
      declare i32 @MPI_Bcast(ptr, i32, ptr, i32, ptr)
      declare i32 @MPI_Comm_rank(ptr, ptr)
      declare i32 @MPI_Get_address(ptr, ptr)
      declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
      declare void @llvm.va_start.p0(ptr)
      define internal void @put(ptr %p) {
        %r = call i32 @MPI_Put(ptr %p, i32 1, ptr null, i32 0, i64 0, i32 1, ptr null, ptr null)
        ret void
      }
      define internal void @window(ptr %p) {
        %r = call i32 @MPI_Win_create(ptr %p, i64 4, i32 1, ptr null, ptr null, ptr null)
        ret void
      }
      """;

  private static List<Exposure> exposures(String... modules) {
    return exposures(Long.MAX_VALUE, modules);
  }

  private static List<Exposure> exposures(long most, String... modules) {
    List<Module> program = new ArrayList<>();
    String first = DECLARATIONS;
    for (String text : modules) {
      try (LlvmModule module = LlvmModule.parse(first + text)) {
        program.add(ModuleReader.read(module));
      }
      first = "";
    }
    PointsTo pointsTo = new PointsTo(program, LIBC, most);
    return program.stream()
        .flatMap(Module::definedFunctions)
        .filter(function -> function.name().equals("probe"))
        .flatMap(function -> function.instructions())
        .filter(instruction -> instruction instanceof Access access && access.size() == 4)
        .map(instruction -> (Access) instruction)
        .map(access -> pointsTo.exposure(access.address(), access.size()))
        .toList();
  }

  @Test
  void buffersAndWindowsAreExposedOthersAreNot() {
    assertThat(
            exposures(
                """
                define void @probe() {
                  %sent = alloca i32
                  %window = alloca i32
                  %other = alloca i32
                  call void @put(ptr %sent)
                  call void @window(ptr %window)
                  %1 = load i32, ptr %sent
                  %2 = load i32, ptr %window
                  %3 = load i32, ptr %other
                  %c = call i32 (ptr, ...) @printf(ptr %other)
                  ret void
                }
                """))
        .containsExactly(Exposure.READ, Exposure.WRITTEN, Exposure.NONE);
  }

  /** What a call uses of a variable is known if number and type are. */
  @Test
  void onlyTheBytesOfABufferAreExposed() {
    assertThat(
            exposures(
                """
                @ompi_mpi_int = external global i8
                @ompi_mpi_mine = external global i8
                declare i32 @MPI_Get(ptr, i32, ptr, i32, i64, i32, ptr, ptr)
                define void @probe(i32 %n) {
                  %t = alloca [6 x i32]
                  %b = getelementptr i8, ptr %t, i64 4
                  %c = getelementptr i8, ptr %t, i64 8
                  %d = getelementptr i8, ptr %t, i64 12
                  %e = getelementptr i8, ptr %t, i64 14
                  %1 = call i32 @MPI_Put(ptr %b, i32 1, ptr @ompi_mpi_int, i32 0, i64 0, i32 1, ptr null, ptr null)
                  %2 = call i32 @MPI_Get(ptr %c, i32 1, i32 1275069445, i32 0, i64 0, i32 1, ptr null, ptr null)
                  %3 = load i32, ptr %t
                  %4 = load i32, ptr %b
                  %5 = load i32, ptr %c
                  %6 = load i32, ptr %d
                  %i = getelementptr i32, ptr %t, i32 %n
                  %7 = load i32, ptr %i
                  %u = alloca [2 x i32]
                  %v = getelementptr i8, ptr %u, i64 4
                  %8 = call i32 @MPI_Get(ptr %u, i32 %n, ptr @ompi_mpi_int, i32 0, i64 0, i32 1, ptr null, ptr null)
                  %9 = load i32, ptr %v
                  %w = alloca [2 x i32]
                  %x = getelementptr i8, ptr %w, i64 4
                  %10 = call i32 @MPI_Get(ptr %w, i32 1, ptr @ompi_mpi_mine, i32 0, i64 0, i32 1, ptr null, ptr null)
                  %11 = load i32, ptr %x
                  %y = getelementptr i8, ptr %t, i64 6
                  %12 = load i32, ptr %y
                  %13 = load i32, ptr %e
                  ret void
                }
                """))
        .containsExactly(
            Exposure.NONE,
            Exposure.READ,
            Exposure.WRITTEN,
            Exposure.NONE,
            Exposure.WRITTEN, // any of them
            Exposure.WRITTEN, // nobody knows how many
            Exposure.WRITTEN, // nor of which type
            Exposure.WRITTEN, // reaches into the next one
            Exposure.NONE);
  }

  /** An address can arrive in a buffer, and only there. */
  @Test
  void whatArrivesInAPartOfAnObjectIsUnknown() {
    assertThat(
            exposures(
                """
                @ompi_mpi_aint = external global i8
                declare i32 @MPI_Get(ptr, i32, ptr, i32, i64, i32, ptr, ptr)
                define void @probe() {
                  %t = alloca [2 x ptr]
                  %own = alloca i32
                  %q = getelementptr i8, ptr %t, i64 8
                  store ptr %own, ptr %q
                  %1 = call i32 @MPI_Get(ptr %t, i32 1, ptr @ompi_mpi_aint, i32 0, i64 0, i32 1, ptr null, ptr null)
                  %a = load ptr, ptr %t
                  %b = load ptr, ptr %q
                  %2 = load i32, ptr %a
                  %3 = load i32, ptr %b
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.NONE);
  }

  @Test
  void inFortranTheSameArgumentsAreBuffers() {
    assertThat(
            exposures(
                """
                declare void @mpi_put_(ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr)
                define void @probe() {
                  %sent = alloca i32
                  %count = alloca i32
                  call void @mpi_put_(ptr %sent, ptr %count, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null)
                  %1 = load i32, ptr %sent
                  %2 = load i32, ptr %count
                  ret void
                }
                """))
        .containsExactly(Exposure.READ, Exposure.NONE);
  }

  /** A name does not make a function one of the standard. */
  @Test
  void whatOthersDefineIsUnknownWhateverItIsCalled() {
    assertThat(
            exposures(
                """
                declare void @MPI_Exchange_of_mine(ptr)
                declare void @mpi_alloc_mem_cptr_(ptr, ptr, ptr, ptr)
                define void @probe() {
                  %given = alloca i32
                  %place = alloca ptr
                  call void @MPI_Exchange_of_mine(ptr %given)
                  call void @mpi_alloc_mem_cptr_(ptr null, ptr null, ptr %place, ptr null)
                  %p = load ptr, ptr %place
                  %1 = load i32, ptr %given
                  %2 = load i32, ptr %p
                  call void @window(ptr %p)
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN);
  }

  /** Globals are symmetric, but only those that some process names are accessed by others. */
  @Test
  void symmetricIsWhatCallsOfOpenShmemName() {
    assertThat(
            exposures(
                """
                @put_to = internal global i32 0
                @got_from = internal global i32 0
                @waited_for = internal global i32 0
                @mapped = internal global i32 0
                @private = internal global i32 0
                declare void @shmem_int_put(ptr, ptr, i64, i32)
                declare void @shmem_int_put_nbi(ptr, ptr, i64, i32)
                declare void @shmem_int_get(ptr, ptr, i64, i32)
                declare void @shmem_int_wait_until(ptr, i32, i32)
                declare ptr @shmem_ptr(ptr, i32)
                declare ptr @shmem_malloc(i64)
                declare i32 @shmem_my_pe()
                define void @probe() {
                  %source = alloca i32
                  %pending = alloca i32
                  %dest = alloca i32
                  call void @shmem_int_put(ptr @put_to, ptr %source, i64 1, i32 0)
                  call void @shmem_int_put_nbi(ptr @put_to, ptr %pending, i64 1, i32 0)
                  call void @shmem_int_get(ptr %dest, ptr @got_from, i64 1, i32 0)
                  call void @shmem_int_wait_until(ptr @waited_for, i32 0, i32 1)
                  %p = call ptr @shmem_ptr(ptr @mapped, i32 1)
                  %block = call ptr @shmem_malloc(i64 4)
                  %1 = load i32, ptr @put_to
                  %2 = load i32, ptr @got_from
                  %3 = load i32, ptr @waited_for
                  %4 = load i32, ptr @mapped
                  %5 = load i32, ptr %p
                  %6 = load i32, ptr %block
                  %7 = load i32, ptr %pending
                  %8 = load i32, ptr %source
                  %9 = load i32, ptr %dest
                  %10 = load i32, ptr @private
                  ret void
                }
                """))
        .containsExactly(
            Exposure.WRITTEN,
            Exposure.READ,
            Exposure.WRITTEN,
            Exposure.WRITTEN,
            Exposure.WRITTEN,
            Exposure.WRITTEN,
            Exposure.READ,
            Exposure.NONE,
            Exposure.NONE,
            Exposure.NONE);
  }

  /** A number that is put may be an address, and comes back from an atomic operation. */
  @Test
  void addressesTravelAsNumbers() {
    assertThat(
            exposures(
                """
                @word = internal global i64 0
                @elsewhere = internal global i64 0
                declare void @shmem_long_p(ptr, i64, i32)
                declare i64 @shmem_long_atomic_fetch(ptr, i32)
                define void @probe() {
                  %x = alloca i32
                  %y = alloca i32
                  %n = ptrtoint ptr %x to i64
                  call void @shmem_long_p(ptr @word, i64 %n, i32 0)
                  %m = call i64 @shmem_long_atomic_fetch(ptr @elsewhere, i32 0)
                  %p = inttoptr i64 %m to ptr
                  %1 = load i32, ptr %x
                  %2 = load i32, ptr %p
                  %3 = load i32, ptr %y
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN, Exposure.NONE);
  }

  @Test
  void segmentsOfGaspiAreWhatTheirAddressesAreAskedFor() {
    assertThat(
            exposures(
                """
                declare i32 @gaspi_segment_ptr(i8, ptr)
                declare i32 @gaspi_segment_bind(i8, ptr, i64, i32)
                declare i32 @gaspi_notify_waitsome(i8, i16, i32, ptr, i32)
                define void @probe() {
                  %place = alloca ptr
                  %bound = alloca i32
                  %id = alloca i32
                  %a = call i32 @gaspi_segment_ptr(i8 0, ptr %place)
                  %b = call i32 @gaspi_segment_bind(i8 1, ptr %bound, i64 4, i32 0)
                  %c = call i32 @gaspi_notify_waitsome(i8 0, i16 0, i32 1, ptr %id, i32 0)
                  %p = load ptr, ptr %place
                  %1 = load i32, ptr %p
                  %2 = load i32, ptr %bound
                  %3 = load i32, ptr %id
                  %4 = load i32, ptr %place
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN, Exposure.NONE, Exposure.NONE);
  }

  /** The end of a number is in its text; the number itself is no address. */
  @Test
  void whatParsesNumbersReturnsNoAddress() {
    assertThat(
            exposures(
                """
                declare i64 @strtol(ptr, ptr, i32)
                define void @probe(ptr %unknown) {
                  %text = alloca [8 x i32]
                  %end = alloca ptr
                  %n = call i64 @strtol(ptr %text, ptr %end, i32 10)
                  %array = alloca [8 x i32]
                  %at = getelementptr i32, ptr %array, i64 %n
                  %1 = load i32, ptr %at
                  %p = load ptr, ptr %end
                  call void @window(ptr %p)
                  %2 = load i32, ptr %text
                  ret void
                }
                """))
        .containsExactly(Exposure.NONE, Exposure.WRITTEN);
  }

  @Test
  void heapSitesAreToldApart() {
    assertThat(
            exposures(
                """
                define void @probe() {
                  %a = call ptr @malloc(i64 8)
                  %b = call ptr @malloc(i64 8)
                  %c = call ptr @realloc(ptr %a, i64 16)
                  call void @window(ptr %c)
                  %1 = load i32, ptr %a
                  %2 = load i32, ptr %b
                  %3 = load i32, ptr %c
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.NONE, Exposure.WRITTEN);
  }

  @Test
  void fieldsAreToldApart() {
    assertThat(
            exposures(
                """
                define void @probe() {
                  %s = alloca { ptr, ptr }
                  %t = alloca { ptr, ptr }
                  %a = call ptr @malloc(i64 8)
                  %b = call ptr @malloc(i64 8)
                  store ptr %a, ptr %s
                  %second = getelementptr { ptr, ptr }, ptr %s, i32 0, i32 1
                  store ptr %b, ptr %second
                  call void @llvm.memcpy.p0.p0.i64(ptr %t, ptr %s, i64 16, i1 false)
                  %p = load ptr, ptr %t
                  call void @window(ptr %p)
                  %1 = load i32, ptr %a
                  %2 = load i32, ptr %b
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.NONE);
  }

  /** An index leads to one of the elements, and to no other field. */
  @Test
  void arraysInAStructureAreToldApart() {
    assertThat(
            exposures(
                """
                define void @probe(i64 %i) {
                  %s = alloca { [2 x ptr], [2 x i32], ptr }
                  %a = call ptr @malloc(i64 8)
                  %b = call ptr @malloc(i64 8)
                  %c = call ptr @malloc(i64 8)
                  store ptr %a, ptr %s
                  %second = getelementptr i8, ptr %s, i64 8
                  store ptr %b, ptr %second
                  %counts = getelementptr i8, ptr %s, i64 16
                  %count = getelementptr [2 x i32], ptr %counts, i64 0, i64 %i
                  %n = load i32, ptr %count
                  %more = add i32 %n, 1
                  store i32 %more, ptr %count
                  %last = getelementptr i8, ptr %s, i64 24
                  store ptr %c, ptr %last
                  %element = getelementptr { [2 x ptr], [2 x i32], ptr }, ptr %s, i64 0, i32 0, i64 %i
                  %p = load ptr, ptr %element
                  call void @window(ptr %p)
                  %1 = load i32, ptr %a
                  %2 = load i32, ptr %b
                  %3 = load i32, ptr %c
                  ret void
                }
                """))
        .containsExactly(
            Exposure.NONE, // the counter
            Exposure.NONE,
            Exposure.WRITTEN,
            Exposure.WRITTEN,
            Exposure.NONE);
  }

  /** From behind the last element, a program may go back. An array of one may be longer. */
  @Test
  void theEndOfAnArrayAndArraysWithoutAnEndLeadToTheirElements() {
    assertThat(
            exposures(
                """
                define void @probe(i64 %i) {
                  %s = alloca { [2 x ptr], ptr }
                  %b = call ptr @malloc(i64 8)
                  %second = getelementptr i8, ptr %s, i64 8
                  store ptr %b, ptr %second
                  %end = getelementptr [2 x ptr], ptr %s, i64 0, i64 %i
                  %back = getelementptr i8, ptr %end, i64 -8
                  %p = load ptr, ptr %back
                  call void @window(ptr %p)
                  %1 = load i32, ptr %b
                  %t = call ptr @malloc(i64 64)
                  %c = call ptr @malloc(i64 8)
                  %third = getelementptr i8, ptr %t, i64 24
                  store ptr %c, ptr %third
                  %items = getelementptr { i64, [1 x ptr] }, ptr %t, i64 0, i32 1
                  %item = getelementptr [1 x ptr], ptr %items, i64 0, i64 %i
                  %q = load ptr, ptr %item
                  call void @window(ptr %q)
                  %2 = load i32, ptr %c
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN);
  }

  /** Halves of an address that are stored one by one are still an address. */
  @Test
  void partsOfAddressesAreFollowedUntilSomebodyCalculatesWithThem() {
    assertThat(
            exposures(
                """
                define void @probe() {
                  %a = call ptr @malloc(i64 8)
                  %b = call ptr @malloc(i64 8)
                  %from = alloca [2 x ptr]
                  %to = alloca [2 x ptr]
                  store ptr %a, ptr %from
                  %next = getelementptr i8, ptr %from, i64 8
                  store ptr %b, ptr %next
                  %half = load i16, ptr %from
                  store i16 %half, ptr %to
                  %other = load i16, ptr %next
                  %sum = add i16 %other, 3
                  %there = getelementptr i8, ptr %to, i64 8
                  store i16 %sum, ptr %there
                  %p = load ptr, ptr %to
                  call void @window(ptr %p)
                  %q = load ptr, ptr %there
                  call void @window(ptr %q)
                  %1 = load i32, ptr %a
                  %2 = load i32, ptr %b
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.NONE);
  }

  @Test
  void anAliasThroughParametersIsSeen() {
    // f(int **x, int **y) { *y = *x; }, which published filters lose.
    assertThat(
            exposures(
                """
                define internal void @f(ptr %x, ptr %y) {
                  %v = load ptr, ptr %x
                  store ptr %v, ptr %y
                  ret void
                }
                define void @probe() {
                  %window = alloca ptr
                  %alias = alloca ptr
                  %r = call i32 @MPI_Win_allocate(i64 4, i32 1, ptr null, ptr null, ptr %window, ptr null)
                  call void @f(ptr %window, ptr %alias)
                  %p = load ptr, ptr %alias
                  %1 = load i32, ptr %p
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void functionPointersAndTablesAreFollowed() {
    assertThat(
            exposures(
                """
                @table = global [2 x ptr] [ptr @put, ptr @window]
                define void @probe(i64 %i) {
                  %x = alloca i32
                  %slot = getelementptr [2 x ptr], ptr @table, i64 0, i64 %i
                  %f = load ptr, ptr %slot
                  call void %f(ptr %x)
                  %1 = load i32, ptr %x
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void addressesAsIntegersAreFollowed() {
    assertThat(
            exposures(
                """
                define void @probe() {
                  %x = alloca i32
                  %y = alloca i32
                  %i = ptrtoint ptr %x to i64
                  %j = xor i64 %i, 1
                  %p = inttoptr i64 %j to ptr
                  call void @window(ptr %p)
                  %1 = load i32, ptr %x
                  %2 = load i32, ptr %y
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.NONE);
  }

  @Test
  void copyingByteByByteCopiesAddresses() {
    assertThat(
            exposures(
                """
                define void @probe(i64 %i) {
                  %x = alloca i32
                  %from = alloca ptr
                  %to = alloca ptr
                  store ptr %x, ptr %from
                  %f = getelementptr i8, ptr %from, i64 %i
                  %t = getelementptr i8, ptr %to, i64 %i
                  %byte = load i8, ptr %f
                  store i8 %byte, ptr %t
                  %p = load ptr, ptr %to
                  call void @window(ptr %p)
                  %1 = load i32, ptr %x
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void unnamedArgumentsAreFollowed() {
    assertThat(
            exposures(
                """
                define internal void @many(i32 %n, ...) {
                  %list = alloca [32 x i8]
                  call void @llvm.va_start.p0(ptr %list)
                  %area = load ptr, ptr %list
                  %p = load ptr, ptr %area
                  call void @window(ptr %p)
                  ret void
                }
                define void @probe() {
                  %x = alloca i32
                  call void (i32, ...) @many(i32 1, ptr %x)
                  %1 = load i32, ptr %x
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void whatUnknownCodeGetsHoldOfIsExposed() {
    assertThat(
            exposures(
                """
                define void @probe() {
                  %x = alloca i32
                  %holder = alloca ptr
                  store ptr %x, ptr %holder
                  call void @vendor(ptr %holder)
                  %q = call ptr @vendor_memory()
                  %y = alloca i32
                  %1 = load i32, ptr %x
                  %2 = load i32, ptr %q
                  %3 = load i32, ptr %y
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN, Exposure.NONE);
  }

  @Test
  void librariesHandBackWhatTheyWereGivenButExposeNothing() {
    assertThat(
            exposures(
                """
                define void @probe() {
                  %x = alloca [4 x i32]
                  %w = alloca [4 x i32]
                  call void @window(ptr %w)
                  call void @qsort(ptr %x, i64 4, i64 4, ptr @compare)
                  ret void
                }
                define internal i32 @compare(ptr %a, ptr %b) {
                  ret i32 0
                }
                """))
        .isEmpty();
    assertThat(
            exposures(
                """
                define void @main() {
                  %x = alloca [4 x i32]
                  call void @qsort(ptr %x, i64 4, i64 4, ptr @probe)
                  ret void
                }
                define i32 @probe(ptr %a, ptr %b) {
                  %1 = load i32, ptr %a
                  ret i32 0
                }
                """))
        .containsExactly(Exposure.NONE);
    assertThat(
            exposures(
                """
                define void @main() {
                  %x = alloca [4 x i32]
                  call void @window(ptr %x)
                  call void @qsort(ptr %x, i64 4, i64 4, ptr @probe)
                  ret void
                }
                define i32 @probe(ptr %a, ptr %b) {
                  %1 = load i32, ptr %a
                  ret i32 0
                }
                """))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void namesAreResolvedAcrossModules() {
    assertThat(
            exposures(
                """
                @shared = external global ptr
                define void @set(ptr %p) {
                  store ptr %p, ptr @shared
                  ret void
                }
                define void @expose() {
                  %p = load ptr, ptr @shared
                  call void @window(ptr %p)
                  ret void
                }
                """,
                """
                @shared = global ptr null
                declare void @set(ptr)
                define void @probe() {
                  %x = alloca i32
                  %y = alloca i32
                  call void @set(ptr %x)
                  %1 = load i32, ptr %x
                  %2 = load i32, ptr %y
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.NONE);
  }

  /** A name that one module declares and another one defines is no name of strangers. */
  @Test
  void declaredVariablesAreExposedOnlyIfNobodyDefinesThem() {
    String declaring =
        """
        @shared = external global ptr
        define void @probe() {
          %x = alloca i32
          store ptr %x, ptr @shared
          %1 = load i32, ptr %x
          ret void
        }
        """;
    assertThat(exposures(declaring, "@shared = global ptr null")).containsExactly(Exposure.NONE);
    assertThat(exposures(declaring)).containsExactly(Exposure.WRITTEN);
  }

  /** What is kept in one place with functions cannot be called itself, but for what mmap made. */
  @Test
  void dataIsNotCalled() {
    String program =
        """
        @data = internal global i64 0
        declare ptr @mmap(ptr, i64, i32, i32, i32, i64)
        define void @work(ptr %p) {
          ret void
        }
        define void @probe() {
          %slot = alloca ptr
          %x = alloca i32
          %heap = call ptr @malloc(i64 4)
          %code = call ptr @mmap(ptr null, i64 4096, i32 7, i32 34, i32 -1, i64 0)
          store ptr @work, ptr %slot
          store ptr @data, ptr %slot
          store ptr %slot, ptr %slot
          store ptr %heap, ptr %slot
          store ptr @work, ptr %slot
          %f = load ptr, ptr %slot
          call void %f(ptr %x)
          %1 = load i32, ptr %x
          ret void
        }
        """;
    assertThat(exposures(program)).containsExactly(Exposure.NONE);
    assertThat(exposures(program.replace("store ptr %heap", "store ptr %code")))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void blockingCallsExposeNothingAbsoluteAddressesDo() {
    assertThat(
            exposures(
                """
                define void @probe() {
                  %x = alloca i32
                  %rank = alloca i32
                  %y = alloca i32
                  %at = alloca i64
                  %a = call i32 @MPI_Bcast(ptr %x, i32 1, ptr null, i32 0, ptr null)
                  %b = call i32 @MPI_Comm_rank(ptr null, ptr %rank)
                  %c = call i32 @MPI_Get_address(ptr %y, ptr %at)
                  %1 = load i32, ptr %x
                  %2 = load i32, ptr %rank
                  %3 = load i32, ptr %y
                  ret void
                }
                """))
        .containsExactly(Exposure.NONE, Exposure.NONE, Exposure.WRITTEN);
  }

  @Test
  void whatHasNoKnownOriginIsExposed() {
    assertThat(
            exposures(
                """
                define void @probe() {
                  %p = inttoptr i64 4096 to ptr
                  %1 = load i32, ptr %p
                  ret void
                }
                """))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void whatTakesTooLongToFollowIsExposed() {
    String alone =
        """
        define void @probe() {
          %x = alloca i32
          %1 = load i32, ptr %x
          ret void
        }
        """;
    assertThat(exposures(alone)).containsExactly(Exposure.NONE);
    assertThat(exposures(0, alone)).containsExactly(Exposure.WRITTEN);
  }

  // ---- contexts ----

  @Test
  void memoryBehindWrappersIsToldApartByTheCallsThatLeadThere() {
    assertThat(
            exposures(
                """
                define internal ptr @checked(i64 %n) {
                  %p = call ptr @malloc(i64 %n)
                  ret ptr %p
                }
                define internal void @into(ptr %place, i64 %n) {
                  %p = call ptr @checked(i64 %n)
                  store ptr %p, ptr %place
                  ret void
                }
                define i32 @probe() {
                  %both = alloca [2 x ptr]
                  %other = getelementptr i8, ptr %both, i64 8
                  call void @into(ptr %both, i64 4)
                  call void @into(ptr %other, i64 4)
                  %p = load ptr, ptr %both
                  %q = load ptr, ptr %other
                  call void @window(ptr %q)
                  %a = load i32, ptr %p
                  %b = load i32, ptr %q
                  ret i32 %a
                }
                """))
        .containsExactly(Exposure.NONE, Exposure.WRITTEN);
  }

  @Test
  void memoryOfRecursiveWrappersIsOne() {
    assertThat(
            exposures(
                """
                define internal ptr @deep(i64 %n) {
                  %end = icmp eq i64 %n, 0
                  br i1 %end, label %last, label %next
                last:
                  %p = call ptr @malloc(i64 4)
                  ret ptr %p
                next:
                  %less = sub i64 %n, 1
                  %q = call ptr @deep(i64 %less)
                  ret ptr %q
                }
                define i32 @probe() {
                  %p = call ptr @deep(i64 1)
                  %q = call ptr @deep(i64 2)
                  call void @window(ptr %q)
                  %a = load i32, ptr %p
                  %b = load i32, ptr %q
                  ret i32 %a
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN);
  }

  @Test
  void aFunctionThatIsAlsoCalledThroughAPointerIsFollowedThereToo() {
    assertThat(
            exposures(
                """
                @slot = internal global ptr null
                define internal ptr @keep(ptr %p) {
                  store ptr %p, ptr @slot
                  ret ptr %p
                }
                define i32 @probe(ptr %f) {
                  %x = alloca i32
                  %y = alloca i32
                  %table = alloca ptr
                  store ptr @keep, ptr %table
                  %g = load ptr, ptr %table
                  %p = call ptr %g(ptr %x)
                  %q = call ptr @keep(ptr %y)
                  %r = load ptr, ptr @slot
                  call void @window(ptr %r)
                  %a = load i32, ptr %x
                  %b = load i32, ptr %y
                  ret i32 %a
                }
                """))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN);
  }

  @Test
  void anAccessInAHelperIsExposedIfItIsForOneOfItsCallers() {
    assertThat(
            exposures(
                """
                define internal i32 @probe(ptr %p) {
                  %a = load i32, ptr %p
                  ret i32 %a
                }
                define i32 @main() {
                  %x = alloca i32
                  %y = alloca i32
                  call void @window(ptr %y)
                  %a = call i32 @probe(ptr %x)
                  %b = call i32 @probe(ptr %y)
                  ret i32 %a
                }
                """))
        .containsExactly(Exposure.WRITTEN);
  }

  // ---- libraries ----

  @Test
  void whatIsDestroyedAtTheEndIsNotTheLibrarys() {
    assertThat(
            exposures(
                """
                @domain = internal global [2 x ptr] zeroinitializer
                declare i32 @__cxa_atexit(ptr, ptr, ptr)
                declare ptr @getenv(ptr)
                define internal void @destroy(ptr %p) {
                  ret void
                }
                define i32 @probe() {
                  %r = call i32 @__cxa_atexit(ptr @destroy, ptr @domain, ptr null)
                  %x = call ptr @malloc(i64 4)
                  store ptr %x, ptr @domain
                  %e = call ptr @getenv(ptr null)
                  call void @window(ptr %e)
                  %a = load i32, ptr %x
                  ret i32 %a
                }
                """))
        .containsExactly(Exposure.NONE);
  }

  @Test
  void aThreadOfCxxGetsWhatItsObjectHolds() {
    assertThat(
            exposures(
                """
                @table = internal constant [2 x ptr] [ptr null, ptr @probe]
                declare void @START(ptr, ptr, ptr)
                define internal i32 @probe(ptr %this) {
                  %second = getelementptr i8, ptr %this, i64 8
                  %p = load ptr, ptr %second
                  %third = getelementptr i8, ptr %this, i64 16
                  %q = load ptr, ptr %third
                  %a = load i32, ptr %p
                  %b = load i32, ptr %q
                  ret i32 %a
                }
                define i32 @main() {
                  %x = alloca i32
                  %y = alloca i32
                  %holder = alloca ptr
                  %thread = alloca i64
                  %state = call ptr @malloc(i64 24)
                  store ptr getelementptr (i8, ptr @table, i64 8), ptr %state
                  %second = getelementptr i8, ptr %state, i64 8
                  store ptr %x, ptr %second
                  %third = getelementptr i8, ptr %state, i64 16
                  store ptr %y, ptr %third
                  store ptr %state, ptr %holder
                  call void @START(ptr %thread, ptr %holder, ptr null)
                  call void @window(ptr %x)
                  ret i32 0
                }
                """
                    .replace("START", START)))
        .containsExactly(Exposure.WRITTEN, Exposure.NONE);
  }

  @Test
  void aStringInAStructureIsNotAWayToItsOtherFields() {
    assertThat(
            exposures(
                """
                declare ptr @APPEND(ptr, ptr, i64)
                declare ptr @getenv(ptr)
                define i32 @probe() {
                  %domain = alloca [5 x ptr]
                  %field = getelementptr i8, ptr %domain, i64 32
                  %x = call ptr @malloc(i64 4)
                  store ptr %x, ptr %field
                  %s = call ptr @APPEND(ptr %domain, ptr null, i64 0)
                  %e = call ptr @getenv(ptr null)
                  call void @window(ptr %e)
                  %a = load i32, ptr %x
                  ret i32 %a
                }
                """
                    .replace("APPEND", APPEND)))
        .containsExactly(Exposure.NONE);
  }

  @Test
  void theCharactersOfAStringAreInItOrInMemoryOfItsOwn() {
    assertThat(
            exposures(
                """
                declare ptr @APPEND(ptr, ptr, i64)
                define i32 @probe() {
                  %string = alloca [4 x ptr]
                  %short = getelementptr i8, ptr %string, i64 16
                  %s = call ptr @APPEND(ptr %string, ptr null, i64 0)
                  %characters = load ptr, ptr %string
                  call void @window(ptr %characters)
                  %a = load i32, ptr %characters
                  %b = load i32, ptr %short
                  ret i32 %a
                }
                """
                    .replace("APPEND", APPEND)))
        .containsExactly(Exposure.WRITTEN, Exposure.WRITTEN);
  }

  @Test
  void nodesOfAListLeadToEachOther() {
    assertThat(
            exposures(
                """
                declare void @HOOK(ptr, ptr)
                define i32 @probe() {
                  %list = alloca [2 x ptr]
                  %node = call ptr @malloc(i64 24)
                  %value = getelementptr i8, ptr %node, i64 16
                  call void @HOOK(ptr %node, ptr %list)
                  %first = load ptr, ptr %list
                  %found = getelementptr i8, ptr %first, i64 16
                  call void @window(ptr %found)
                  %a = load i32, ptr %value
                  ret i32 %a
                }
                """
                    .replace("HOOK", HOOK)))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void whatIsPrintedMayComeToAFunctionOfTheProgramThatDoesTheWriting() {
    assertThat(
            exposures(
                """
                declare ptr @INSERT(ptr, ptr, i64)
                define internal i32 @probe(ptr %p) {
                  %a = load i32, ptr %p
                  ret i32 %a
                }
                define i32 @main() {
                  %x = alloca i32
                  %object = alloca ptr
                  store ptr @probe, ptr %object
                  call void @qsort(ptr %object, i64 0, i64 0, ptr @probe)
                  call void @window(ptr %x)
                  %r = call ptr @INSERT(ptr null, ptr %x, i64 4)
                  ret i32 0
                }
                """
                    .replace("INSERT", INSERT)))
        .containsExactly(Exposure.WRITTEN);
  }

  @Test
  void whatIsReceivedInOneFieldIsNotInTheOthers() {
    String program =
        """
        @ompi_mpi_int = external global i8
        @ompi_mpi_double = external global i8
        define i32 @probe() {
          %domain = alloca [4 x ptr]
          %count = getelementptr i8, ptr %domain, i64 8
          %x = call ptr @malloc(i64 4)
          store ptr %x, ptr %domain
          %r = call i32 @MPI_Bcast(ptr %count, i32 NUMBER, ptr @ompi_mpi_TYPE, i32 0, ptr null)
          %p = load ptr, ptr %domain
          %a = load i32, ptr %p
          ret i32 %a
        }
        """;
    String one = program.replace("NUMBER", "1");
    String several = program.replace("@probe()", "@probe(i32 %n)").replace("NUMBER", "%n");
    assertThat(exposures(one.replace("TYPE", "int"))).containsExactly(Exposure.NONE);
    assertThat(exposures(several.replace("TYPE", "int"))).containsExactly(Exposure.WRITTEN);
    assertThat(exposures(several.replace("TYPE", "double"))).containsExactly(Exposure.NONE);
  }
}
