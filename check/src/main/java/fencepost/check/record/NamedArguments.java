package fencepost.check.record;

import fencepost.check.machine.Invocation;
import fencepost.trace.ApiTable;
import fencepost.trace.ApiTable.Parameter;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of a call by the names that they have in its standard; without names, if no table
 * has the call.
 */
public final class NamedArguments {
  private final Invocation invocation;
  private final List<Parameter> parameters;
  private final ToIntFunction<String> sizeOf;

  /**
   * @param sizeOf the size of a type of C that arguments point to, for example {@code MPI_Request}
   */
  public NamedArguments(
      ApiTable.@Nullable Call call, Invocation invocation, ToIntFunction<String> sizeOf) {
    this.invocation = invocation;
    this.parameters = call == null ? List.of() : call.parameters();
    this.sizeOf = sizeOf;
  }

  private int position(String name) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether the call has such an argument. */
  public boolean has(String name) {
    return position(name) >= 0;
  }

  /** An argument; 0 if the call has none of that name. */
  public long get(String name) {
    int position = position(name);
    return position < 0 ? 0 : invocation.argument(position);
  }

  /** The type of an argument, as the table has it. */
  public String type(String name) {
    return parameters.get(position(name)).type();
  }

  /** What an argument points to, at an index. */
  public long element(String name, long index) {
    int size = sizeOf.applyAsInt(pointee(type(name)));
    return invocation.memory().load(get(name) + index * size, size);
  }

  private static String pointee(String type) {
    String plain = type.replace("const ", "").strip();
    return plain.equals("void *") ? plain : plain.replaceFirst("\\s*\\*$", "");
  }
}
