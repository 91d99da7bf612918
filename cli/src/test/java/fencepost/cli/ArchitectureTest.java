package fencepost.cli;

import static com.tngtech.archunit.base.DescribedPredicate.doNot;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.function.Predicate.not;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.PrintStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The arrows between the rooms, and the names of their classes. */
class ArchitectureTest {
  private static final String ROOT = "fencepost.";

  /** A room, and all the rooms that it uses. */
  private record Room(String name, Set<String> uses) {
    static Room of(String name, String... uses) {
      return new Room(name, Set.of(uses));
    }
  }

  private static final List<Room> ROOMS =
      List.of(
          Room.of("model"),
          Room.of("clocks", "model"),
          Room.of("engine", "model", "clocks"),
          Room.of("trace"),
          Room.of("nodes", "trace"),
          Room.of("merge", "trace"),
          Room.of("frontend", "model", "clocks", "engine", "trace", "merge"),
          Room.of("program", "trace"),
          Room.of("report", "model", "engine", "trace", "frontend"),
          Room.of("check", "model", "engine", "trace", "frontend", "program", "report"),
          Room.of("bench", "engine", "trace", "frontend"),
          Room.of("cli", "trace", "nodes", "frontend", "program", "report", "check", "bench"));

  private static final List<String> PROGRAMMING_MODELS = List.of("mpi", "shmem", "gaspi");

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("fencepost");

  private static String room(String name) {
    return ROOT + name + "..";
  }

  private static String roomOf(JavaClass any) {
    return any.getPackageName().substring(ROOT.length()).replaceFirst("\\..*", "");
  }

  private static boolean isOurs(JavaClass any) {
    return any.getPackageName().startsWith(ROOT);
  }

  @Test
  void everyClassIsInARoomOfTheList() {
    assertThat(CLASSES.stream().map(ArchitectureTest::roomOf).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(ROOMS.stream().map(Room::name).toList());
  }

  @Test
  void aRoomUsesOnlyRoomsAboveIt() {
    List<String> above = new ArrayList<>();
    for (Room room : ROOMS) {
      assertThat(above).as(room.name()).containsAll(room.uses());
      above.add(room.name());
    }
  }

  @TestFactory
  Stream<DynamicTest> aRoomUsesExactlyTheRoomsOfItsArrows() {
    return ROOMS.stream()
        .map(
            room ->
                DynamicTest.dynamicTest(
                    room.name(),
                    () ->
                        assertThat(usedBy(room.name()))
                            .containsExactlyInAnyOrderElementsOf(room.uses())));
  }

  private static Set<String> usedBy(String room) {
    return CLASSES.stream()
        .filter(user -> roomOf(user).equals(room))
        .flatMap(user -> user.getDirectDependenciesFromSelf().stream())
        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
        .filter(ArchitectureTest::isOurs)
        .map(ArchitectureTest::roomOf)
        .filter(not(room::equals))
        .collect(toCollection(TreeSet::new));
  }

  @Test
  void modelClocksAndEngineDoNoInputOrOutputAndStartNoThreads() {
    noClasses()
        .that()
        .resideInAnyPackage(room("model"), room("clocks"), "fencepost.engine")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.util.concurrent..")
                .and(doNot(equivalentTo(Serializable.class)))) // which others write
        .check(CLASSES);
  }

  /** What runs where is the business of the room cluster, which is no part of this jar. */
  @Test
  void nobodyKnowsTheClusterThatItMayRunOn() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.flink..", "fencepost.cluster..")
        .check(CLASSES);
  }

  @TestFactory
  Stream<DynamicTest> frontEndsDoNotKnowEachOther() {
    return PROGRAMMING_MODELS.stream()
        .map(
            one ->
                DynamicTest.dynamicTest(
                    one,
                    () ->
                        doesNotKnow(
                            "frontend." + one,
                            PROGRAMMING_MODELS.stream()
                                .filter(not(one::equals))
                                .map(other -> "frontend." + other)
                                .toArray(String[]::new))));
  }

  @Test
  void theMachineThatExecutesProgramsKnowsNoLibraryAndNoDataflow() {
    doesNotKnow(
        "check.machine",
        "check.mpi",
        "check.shmem",
        "check.gaspi",
        "check.library",
        "check.flang",
        "check.threads",
        "check.record",
        "check.dataflow");
  }

  @Test
  void theDataflowKnowsNothingOfTheMachine() {
    doesNotKnow("check.dataflow", "check.machine", "check.record", "check.library");
  }

  @Test
  void theLibrariesThatTheMachineCallsDoNotKnowEachOtherButForMpi() {
    doesNotKnow("check.shmem", "check.gaspi");
    doesNotKnow("check.gaspi", "check.shmem");
    doesNotKnow("check.mpi", "check.shmem", "check.gaspi");
  }

  /** Test classes run side by side in one JVM, and its standard streams belong to all of them. */
  @Test
  void onlySaidListensToTheStandardStreams() {
    JavaClasses tests =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.ONLY_INCLUDE_TESTS)
            .importPackages("fencepost.cli");
    noClasses()
        .that()
        .areNotAssignableTo(Said.class)
        .should()
        .callMethod(System.class, "setOut", PrintStream.class)
        .orShould()
        .callMethod(System.class, "setErr", PrintStream.class)
        .check(tests);
  }

  private static void doesNotKnow(String one, String... others) {
    noClasses()
        .that()
        .resideInAPackage(room(one))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(Stream.of(others).map(ArchitectureTest::room).toArray(String[]::new))
        .check(CLASSES);
  }

  /** A stack trace should tell the room. */
  @Test
  void aClassNameIsUniqueInTheProduct() {
    assertThat(
            CLASSES.stream()
                .filter(JavaClass::isTopLevelClass)
                .map(JavaClass::getSimpleName)
                .filter(name -> !name.equals("package-info")))
        .doesNotHaveDuplicates();
  }
}
