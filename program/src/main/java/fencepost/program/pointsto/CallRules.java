package fencepost.program.pointsto;

import fencepost.program.ir.Argument;
import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.Function;
import fencepost.program.ir.Location;
import fencepost.program.ir.Value;
import fencepost.program.pointsto.ModelCalls.Role;
import fencepost.trace.ApiTable.Left;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Says what calls mean for the sets. */
final class CallRules {
  /** Bytes in the nodes of the C++ library that hold addresses of others. */
  private static final int LIST_LINKS = 16;

  private static final int TREE_LINKS = 32;

  private static final Pattern OF_MPI =
      Pattern.compile("_Z(T[VISTC]|Th\\d+_|Tv\\w+?_)?NK?3MPI\\w+|ompi_\\w+");

  private static final Pattern OF_CXX =
      Pattern.compile("_Z(T[VISTC]|Th\\d+_|Tv\\w+?_)?(NK?St|St|NK?9__gnu_cxx)\\w+");

  /** Where short strings have their characters. */
  private static final int STRING_BUFFER = 16;

  private final Solver solver;
  private final AbstractMemory memory;
  private final Surroundings surroundings;
  private final ModelCalls model = ModelCalls.all();

  /** What remote operations read while the program goes on. */
  private final int read;

  private final Set<Integer> readObjects = new HashSet<>();
  private boolean unknownCode;
  private final Exposed writtenParts;
  private final Exposed readParts;

  /**
   * Rules.
   *
   * @param writtenParts takes parts of objects that remote operations write
   * @param readParts takes those that they only read
   */
  CallRules(
      Solver solver,
      AbstractMemory memory,
      Surroundings surroundings,
      Exposed writtenParts,
      Exposed readParts) {
    this.solver = solver;
    this.memory = memory;
    this.surroundings = surroundings;
    this.writtenParts = writtenParts;
    this.readParts = readParts;
    this.read = memory.node("what remote operations read");
    solver.listen(read, at -> sent(memory.at(at)));
  }

  /** What is in an object can arrive anywhere where others write. */
  private void sent(AbstractObject object) {
    if (readObjects.add(object.id())) {
      object.read(AbstractPlace.ANY, Long.MAX_VALUE, memory.sent());
    }
  }

  /**
   * What others can access they write to, with what they have got from there or made themselves.
   */
  void addRemoteProcesses() {
    int sent = memory.sent();
    solver.include(memory.node(World.FOREIGN), sent, 0);
    solver.include(sent, memory.received(), 0);
    solver.include(memory.exposed(), memory.received(), 0);
    Set<Integer> known = new HashSet<>();
    solver.listen(
        memory.exposed(),
        at -> {
          AbstractObject object = memory.at(at);
          if (known.add(object.id())) {
            object.read(AbstractPlace.ANY, Long.MAX_VALUE, sent);
            object.write(AbstractPlace.ANY, Long.MAX_VALUE, sent);
          }
        });
  }

  /** Code of which nothing is known is a part of the process, and may look at what is sent. */
  void meetUnknownCode() {
    if (!unknownCode) {
      unknownCode = true;
      solver.include(memory.sent(), memory.node(World.FOREIGN), 0);
      solver.include(memory.exposed(), memory.node(World.FOREIGN), 0);
    }
  }

  /** The same if a function or variable is not one of the C++ library or of MPI's classes. */
  void meetUnknownCode(String name) {
    if (!isOfMpi(name) && !OF_CXX.matcher(name).matches()) {
      meetUnknownCode();
    }
  }

  /**
   * Whether a function or variable is one of MPI's classes for C++, as some libraries have them.
   * Their header defines most of it, so that the library has copies: it does not call ours.
   */
  static boolean isOfMpi(String name) {
    return OF_MPI.matcher(name).matches();
  }

  /** What remote operations may read, but not write. */
  int read() {
    return read;
  }

  void add(Call call, Constraints constraints) {
    Function target = call.target();
    if (call.callee() instanceof Constant.Assembler) {
      give(call, World.FOREIGN, constraints);
    } else if (target == null) {
      int callee = constraints.node(call.callee());
      Set<Integer> called = new HashSet<>();
      solver.listen(
          callee,
          at -> {
            if (called.add(AbstractPlace.object(at))) {
              pointedTo(call, memory.at(at), constraints);
            }
          });
    } else if (!memory.functions(memory.of(target)).isEmpty()) {
      bind(call, memory.of(target), constraints);
    } else {
      Callback callback = Callback.of(target.name());
      if (callback != null) {
        callBack(call, callback, constraints);
      } else if (target.name().startsWith(Callback.STARTS_WITH_OBJECT)) {
        callObject(call, constraints);
      } else {
        invisible(call, target.name(), constraints);
      }
    }
  }

