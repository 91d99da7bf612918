package fencepost.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The arrows between the rooms: each may use only those above it in the list. */
class ArchitectureTest {
  private static final List<String> ROOMS =
      List.of(
          "model",
          "clocks",
          "engine",
          "trace",
          "merge",
          "frontend",
          "program",
          "report",
          "bench",
          "cli");
  private static final List<String> FRONT_ENDS = List.of("mpi", "shmem", "gaspi");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("fencepost");

  private static String room(String name) {
    return "fencepost." + name + "..";
  }

  @TestFactory
  Stream<DynamicTest> aRoomUsesOnlyRoomsAboveIt() {
    return IntStream.range(0, ROOMS.size() - 1)
        .mapToObj(
            i -> {
              String[] below =
                  ROOMS.subList(i + 1, ROOMS.size()).stream()
                      .map(ArchitectureTest::room)
                      .toArray(String[]::new);
              return DynamicTest.dynamicTest(
                  ROOMS.get(i),
                  () ->
                      noClasses()
                          .that()
                          .resideInAPackage(room(ROOMS.get(i)))
                          .should()
                          .dependOnClassesThat()
                          .resideInAnyPackage(below)
                          .check(CLASSES));
            });
  }

  @Test
  void theEngineKnowsNoTraceAndTheTraceNoEngine() {
    noClasses()
        .that()
        .resideInAPackage(room("trace"))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(room("clocks"), room("engine"))
        .check(CLASSES);
  }

  @Test
  void theModelIsPure() {
    noClasses()
        .that()
        .resideInAnyPackage(room("model"), room("clocks"), "fencepost.engine")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.util.concurrent..")
        .check(CLASSES);
  }

  @TestFactory
  Stream<DynamicTest> frontEndsDoNotKnowEachOther() {
    return FRONT_ENDS.stream()
        .map(
            one -> {
              String[] others =
                  FRONT_ENDS.stream()
                      .filter(other -> !other.equals(one))
                      .map(other -> room("frontend." + other))
                      .toArray(String[]::new);
              return DynamicTest.dynamicTest(
                  one,
                  () ->
                      noClasses()
                          .that()
                          .resideInAPackage(room("frontend." + one))
                          .should()
                          .dependOnClassesThat()
                          .resideInAnyPackage(others)
                          .check(CLASSES));
            });
  }
}
