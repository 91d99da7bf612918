package fencepost.program.ir;

import java.util.List;
import java.util.stream.Stream;

/** What was compiled in one go. */
public record Module(String name, List<Function> functions, List<GlobalVariable> variables) {
  public Stream<Function> definedFunctions() {
    return functions.stream().filter(Function::defined);
  }

  /** The function of a name; throws if there is none. */
  public Function function(String name) {
    return functions.stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
  }
}
