package fencepost.cli;

/** The compilers and MPI libraries with which the tests are done. */
enum TestToolchain {
  GCC_OPEN_MPI("mpicc.openmpi", "mpicxx.openmpi", "mpifort.openmpi"),
  CLANG_OPEN_MPI("../tests/tools/mpicc-clang", "../tests/tools/mpicxx-clang", "mpifort.openmpi"),
  GCC_MPICH("mpicc.mpich", "mpicxx.mpich", "mpifort.mpich");

  private final String c;
  private final String cxx;
  private final String fortran;

  TestToolchain(String c, String cxx, String fortran) {
    this.c = c;
    this.cxx = cxx;
    this.fortran = fortran;
  }

  Toolchain of(Toolchain.Language language) {
    return Toolchain.of(
        language,
        switch (language) {
          case C -> c;
          case CXX -> cxx;
          case FORTRAN -> fortran;
        });
  }
}
