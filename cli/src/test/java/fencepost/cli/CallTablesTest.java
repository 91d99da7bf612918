package fencepost.cli;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.trace.ApiTable;
import fencepost.trace.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tables of calls against the headers of the libraries: every function that a header declares
 * is recorded or said to be left alone, and no call is in a table that no header has.
 */
class CallTablesTest {
  @TempDir Path directory;

  /** The functions that a header declares; the names of function types are none. */
  private Set<String> declared(String header, String name, List<String> preprocessor)
      throws IOException {
    Path source = directory.resolve("header.c");
    Files.writeString(source, "#include <" + header + ">\n");
    List<String> command = new ArrayList<>(preprocessor);
    command.addAll(List.of("-E", "-P", source.toString()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String text = new String(process.getInputStream().readAllBytes());
    Matcher matcher =
        Pattern.compile("\\b(" + name + ")\\s*\\(").matcher(text.replaceAll("typedef[^;]*;", ""));
    Set<String> names = new TreeSet<>();
    while (matcher.find()) {
      names.add(matcher.group(1));
    }
    assertThat(names).as("what %s declares", header).isNotEmpty();
    return names;
  }

  private static Set<String> recorded(ApiTable table) {
    return table.calls().stream()
        .map(ApiTable.Call::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void assertSame(ApiTable table, Set<String> declared) {
    Set<String> inTable = recorded(table);
    assertThat(inTable)
        .as("a call is recorded or left alone")
        .doesNotContainAnyElementsOf(table.unrecorded());
    inTable.addAll(table.unrecorded());
    Set<String> missing = new TreeSet<>(declared);
    missing.removeAll(inTable);
    assertThat(missing).as("declared, but not in the table").isEmpty();
    inTable.removeAll(declared);
    assertThat(inTable).as("in the table, but not declared").isEmpty();
  }

  @Test
  void theTableOfMpiHasEveryCallOfOpenMpiAndMpichAndNoOther() throws IOException {
    Set<String> declared = declared("mpi.h", "MPI_[A-Z]\\w*", List.of("mpicc.openmpi"));
    declared.addAll(declared("mpi.h", "MPI_[A-Z]\\w*", List.of("mpicc.mpich")));
    assertSame(Model.MPI.table(), declared);
  }

  @Test
  void theTableOfOpenShmemHasEveryCallOfTheStandardAndNoOther() throws IOException {
    List<String> gcc = List.of("gcc", "-I../testbed/shmem");
    assertSame(Model.SHMEM.table(), declared("shmem.h", "shmem_[a-z]\\w*", gcc));
  }

  @Test
  void theTableOfGaspiHasEveryCallOfTheStandardAndNoOther() throws IOException {
    List<String> gcc = List.of("gcc", "-I../testbed/gaspi");
    assertSame(Model.GASPI.table(), declared("GASPI.h", "gaspi_[a-z]\\w*", gcc));
  }
}
