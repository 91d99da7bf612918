package fencepost.bench.suite.mpi;

import fencepost.bench.suite.CFrame;
import fencepost.bench.suite.source.CText;

/** An MPI program in C. */
public class MpiC extends CFrame {
  @Override
  protected String parameters() {
    return "int argc, char **argv";
  }

  @Override
  protected String header() {
    return "mpi.h";
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