  // ---- visible functions ----

  private void pointedTo(Call call, AbstractObject object, Constraints constraints) {
    List<Function> functions = memory.functions(object);
    if (!functions.isEmpty()) {
      bind(call, object, constraints);
    } else if (object == memory.of(World.LIBRARY) || object == memory.ofLibrary()) {
      give(call, World.LIBRARY, constraints);
    } else if (!memory.isData(object)) {
      // An undefined function, or code of unknown origin.
      String name = object.description();
      if (Effects.of(name) != Effects.UNKNOWN
          || model.roles(name) != null
          || surroundings.libraryFunctions().contains(name)) {
        invisible(call, name, constraints);
      } else {
        give(call, World.FOREIGN, constraints);
      }
    }
  }

  private void bind(Call call, AbstractObject object, Constraints constraints) {
    for (Function function : memory.functions(object)) {
      List<Argument> parameters = function.arguments();
      if (call.target() == null && call.arguments().size() < parameters.size()) {
        continue; // a call through a pointer gives a function all that it wants
      }
      Constraints inside = constraints.contexts().called(function, call);
      for (int i = 0; i < call.arguments().size(); i++) {
        Value argument = call.arguments().get(i);
        if (!Constraints.holdsAddress(argument)) {
          continue;
        }
        int from = constraints.node(argument);
        if (i < parameters.size()) {
          solver.include(from, inside.node(parameters.get(i)), 0);
        } else {
          unnamed(function, inside).write(AbstractPlace.ANY, 8, from);
        }
      }
      if (call.type().mayHoldAddress()) {
        solver.include(inside.returned(function), constraints.node(call), 0);
      }
    }
  }

  /** A library calls a function of the program with what it was given for it. */
  private void callBack(Call call, Callback callback, Constraints constraints) {
    call.arguments().forEach(argument -> share(argument, constraints));
    if (callback.allocates()) {
      long task = allocate(call, constraints);
      solver.add(memory.shared(), task);
      solver.add(constraints.node(call), task);
      AbstractObject object = memory.at(task);
      object.write(
          AbstractPlace.ANY, 8, constraints.node(call)); // what it shares is in the same block
      int content = memory.node(constraints.key(List.of(call, "content")));
      object.read(AbstractPlace.ANY, Long.MAX_VALUE, content);
      callWith(constraints.node(call), content, constraints); // what destroys its variables
    }
    List<Value> arguments = call.arguments();
    if (callback.function() >= arguments.size()) {
      return;
    }
    Set<Integer> called = new HashSet<>();
    solver.listen(
        constraints.node(arguments.get(callback.function())),
        at -> {
          if (called.add(AbstractPlace.object(at))) {
            for (Function function : memory.functions(memory.at(at))) {
              callBack(call, callback, function, constraints);
            }
          }
        });
  }

  /**
   * The second argument is where the address of an object is, whose virtual functions are called.
   */
  private void callObject(Call call, Constraints constraints) {
    call.arguments().forEach(argument -> share(argument, constraints));
    int object = pointedTo(call, 1, constraints);
    int table = memory.node(constraints.key(List.of(call, "table")));
    int functions = memory.node(constraints.key(List.of(call, "functions")));
    constraints.load(object, AbstractObject.WORD, table);
    constraints.load(table, Long.MAX_VALUE, functions);
    callWith(object, functions, constraints);
  }

  /** The function that is called may be executed by another thread. */
  private void share(Value argument, Constraints constraints) {
    if (Constraints.holdsAddress(argument)) {
      solver.include(constraints.node(argument), memory.shared(), 0);
    }
  }

  /** A library calls each of these functions with an address that the program has given it. */
  private void callWith(int given, int functions, Constraints constraints) {
    Set<Integer> called = new HashSet<>();
    solver.listen(
        functions,
        at -> {
          if (called.add(AbstractPlace.object(at))) {
            for (Function function : memory.functions(memory.at(at))) {
              Constraints inside = constraints.contexts().common(function);
              function.arguments().forEach(a -> solver.include(given, inside.node(a), 0));
              solver.include(inside.returned(function), memory.node(World.LIBRARY), 0);
            }
          }
        });
  }

