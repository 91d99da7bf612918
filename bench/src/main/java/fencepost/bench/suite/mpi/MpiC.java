package fencepost.bench.suite.mpi;

import fencepost.bench.suite.CFrame;
import fencepost.bench.suite.source.CText;
import java.util.ArrayList;
import java.util.List;

/** An MPI program in C. */
public class MpiC extends CFrame {
  @Override
  protected String parameters() {
    return "int argc, char **argv";
  }

  @Override
  protected List<String> includes(CText text) {
    List<String> headers = new ArrayList<>(List.of("mpi.h", "stdio.h", "stdlib.h", "string.h"));
    if (text.usesThreads()) {
      headers.add(1, "omp.h");
    }
    return headers;
  }

  @Override
  protected void start(CText text) {
    if (text.usesThreads()) {
      text.line("int provided;");
      text.line("MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);");
      text.line("if (provided < MPI_THREAD_MULTIPLE)");
      text.line("    MPI_Abort(MPI_COMM_WORLD, 1);");
    } else {
      text.line("MPI_Init(&argc, &argv);");
    }
    text.line("MPI_Comm_rank(MPI_COMM_WORLD, &rank);");
  }

  @Override
  protected void ready(CText text) {
    text.line("MPI_Barrier(MPI_COMM_WORLD);");
  }

  @Override
  protected void finish(CText text) {
    text.line("MPI_Finalize();");
  }
}
