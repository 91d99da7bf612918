package fencepost.program.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.program.pointsto.Surroundings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From IR to objects: what is instrumented where. */
class FastProgramTest {
  @TempDir Path directory = Path.of("");

  private static final String WINDOW =
      """
      declare i32 @MPI_Win_create(ptr, i64, i32, ptr, ptr, ptr)
      declare i32 @MPI_Barrier(ptr)
      define void @expose(ptr %p) {
        %r = call i32 @MPI_Win_create(ptr %p, i64 4, i32 1, ptr null, ptr null, ptr null)
        ret void
      }
      """;

  private String instrument(String text) throws IOException {
    Path object = directory.resolve("object.o");
    FastProgram.Unit unit =
        new FastProgram.Unit(
            "test", (WINDOW + text).getBytes(StandardCharsets.UTF_8), List.of("-O2"), object);
    Surroundings surroundings =
        new Surroundings(Set.of(), Set.of(), Set.of(), Set.of(), false, false);
    try (FastProgram program = new FastProgram(List.of(unit))) {
      String summary = program.instrument(surroundings).summary();
      assertThat(Files.size(object)).isPositive();
      return summary;
    }
  }

  private List<String> made(Map<String, byte[]> kept, String... modules) throws IOException {
    List<FastProgram.Unit> units = new ArrayList<>();
    for (String module : modules) {
      Path object = directory.resolve(units.size() + ".o");
      byte[] text = module.getBytes(StandardCharsets.UTF_8);
      units.add(new FastProgram.Unit("" + units.size(), text, List.of("-O2"), object));
    }
    List<String> made = Collections.synchronizedList(new ArrayList<>());
    FastProgram.Objects objects =
        new FastProgram.Objects() {
          @Override
          public boolean fetch(String content, Path object) {
            byte[] bytes = kept.get(content);
            return bytes != null && write(object, bytes);
          }

          @Override
          public void keep(String content, Path object) {
            made.add(object.getFileName().toString());
            kept.put(content, read(object));
          }

          @Override
          public void makeRoom() {}
        };
    try (FastProgram program = new FastProgram(units, objects, false)) {
      program.instrument(new Surroundings(Set.of(), Set.of(), Set.of(), Set.of(), false, false));
    }
    made.sort(Comparator.naturalOrder());
    return made;
  }

