package fencepost.program.ir;

/** Anything that an instruction can use. */
public sealed interface Value permits Argument, Constant, GlobalObject, Instruction {
  IrType type();
}
