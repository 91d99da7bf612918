package fencepost.check.library;

import java.util.ArrayList;
import java.util.List;

/** What a program is given from outside, the same for all its processes. */
public final class Inputs {
  private final List<String> arguments;
  private final boolean assumed;
  private final List<Long> places = new ArrayList<>();

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

  /** What an argument is called; they are counted from 1. */
  public static String nameOf(int index) {
    return "argument " + index;
  }
}
