package fencepost.bench.suite.mpi;

import fencepost.bench.suite.mpi.WindowCode.Constructor;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Text;

/** How windows are made and freed. */
final class WindowText {
  private WindowText() {}

  static void make(Text text, WindowCode window) {
    if (text instanceof CText c) {
      inC(c, window);
    } else {
      inFortran(text, window);
    }
  }

  static void free(Text text, WindowCode window) {
    if (text instanceof CText) {
      if (window.constructor() == Constructor.DYNAMIC) {
        text.line("MPI_Barrier(MPI_COMM_WORLD);");
        text.line("MPI_Win_detach(" + window.name() + ", " + window.memory().name() + ");");
      }
      text.line("MPI_Win_free(&" + window.name() + ");");
    } else {
      text.line("call MPI_Win_free(" + window.name() + ")");
    }
  }

  private static void inC(CText text, WindowCode window) {
    ArrayVariable memory = window.memory();
    String x = text.start(memory.name());
    String size = memory.count() + " * sizeof(" + memory.type().c() + ")";
    String rest = "MPI_INFO_NULL, MPI_COMM_WORLD, ";
    String win = "&" + window.name();
    switch (window.constructor()) {
      case CREATE ->
          text.line(
              "MPI_Win_create(%s, %s, %d, %s%s);".formatted(x, size, window.unit(), rest, win));
      case ALLOCATE ->
          text.line(
              "MPI_Win_allocate(%s, %d, %s&%s, %s);".formatted(size, window.unit(), rest, x, win));
      case SHARED ->
          text.line(
              "MPI_Win_allocate_shared(%s, %d, %s&%s, %s);"
                  .formatted(size, window.unit(), rest, x, win));
      case DYNAMIC -> {
        String at = window.name() + "_at";
        text.line("MPI_Win_create_dynamic(" + rest + win + ");");
        text.line("MPI_Win_attach(" + window.name() + ", " + x + ", " + size + ");");
        text.line("MPI_Get_address(" + x + ", &" + at + "[rank]);");
        text.line(
            "MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, "
                + at
                + ", 1, MPI_AINT, MPI_COMM_WORLD);");
      }
    }
    if (memory.storage() == ArrayVariable.Storage.ELSEWHERE) {
      text.line("memset(" + x + ", 0, " + size + ");");
    }
  }

  private static void inFortran(Text text, WindowCode window) {
    if (window.constructor() != Constructor.CREATE) {
      throw new UnsupportedOperationException("only over a variable");
    }
    text.line(
        "call MPI_Win_create(%s, %d_MPI_ADDRESS_KIND, %d, MPI_INFO_NULL, MPI_COMM_WORLD, %s)"
            .formatted(
                window.memory().name(), window.memory().size(), window.unit(), window.name()));
  }
}
