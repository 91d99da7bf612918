package fencepost.program.ir;

/** Anything that an instruction can use. */
public sealed interface Value permits Argument, Constant, GlobalObject, Instruction {
  IrType type();

  /** What an address is in, as far as its parts are known; itself if it is no part of anything. */
  default Value root() {
    Value root = this;
    while (root instanceof AddressOf part) {
      root = part.base();
    }
    return root;
  }
}
