package fencepost.check.library;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a program is given from outside, the same for all its processes. */
public final class Inputs {
  public static final String ARGUMENT_COUNT = "the number of words on the command line";

  private final List<String> arguments;
  private final boolean assumed;
  private final List<Long> places = new ArrayList<>();
  private final Map<List<Long>, Integer> copies = new HashMap<>();

  /**
   * @param arguments the words behind the name of the program
   * @param assumed whether they were made up, so that others would do as well
   */
  public Inputs(List<String> arguments, boolean assumed) {
    this.arguments = arguments;
    this.assumed = assumed;
  }

  public List<String> arguments() {
    return arguments;
  }

  public boolean assumed() {
    return assumed;
  }

  /** The next argument lies there, in every process. */
  public void placed(long address) {
    if (!places.contains(address)) {
      places.add(address);
    }
  }

  /** What the argument at an address is called; empty if none lies there. */
  String nameAt(long address) {
    int index = places.indexOf(address);
    return index < 0 ? "" : nameOf(index + 1);
  }

  /** A process has put an argument into a variable; 0 if it was something else. */
  public void copied(int rank, long address, int index) {
    copies.put(List.of((long) rank, address), index);
  }

  /** What the argument is called that a process has put into a variable; empty if it is none. */
  public String nameOfCopy(int rank, long address) {
    int index = copies.getOrDefault(List.of((long) rank, address), 0);
    return index == 0 ? "" : nameOf(index);
  }

  /** What an argument is called; they are counted from 1. */
  public static String nameOf(int index) {
    return "argument " + index;
  }
}
