package fencepost.program.ir;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What was compiled in one go.
 *
 * @param handles what LLVM knows each value by
 * @param names the names of local variables, where the compiler has kept them
 */
public record Module(
    String name,
    List<Function> functions,
    List<GlobalVariable> variables,
    IdentityHashMap<Value, Long> handles,
    Map<Value, String> names) {

  /** What LLVM knows a value by. */
  public long handle(Value value) {
    Long handle = handles.get(value);
    if (handle == null) {
      throw new IllegalArgumentException(value + " is not of " + name);
    }
    return handle;
  }

  public Stream<Function> definedFunctions() {
    return functions.stream().filter(Function::defined);
  }

  /** The function of a name; throws if there is none. */
  public Function function(String name) {
    return functions.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }
}
