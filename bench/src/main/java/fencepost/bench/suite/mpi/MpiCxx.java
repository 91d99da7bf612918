package fencepost.bench.suite.mpi;

import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.CxxText;
import java.util.List;

/** An MPI program in C++. */
public final class MpiCxx extends MpiC {
  @Override
  public CText newText() {
    return new CxxText();
  }

  @Override
  public String suffix() {
    return "cpp";
  }

  /** The libraries' own C++ bindings, which MPI no longer has. */
  @Override
  protected List<String> macros(CText text) {
    return List.of("OMPI_SKIP_MPICXX 1", "MPICH_SKIP_MPICXX 1");
  }

  @Override
  protected List<String> includes(CText text) {
    return List.of("mpi.h", "cstdio", "vector");
  }
}
