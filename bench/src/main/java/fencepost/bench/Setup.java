package fencepost.bench;

import java.util.List;

/**
 * How programs are built and run in a measurement of slowdown.
 *
 * @param fencepost the words that start this tool
 * @param mpicc the MPI compiler wrapper for C
 * @param mpicxx that for C++
 * @param mpifort that for Fortran
 * @param mpirun the words that start a program on that many processes
 * @param arguments of the programs; none for their own
 */
public record Setup(
    List<String> fencepost,
    String mpicc,
    String mpicxx,
    String mpifort,
    List<String> mpirun,
    int processes,
    List<String> arguments) {

  String wrapper(Subject subject) {
    return subject.isFortran() ? mpifort : subject.isCxx() ? mpicxx : mpicc;
  }
}
