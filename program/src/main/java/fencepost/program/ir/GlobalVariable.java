package fencepost.program.ir;

import org.jspecify.annotations.Nullable;

/** A variable with static storage. */
public final class GlobalVariable implements GlobalObject {
  private final String name;
  private final IrType type;
  private final boolean local;
  private final boolean defined;
  private final boolean alias;
  private final boolean constant;
  private final long size;
  private @Nullable Value initializer;

  GlobalVariable(
      String name,
      IrType type,
      boolean local,
      boolean defined,
      boolean alias,
      boolean constant,
      long size) {
    this.name = name;
    this.type = type;
    this.local = local;
    this.defined = defined;
    this.alias = alias;
    this.constant = constant;
    this.size = size;
  }

  void setInitializer(Value value) {
    initializer = value;
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
    return defined;
  }

  /** Bytes that it holds. */
  public long size() {
    return size;
  }

  /** Whether it is another name for what its initializer says. */
  public boolean isAlias() {
    return alias;
  }

  /** Whether nobody writes to it. */
  public boolean isConstant() {
    return constant;
  }

  /** What it starts with; null if it is only declared. For an alias, what it stands for. */
  public @Nullable Value initializer() {
    return initializer;
  }

  @Override
  public String toString() {
    return "@" + name;
  }
}