  private static boolean write(Path file, byte[] bytes) {
    try {
      Files.write(file, bytes);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] read(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void onlyObjectsThatChangeAreMadeAgain() throws IOException {
    String writer = "define void @f(ptr %p) {\n store i32 1, ptr %p\n ret void\n}\n";
    String caller =
        WINDOW
            + """
            @x = internal global i32 0
            declare void @f(ptr)
            define void @g() {
              call void @f(ptr @x)
            EXPOSE
              ret void
            }
            """;
    String silent = caller.replace("EXPOSE", "");
    Map<String, byte[]> kept = new ConcurrentHashMap<>();
    assertThat(made(kept, writer, silent)).containsExactly("0.o", "1.o");
    byte[] first = Files.readAllBytes(directory.resolve("0.o"));
    Files.delete(directory.resolve("0.o"));
    assertThat(made(kept, writer, silent)).isEmpty();
    assertThat(Files.readAllBytes(directory.resolve("0.o"))).isEqualTo(first);
    String other = silent + "define i32 @h() {\n ret i32 1\n}\n";
    assertThat(made(kept, writer, other)).containsExactly("1.o");
    // What another module exposes is written here: the store is now checked.
    String exposing = caller.replace("EXPOSE", "  call void @expose(ptr @x)");
    assertThat(made(kept, writer, exposing)).containsExactly("0.o", "1.o");
  }

  private static String loop(String body) {
    return """
    define void @f(ptr %a, i64 %n) {
    entry:
      call void @expose(ptr %a)
      %any = icmp sgt i64 %n, 0
      br i1 %any, label %loop, label %end
    loop:
      %i = phi i64 [ 0, %entry ], [ %next, %latch ]
      %p = getelementptr i32, ptr %a, i64 %i
    BODY
      br label %latch
    latch:
      %next = add nsw i64 %i, 1
      %more = icmp slt i64 %next, %n
      br i1 %more, label %loop, label %end
    end:
      ret void
    }
    define void @g() {
      %x = alloca [9 x i32]
      call void @f(ptr %x, i64 9)
      ret void
    }
    """
        .replace("BODY", body);
  }

  @Test
  void aCountedLoopIsRecordedBeforeIt() throws IOException {
    assertThat(instrument(loop("store i32 1, ptr %p")))
        .contains("recorded before loops")
        .contains(" 0 checked each time")
        .doesNotContain("; 0 of them recorded");
  }

  @Test
  void aLoopThatSynchronisesIsNotRecordedBeforeIt() throws IOException {
    assertThat(instrument(loop("store i32 1, ptr %p\n%b = call i32 @MPI_Barrier(ptr null)")))
        .contains(" 0 of them recorded before loops");
  }

  @Test
  void aConditionalAccessIsNotRecordedBeforeItsLoop() throws IOException {
    assertThat(
            instrument(
                loop(
                    """
                    %odd = trunc i64 %i to i1
                    br i1 %odd, label %then, label %latch
                    then:
                    store i32 1, ptr %p
                    """)))
        .contains(" 0 of them recorded before loops");
  }

  private static final String CONDITIONAL =
      """
      %odd = trunc i64 %i to i1
      br i1 %odd, label %then, label %latch
      then:
      store i32 1, ptr %p
      """;

  @Test
  void aLoopWithAConditionalAccessIsInTwoVersions() throws IOException {
    assertThat(instrument(loop(CONDITIONAL))).endsWith("; 1 loops in two versions");
    assertThat(object()).contains("fp_fast_reaches").contains("fp_fast_store");
  }

  @Test
  void aLoopThatMayEndEarlyIsInTwoVersions() throws IOException {
    String early =
        """
        %v = load i32, ptr %p
        %found = icmp eq i32 %v, 0
        br i1 %found, label %end, label %latch
        """;
    assertThat(instrument(loop(early).replace("br label %latch\n", "")))
        .endsWith("; 1 loops in two versions");
  }

  private static String indirect(String base) {
    return loop(
            """
            %at = load i64, ptr @list
            %q = getelementptr i32, ptr BASE, i64 %at
            store i32 1, ptr %q
            store i64 %i, ptr @list
            """
                .replace("BASE", base))
        + """
        @list = internal global i64 0
        @window = internal global [1000 x i32] zeroinitializer
        define void @h() {
          call void @expose(ptr @window)
          ret void
        }
        """;
  }

  /** How far a block of the heap reaches is unknown; of a variable it is not. */
  @Test
  void anAddressThatIsLoadedHasToBeInAVariable() throws IOException {
    assertThat(instrument(indirect("@window"))).endsWith("; 1 loops in two versions");
    assertThat(instrument(indirect("%a"))).endsWith("; 0 loops in two versions");
  }

  @Test
  void aLoopThatSynchronisesIsInOneVersion() throws IOException {
    assertThat(instrument(loop(CONDITIONAL + "%b = call i32 @MPI_Barrier(ptr null)")))
        .endsWith("; 0 loops in two versions");
  }

  @Test
  void whatNobodyElseAccessesIsLeftAlone() throws IOException {
    assertThat(
            instrument(
                """
                define i32 @f(i64 %i, i32 %v) {
                  %private = alloca [8 x i32]
                  %p = getelementptr [8 x i32], ptr %private, i64 0, i64 %i
                  store volatile i32 %v, ptr %p
                  %w = load volatile i32, ptr %p
                  ret i32 %w
                }
                """))
        .startsWith("2 loads and stores; 0 of memory that others access");
  }

  @Test
  void aPlaceIsCheckedOnceBetweenSynchronisations() throws IOException {
    assertThat(
            instrument(
                """
                define i32 @f(ptr %p) {
                  %a = load volatile i32, ptr %p
                  %b = load volatile i32, ptr %p
                  %s = call i32 @MPI_Barrier(ptr null)
                  %c = load volatile i32, ptr %p
                  %ab = add i32 %a, %b
                  %abc = add i32 %ab, %c
                  ret i32 %abc
                }
                """))
        .contains("1 redundant, 2 checked each time;");
  }

  /** Out of a window into what nobody else accesses: only the load can race. */
  @Test
  void ofACopyTheSideThatCanRaceIsChecked() throws IOException {
    String copy =
        """
        declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
        define void @f(ptr %window, i64 %i) {
          %private = alloca [8 x i32]
          call void @llvm.memcpy.p0.p0.i64(ptr TO, ptr FROM, i64 32, i1 true)
          %p = getelementptr [8 x i32], ptr %private, i64 0, i64 %i
          %v = load volatile i32, ptr %p
          ret void
        }
        """;
    instrument(copy.replace("TO", "%private").replace("FROM", "%window"));
    assertThat(object()).contains("fp_fast_load").doesNotContain("fp_fast_store");
    instrument(copy.replace("TO", "%window").replace("FROM", "%private"));
    assertThat(object()).contains("fp_fast_store").doesNotContain("fp_fast_load");
  }

  private String object() throws IOException {
    return Files.readString(directory.resolve("object.o"), StandardCharsets.ISO_8859_1);
  }

  /** The end of the function is the end of the variable: it must not disappear by inlining. */
  @Test
  void aFunctionWithAnExposedVariableTellsOfItsReturn() throws IOException {
    instrument(
        """
        define internal void @inner() {
          %x = alloca i32
          call void @expose(ptr %x)
          ret void
        }
        define void @outer() {
          call void @inner()
          ret void
        }
        """);
    assertThat(object()).contains("fp_fast_leave").contains("inner");
  }
}
