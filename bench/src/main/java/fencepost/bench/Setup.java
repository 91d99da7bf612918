package fencepost.bench;

import java.util.List;

/**
 * How programs are built and run in a measurement of slowdown.
 *
 * @param fencepost the words that start this tool
 * @param mpicc the MPI compiler wrapper
 * @param mpirun the words that start a program on that many processes
 * @param arguments of the programs
 */
public record Setup(
    List<String> fencepost,
    String mpicc,
    List<String> mpirun,
    int processes,
    List<String> arguments) {}
