package fencepost.program.ir;

/** Something with a name that the linker knows. */
public sealed interface GlobalObject extends Value permits Function, GlobalVariable {
  String name();

  /** Whether only its own module can name it. */
  boolean local();

  /** Whether it is defined here, and not only declared. */
  boolean defined();
}