  private void callBack(Call call, Callback callback, Function function, Constraints constraints) {
    List<Argument> parameters = function.arguments();
    List<Value> arguments = call.arguments();
    Constraints inside = constraints.contexts().common(function);
    solver.include(inside.returned(function), memory.node(World.LIBRARY), 0);
    if (callback.allocates()) {
      if (callback.parameter() < parameters.size()) {
        solver.include(
            constraints.node(call), inside.node(parameters.get(callback.parameter())), 0);
      }
      return;
    }
    for (int p = 0; p < callback.parameter() && p < parameters.size(); p++) {
      solver.add(inside.node(parameters.get(p)), AbstractPlace.of(memory.ofLibrary().id(), 0));
    }
    int last = callback.spread() ? arguments.size() - 1 : callback.argument();
    for (int i = callback.argument(); i <= last && i < arguments.size(); i++) {
      int first = callback.parameter() + i - callback.argument();
      // One that is given to several parameters is given to all that are left.
      int end = callback.spread() ? first : parameters.size() - 1;
      for (int p = first; p <= end && p < parameters.size(); p++) {
        if (Constraints.holdsAddress(arguments.get(i))) {
          solver.include(constraints.node(arguments.get(i)), inside.node(parameters.get(p)), 0);
        }
      }
    }
  }

  /** Where a function finds the arguments that have no name. */
  private AbstractObject unnamed(Function function, Constraints constraints) {
    Object unnamed = List.of(function, "...");
    return memory.of(constraints.key(unnamed), unnamed, "the arguments of " + function.name());
  }

  // ---- invisible functions ----

  private void invisible(Call call, String name, Constraints constraints) {
    List<Role> roles = model.roles(name);
    Left left = ModelCalls.left(name);
    if (name.startsWith("llvm.")) {
      intrinsic(call, name, constraints);
    } else if (surroundings.functionsOfOthers().contains(name)) {
      callUnknown(call, name, constraints); // whatever it is called
    } else if (roles != null) {
      modelCall(call, name, roles, constraints);
      result(call, name, constraints);
    } else if (left != null) {
      leftAlone(call, name, left, constraints);
    } else if (surroundings.libraryFunctions().contains(name) || isOfOpenMp(name)) {
      library(call, name, constraints);
    } else {
      callUnknown(call, name, constraints);
    }
  }

  private void callUnknown(Call call, String name, Constraints constraints) {
    meetUnknownCode(name);
    give(call, World.FOREIGN, constraints);
  }

  private void leftAlone(Call call, String name, Left left, Constraints constraints) {
    int arguments = call.arguments().size();
    switch (left) {
      case UNRECORDED, RANK, SIZE -> {} // handles, numbers and names
      case KEEPS -> {
        give(call, World.FOREIGN, constraints);
        call.arguments().stream()
            .filter(Constraints::holdsAddress)
            .forEach(argument -> solver.listen(constraints.node(argument), this::mayBeCalled));
      }
      case TAKES -> modelCall(call, name, Collections.nCopies(arguments, Role.SENT), constraints);
      case TELLS ->
          modelCall(call, name, Collections.nCopies(arguments, Role.RECEIVED), constraints);
    }
  }

  /** A function of the program is given what is sent, and what has come. */
  private void mayBeCalled(long place) {
    if (!memory.functions(memory.at(place)).isEmpty()) {
      meetUnknownCode();
    }
  }

  private static boolean isOfOpenMp(String name) {
    return name.startsWith("__kmpc_") || name.startsWith("omp_");
  }

  private void give(Call call, World world, Constraints constraints) {
    for (Value argument : call.arguments()) {
      give(argument, world, constraints);
    }
    take(call, memory.node(world), constraints);
  }

  private void take(Call call, int from, Constraints constraints) {
    if (call.type().mayHoldAddress() && call.type().size() >= 8) {
      solver.include(from, constraints.node(call), 0);
    }
  }

  private void give(Value argument, World world, Constraints constraints) {
    if (Constraints.holdsAddress(argument)) {
      solver.include(constraints.node(argument), memory.node(world), 0);
    }
  }

