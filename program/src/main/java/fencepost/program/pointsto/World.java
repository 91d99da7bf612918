package fencepost.program.pointsto;

/**
 * Code that is not visible. It may keep what it is given, reach everything from there, store it
 * anywhere there, and hand it out again. As the origin of memory: memory that nobody visible has
 * made, or any of what the world has got hold of.
 */
public enum World {
  /** The C and C++ libraries: they do not start remote accesses. */
  LIBRARY,
  /** Remote processes, and code about which nothing is known. */
  FOREIGN
}
