package fencepost.program.ir;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** A function; without blocks if it is only declared. */
public final class Function implements GlobalObject {
  private final String name;
  private final IrType type;
  private final boolean local;
  private final boolean variadic;
  private final long handle;
  private final List<Argument> arguments = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();

  Function(String name, IrType type, boolean local, boolean variadic, long handle) {
    this.name = name;
    this.type = type;
    this.local = local;
    this.variadic = variadic;
    this.handle = handle;
  }

  void add(Argument argument) {
    arguments.add(argument);
  }

  void add(Block block) {
    blocks.add(block);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public IrType type() {
    return type;
  }

  @Override
  public boolean local() {
    return local;
  }

  @Override
  public boolean defined() {
    return !blocks.isEmpty();
  }

  public boolean variadic() {
    return variadic;
  }

  /** What LLVM knows it by. */
  public long handle() {
    return handle;
  }

  public List<Argument> arguments() {
    return Collections.unmodifiableList(arguments);
  }

  /** The blocks; the first one is the entry. */
  public List<Block> blocks() {
    return Collections.unmodifiableList(blocks);
  }

  public Stream<Instruction> instructions() {
    return blocks.stream().flatMap(block -> block.instructions().stream());
  }

  @Override
  public String toString() {
    return "@" + name;
  }
}