  private void modelCall(Call call, String name, List<Role> roles, Constraints constraints) {
    for (int i = 0; i < call.arguments().size(); i++) {
      Value argument = call.arguments().get(i);
      if (!Constraints.holdsAddress(argument)) {
        continue;
      }
      int node = constraints.node(argument);
      Role role = i < roles.size() ? roles.get(i) : Role.PLAIN;
      switch (role) {
        case PLAIN -> {}
        case READ -> expose(node, model.size(name, call, i), false);
        case WRITTEN -> expose(node, model.size(name, call, i), true);
        case SENT, RECEIVED -> move(call, name, i, role == Role.SENT, constraints);
        case MEMORY -> storeNew(call, i, constraints);
        case WINDOW -> {
          long window = storeNew(call, i, constraints);
          solver.add(memory.exposed(), window);
        }
      }
    }
  }

  /** Others get what is at an argument, or what others have comes there. */
  private void move(Call call, String name, int argument, boolean sent, Constraints constraints) {
    if (!model.mayBeAddresses(name, call, argument)) {
      return;
    }
    int node = constraints.node(call.arguments().get(argument));
    long known = model.size(name, call, argument);
    long size = known == BufferSize.UNKNOWN ? Long.MAX_VALUE : known;
    if (sent) {
      constraints.load(node, size, memory.sent());
    } else {
      constraints.store(node, size, memory.received());
    }
  }

  /** So many bytes of a buffer are exposed; if that is not known, all of what it is in. */
  private void expose(int buffer, long size, boolean written) {
    int all = written ? memory.exposed() : read;
    if (size == BufferSize.UNKNOWN) {
      solver.include(buffer, all, 0);
    } else {
      solver.listen(buffer, at -> expose(at, size, written, all));
    }
  }

  private void expose(long at, long size, boolean written, int all) {
    int offset = AbstractPlace.offset(at);
    if (offset == AbstractPlace.ANY) {
      solver.add(all, at);
      return;
    }
    AbstractObject object = memory.at(at);
    object.read(offset, size, memory.sent());
    if (written) {
      object.write(offset, size, memory.received());
    }
    (written ? writtenParts : readParts).add(object.id(), offset, size);
  }

  /** What a call returns that is no number may be anything that others have. */
  private void result(Call call, String name, Constraints constraints) {
    if (ModelCalls.returnsWindow(name)) {
      long window = allocate(call, constraints);
      solver.add(constraints.node(call), window);
      solver.add(memory.exposed(), window);
    } else {
      take(call, memory.received(), constraints);
    }
  }

  private long storeNew(Call call, int argument, Constraints constraints) {
    long location = allocate(call, constraints);
    int node = memory.node(constraints.key(List.of(call, "new")));
    solver.add(node, location);
    constraints.store(constraints.node(call.arguments().get(argument)), 8, node);
    return location;
  }

  private long allocate(Call call, Constraints constraints) {
    Location place = call.location();
    String description = "memory of " + call.name() + (place == null ? "" : " at " + place);
    return AbstractPlace.of(memory.of(constraints.key((Object) call), call, description).id(), 0);
  }

  private void library(Call call, String name, Constraints constraints) {
    switch (Effects.of(name)) {
      case ALLOCATE -> {
        long block = allocate(call, constraints);
        memory.at(block).holds(allocated(call, name));
        solver.add(constraints.node(call), block);
      }
      case ALLOCATE_INTO -> storeNew(call, 0, constraints);
      case REALLOCATE -> {
        solver.add(constraints.node(call), allocate(call, constraints));
        first(call, constraints);
        copy(call, constraints.node(call), call.arguments().get(0), constraints);
      }
      case ASSIGN -> {
        storeNew(call, 0, constraints);
        copy(pointedTo(call, 0, constraints), pointedTo(call, 1, constraints), -1);
      }
      case RETURN_FIRST -> {
        first(call, constraints);
        if (name.matches("mem(cpy|move)")) {
          copy(
              call,
              constraints.node(call.arguments().get(0)),
              call.arguments().get(1),
              constraints);
        }
      }
      case PARSE -> {
        int end = memory.node(constraints.key(List.of(call, "end")));
        solver.include(constraints.node(call.arguments().get(0)), end, Shift.ANYWHERE);
        constraints.store(constraints.node(call.arguments().get(1)), 8, end);
      }
      case STRING -> string(call, name, constraints);
      case LINK -> link(call, name.contains("_List_") ? LIST_LINKS : TREE_LINKS, constraints);
      case PRINT -> {
        call.arguments().stream()
            .filter(Constraints::holdsAddress)
            .forEach(shown -> solver.include(constraints.node(shown), memory.printed(), 0));
        first(call, constraints);
      }
      case NONE -> {}
      case UNKNOWN -> give(call, World.LIBRARY, constraints);
    }
  }

