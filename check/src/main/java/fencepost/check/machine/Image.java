package fencepost.check.machine;

import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Instruction;
import fencepost.program.ir.Location;
import fencepost.program.ir.Module;
import fencepost.program.ir.Value;
import fencepost.trace.Sites;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A program as it is loaded into every process: where its variables and functions are, and its code
 * as far as it has been translated. Variables have the same addresses in all processes.
 */
public final class Image {
  private static final long FIRST_FUNCTION = 0x4000_0000L;

  private final Module module;
  private final List<GlobalVariable> variables = new ArrayList<>();
  private final int programVariables;
  private final List<Function> functions = new ArrayList<>();
  private final int programFunctions;
  private final Map<String, Function> wrappers = new HashMap<>();
  private final IdentityHashMap<Value, Long> addresses = new IdentityHashMap<>();
  private final IdentityHashMap<Function, MachineCode> codes = new IdentityHashMap<>();
  private final Map<String, Function> byName = new HashMap<>();
  private final Map<String, Integer> libraryFunctions = new HashMap<>();
  private final List<String> libraryNames = new ArrayList<>();
  private final List<Place> places = new ArrayList<>(List.of(new Place("", 0, "")));
  private final MachineConstants constants = new MachineConstants(this);

  /** A place in the source; its number is its code address. */
  public record Place(String file, int line, String function) {
    boolean isInLibrary() {
      return Sites.isInLibrary(file);
    }
  }

  /** A program whose calls are not recorded. */
  public Image(Module module) {
    this(module, null);
  }

  /**
   * @param capture the capture library: its functions are called where the program calls functions
   *     of their names, and what it shares with the program is known by its name
   */
  public Image(Module module, @Nullable Module capture) {
    this.module = module;
    module.variables().forEach(this::add);
    module.functions().forEach(this::add);
    module.functions().forEach(function -> byName.put(function.name(), function));
    this.programVariables = variables.size();
    this.programFunctions = functions.size();
    if (capture != null) {
      Map<String, Long> shared = new HashMap<>();
      variables.stream()
          .filter(variable -> !variable.local())
          .forEach(variable -> shared.put(variable.name(), address(variable)));
      for (GlobalVariable variable : capture.variables()) {
        Long place = variable.local() ? null : shared.get(variable.name());
        if (place == null) {
          add(variable);
        } else {
          addresses.put(variable, place);
        }
      }
      capture.functions().forEach(this::add);
      capture.definedFunctions().forEach(function -> wrappers.put(function.name(), function));
    }
  }

  private void add(GlobalVariable variable) {
    if (!variable.isAlias() && !variable.name().startsWith("llvm.")) {
      variables.add(variable);
      addresses.put(variable, (long) variables.size() << 32);
    }
  }

  private void add(Function function) {
    functions.add(function);
    addresses.put(function, (FIRST_FUNCTION + functions.size()) << 32);
  }

  // ---- what is where ----

  /** The address of a variable or function; follows aliases. */
  long address(Value value) {
    Long known = addresses.get(value);
    if (known != null) {
      return known;
    }
    if (value instanceof GlobalVariable alias && alias.initializer() != null) {
      long address = constants.word(alias.initializer());
      addresses.put(alias, address);
      return address;
    }
    return 0;
  }

  public Module module() {
    return module;
  }

  /** Whether there is something to execute. */
  public boolean hasMain() {
    Function main = byName.get("main");
    return main != null && main.defined();
  }

  /** The variables of the program. */
  public List<GlobalVariable> variables() {
    return variables.subList(0, programVariables);
  }

  /** Also those of the capture library. */
  List<GlobalVariable> allVariables() {
    return variables;
  }

  /** The variable in the block of an address; null if there is none. */
  public @Nullable GlobalVariable variableAt(long address) {
    int index = (int) (address >>> 32) - 1;
    return index >= 0 && index < variables.size() ? variables.get(index) : null;
  }

  /** The address of a variable by its name; 0 if there is none. */
  public long addressOfVariable(String name) {
    for (GlobalVariable variable : variables) {
      if (variable.name().equals(name)) {
        return address(variable);
      }
    }
    return 0;
  }

  /** All addresses of variables of the program lie below. */
  public long end() {
    return (programVariables + 1L) << 32;
  }

  /** Puts a variable with its first content into memory; returns where. */
  long place(GlobalVariable variable, MachineMemory memory) {
    long address = memory.allocate(Math.max(8, variable.size()));
    if (variable.initializer() != null && variable.size() > 0) {
      byte[] content = new byte[(int) variable.size()];
      constants.write(variable.initializer(), content, 0);
      memory.write(address, content);
    }
    return address;
  }

  /** Another instance of the thread-local variable at an address. */
  long instance(long address, MachineMemory memory) {
    GlobalVariable variable = variableAt(address);
    if (variable == null) {
      throw Halt.unmodelled("a thread-local variable of a library");
    }
    return place(variable, memory);
  }

  /** The function at an address; null if there is none. */
  @Nullable Function functionAt(long address) {
    long index = (address >>> 32) - FIRST_FUNCTION - 1;
    boolean valid = (int) address == 0 && index >= 0 && index < functions.size();
    return valid ? functions.get((int) index) : null;
  }

  /** The address of a function by its name; 0 if there is none. */
  long addressOf(String name) {
    Function function = byName.get(name);
    return function == null ? 0 : address(function);
  }

  public @Nullable Function function(String name) {
    return byName.get(name);
  }

  /** The code of a function of the program or the capture library; null if it is not defined. */
  @Nullable MachineCode code(Function function) {
    Function found = function.defined() ? function : wrappers.get(function.name());
    return found == null
        ? null
        : codes.computeIfAbsent(
            found, f -> new MachineCode(f, new Translator(this, f), isOfCapture(f)));
  }

  private boolean isOfCapture(Function function) {
    return (address(function) >>> 32) - FIRST_FUNCTION > programFunctions;
  }

  /** Whether some execution has come to the block of an instruction. */
  public boolean isReached(Instruction instruction) {
    MachineCode code = codes.get(instruction.block().function());
    return code != null && code.isReached(instruction.block());
  }

  MachineConstants constants() {
    return constants;
  }

  /** What runs before main, in that order. */
  List<Function> constructors() {
    return module.variables().stream()
        .filter(variable -> variable.name().equals("llvm.global_ctors"))
        .flatMap(variable -> constants.constructors(variable.initializer()).stream())
        .toList();
  }

  // ---- library functions ----

  int libraryFunction(String name) {
    return libraryFunctions.computeIfAbsent(
        name,
        key -> {
          libraryNames.add(name);
          return libraryNames.size() - 1;
        });
  }

  String libraryName(int number) {
    return libraryNames.get(number);
  }

  /** A call of a library function through a pointer. */
  LibraryCall libraryCall(LibraryCall like, long pointer) {
    Function function = functionAt(pointer);
    if (function == null) {
      throw Halt.fault("a call through a pointer that is no function");
    }
    return like.of(function.name(), libraryFunction(function.name()));
  }

  // ---- places ----

  int site(Instruction instruction) {
    Location location = instruction.location();
    String function = instruction.block().function().name();
    places.add(
        location == null
            ? new Place("", 0, function)
            : new Place(location.file(), location.line(), function));
    return places.size() - 1;
  }

  /** The place at a code address. */
  public Place place(long site) {
    return site > 0 && site < places.size() ? places.get((int) site) : places.get(0);
  }
}
