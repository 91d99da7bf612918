package fencepost.program.pointsto;

import fencepost.program.ir.Call;
import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalObject;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Instruction;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The objects of a program, and the sets of its values. */
final class AbstractMemory {
  private final Solver solver;
  private final List<AbstractObject> objects = new ArrayList<>();
  private final Map<Object, AbstractObject> byOrigin = new HashMap<>();
  private final Map<Integer, List<Function>> functions = new HashMap<>();
  private final Set<Integer> variables = new HashSet<>();
  private final Map<Object, Integer> nodes = new HashMap<>();
  private final EnumMap<World, Integer> worlds = new EnumMap<>(World.class);

  AbstractMemory(Solver solver) {
    this.solver = solver;
    for (World world : World.values()) {
      String name = world == World.FOREIGN ? "memory of unknown origin" : "memory of a library";
      int node = solver.node();
      AbstractObject object = make(world, name, node);
      byOrigin.put(world, object);
      worlds.put(world, node);
      solver.standsFor(node, AbstractPlace.of(object.id(), AbstractPlace.ANY));
    }
  }

  /** The object that belongs to something: an instruction, a world, a global name. */
  AbstractObject of(Object origin, String description) {
    return of(origin, origin, description);
  }

  /** The same for something that has several objects, each of which is known by a key. */
  AbstractObject of(Object key, Object origin, String description) {
    return byOrigin.computeIfAbsent(key, k -> make(origin, description, solver.node()));
  }

  private AbstractObject make(Object origin, String description, int anywhere) {
    AbstractObject object =
        new AbstractObject(solver, objects.size(), origin, description, anywhere);
    objects.add(object);
    return object;
  }

  AbstractObject at(long location) {
    return objects.get(AbstractPlace.object(location));
  }

  /** Names that are not local stand for the same object in all modules. */
  AbstractObject of(GlobalObject global) {
    Object origin = global.local() ? global : global.name();
    AbstractObject object = of(origin, global.name());
    if (global instanceof Function function && function.defined()) {
      List<Function> known = functions.computeIfAbsent(object.id(), key -> new ArrayList<>());
      if (!known.contains(function)) {
        known.add(function);
      }
    }
    if (global instanceof GlobalVariable variable && isWhole(variable)) {
      variables.add(object.id());
    }
    if (global instanceof Function) {
      object.holds(0);
      object.setConstant();
    } else if (global instanceof GlobalVariable variable && isWhole(variable)) {
      object.holds(variable.size());
      if (variable.isConstant()) {
        object.setConstant(); // what is only declared so may be computed where it is defined
      }
    }
    return object;
  }

  /** Whether a variable is all there is under its name. */
  private static boolean isWhole(GlobalVariable variable) {
    return variable.defined() && !variable.isAlias();
  }

  /** Whether it can certainly not be called. Code that is made at run time is where mmap was. */
  boolean isData(AbstractObject object) {
    return variables.contains(object.id())
        || (object.origin() instanceof Instruction made
            && !(made instanceof Call call && call.name().startsWith("mmap")));
  }

  /** From now on, the name stands for what the alias stands for. */
  void define(GlobalVariable alias, GlobalObject target) {
    Object origin = alias.local() ? alias : alias.name();
    byOrigin.put(origin, of(target));
  }

  /** The visible definitions of the function that an object is; empty if it is none. */
  List<Function> functions(AbstractObject object) {
    return functions.getOrDefault(object.id(), List.of());
  }

  /** The object that stands for all that a world may get hold of. */
  AbstractObject of(World world) {
    return of(world, "");
  }

  /** The set of what a world may get hold of. */
  int node(World world) {
    return Objects.requireNonNull(worlds.get(world));
  }

  /**
   * Variables of a library that it lets functions of the program read, such as their numbers, and
   * functions of it that the program finds in its tables.
   */
  AbstractObject ofLibrary() {
    AbstractObject object = of("a variable of a library", "a variable of a library");
    object.setConstant();
    return object;
  }

  /**
   * What the libraries show to somebody: they do not look for addresses there, but may hand it to
   * functions of the program that do the writing.
   */
  int printed() {
    return node("what is printed");
  }

  /** What remote processes can access. */
  int exposed() {
    return node("what remote processes can access");
  }

  /**
   * What is in memory that remote processes can access, or is sent to them. They may store it
   * anywhere there, but they reach nothing from it: an address is of use to its own process only.
   */
  int sent() {
    return node("what is sent");
  }

  /** What comes from remote processes, or from the library that talks to them. */
  int received() {
    return node("what is received");
  }

  /** What several threads of a process may have got hold of. */
  int shared() {
    return node("what threads share");
  }

  /** A set that belongs to something, made when it is first asked for. */
  int node(Object owner) {
    return nodes.computeIfAbsent(owner, key -> solver.node());
  }

  /** The set that belongs to something; null if nobody has asked for it. */
  @Nullable Integer known(Object owner) {
    return nodes.get(owner);
  }

  List<AbstractObject> objects() {
    return objects;
  }
}