  /** How many bytes a call allocates, if that is certain. */
  private static long allocated(Call call, String name) {
    boolean first = name.equals("malloc") || name.startsWith("_Zn");
    return first && call.arguments().get(0) instanceof Constant.Number number
        ? number.value()
        : Long.MAX_VALUE;
  }

  /**
   * A string holds the address of its characters first, which are new memory or behind in the
   * string itself. Characters are no addresses.
   */
  private void string(Call call, String name, Constraints constraints) {
    storeNew(call, 0, constraints);
    int string = constraints.node(call.arguments().get(0));
    int characters = memory.node(constraints.key(List.of(call, "new")));
    solver.include(string, characters, STRING_BUFFER);
    if (name.matches(".*(swapERS|OS)\\d*_.*") && call.arguments().size() > 1) {
      int other = constraints.node(call.arguments().get(1));
      copy(string, other, AbstractObject.WORD);
      copy(other, string, AbstractObject.WORD);
    }
    if (call.type().mayHoldAddress()) {
      int result = constraints.node(call); // the string itself, or one of its characters
      solver.include(string, result, 0);
      constraints.load(string, AbstractObject.WORD, result);
      solver.include(characters, result, 0);
      for (int i = 1; i < STRING_BUFFER; i++) {
        solver.include(string, result, STRING_BUFFER + i);
      }
      solver.add(
          result, AbstractPlace.of(memory.at(allocate(call, constraints)).id(), AbstractPlace.ANY));
    }
  }

  /** Every node that is reached may come to hold the address of every other. */
  private void link(Call call, int links, Constraints constraints) {
    int all = memory.node(constraints.key(List.of(call, "linked")));
    for (Value argument : call.arguments()) {
      if (Constraints.holdsAddress(argument)) {
        solver.include(constraints.node(argument), all, 0);
      }
    }
    constraints.load(all, links, all);
    constraints.store(all, links, all);
    if (call.type().mayHoldAddress()) {
      solver.include(all, constraints.node(call), 0);
    }
  }

  private void first(Call call, Constraints constraints) {
    if (Constraints.holdsAddress(call.arguments().get(0))) {
      int result = constraints.node(call);
      int node = constraints.node(call.arguments().get(0));
      solver.include(node, result, Shift.ANYWHERE);
      solver.include(node, result, 0);
    }
  }

  private void intrinsic(Call call, String name, Constraints constraints) {
    if (name.startsWith("llvm.mem") && Constraints.movesCharacters(call)) {
      return;
    } else if (name.startsWith("llvm.memcpy.") || name.startsWith("llvm.memmove.")) {
      copy(call, constraints.node(call.arguments().get(0)), call.arguments().get(1), constraints);
    } else if (name.startsWith("llvm.va_copy")) {
      copy(call, constraints.node(call.arguments().get(0)), call.arguments().get(1), constraints);
    } else if (name.startsWith("llvm.va_start")) {
      start(call, constraints);
    } else if (call.type().mayHoldAddress()) {
      for (Value argument : call.arguments()) {
        if (Constraints.holdsAddress(argument)) {
          long shift = call.type().isInteger() ? Shift.ANYWHERE : 0;
          solver.include(constraints.node(argument), constraints.node(call), shift);
        }
      }
    }
  }

  /** The list of unnamed arguments leads to them, however the target lays it out. */
  private void start(Call call, Constraints constraints) {
    AbstractObject arguments = unnamed(call.block().function(), constraints);
    int node = memory.node(constraints.key(List.of(call, "list")));
    solver.add(node, AbstractPlace.of(arguments.id(), AbstractPlace.ANY));
    constraints.store(constraints.node(call.arguments().get(0)), Long.MAX_VALUE, node);
  }

  private void copy(Call call, int to, Value source, Constraints constraints) {
    if (!Constraints.holdsAddress(source)) {
      return;
    }
    int from = constraints.node(source);
    long size =
        call.arguments().size() > 2 && call.arguments().get(2) instanceof Constant.Number number
            ? number.value()
            : -1;
    copy(to, from, size);
  }

  /** The addresses that are stored where an argument points to. */
  private int pointedTo(Call call, int argument, Constraints constraints) {
    int addresses = memory.node(constraints.key(List.of(call, "pointed to by", argument)));
    constraints.load(constraints.node(call.arguments().get(argument)), 8, addresses);
    return addresses;
  }

  private void copy(int to, int from, long size) {
    new BlockCopy(solver, memory, size).connect(to, from);
  }
}
