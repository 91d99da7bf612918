package fencepost.frontend.program;

/** How far everything is known. */
public interface Horizon {
  /** Whether everything that other processes called before the time has been translated. */
  boolean isPast(long time);
}
