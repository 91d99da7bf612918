package fencepost.program.pointsto;

import fencepost.program.ir.Function;
import fencepost.program.ir.GlobalObject;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Module;
import fencepost.program.ir.Opcode;
import fencepost.program.ir.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Where the pointers of a program may point, and what of it others may access. */
public final class PointsTo {
  private final Solver solver;
  private final AbstractMemory memory;
  private final CallRules calls;
  private final CallContexts contexts;
  private final Exposed written = new Exposed();
  private final Exposed read = new Exposed();
  private final IdentityHashMap<PlaceSet, List<String>> names =
      new IdentityHashMap<>(); // sets are shared
  private final IdentityHashMap<PlaceSet, Optional<Object>> origins = new IdentityHashMap<>();

  /** Follows the pointers to the end, however long that takes. */
  public PointsTo(List<Module> modules, Surroundings surroundings) {
    this(modules, surroundings, Long.MAX_VALUE);
  }

  /** Follows the pointers for at most so many steps. */
  public PointsTo(List<Module> modules, Surroundings surroundings, long most) {
    this(modules, surroundings, most, true, false);
  }

  /**
   * Follows the pointers for at most so many steps.
   *
   * @param byCalls whether functions are followed by their calls, which takes longer and tells more
   *     objects apart
   * @param amongThreads whether the threads of a process count as others, too
   */
  public PointsTo(
      List<Module> modules,
      Surroundings surroundings,
      long most,
      boolean byCalls,
      boolean amongThreads) {
    solver = new Solver(most);
    memory = new AbstractMemory(solver);
    calls = new CallRules(solver, memory, surroundings, written, read);
    contexts = new CallContexts(solver, memory, calls, byCalls);
    for (World world : World.values()) {
      rule(world);
    }
    calls.addRemoteProcesses();
    if (surroundings.open()) {
      calls.meetUnknownCode();
    }
    if (amongThreads) {
      shareAmongThreads(modules);
    }
    modules.forEach(contexts.common()::declare);
    modules.forEach(contexts.common()::initialize);
    contexts.add(modules);
    Set<String> defined = new HashSet<>();
    modules.forEach(
        module -> globals(module).filter(PointsTo::isNamed).forEach(g -> defined.add(g.name())));
    modules.forEach(module -> giveNames(module, surroundings, defined));
    solver.solve();
    expose(memory.node(World.FOREIGN), written);
    expose(memory.exposed(), written);
    expose(calls.read(), read);
    if (amongThreads) {
      expose(memory.shared(), written);
    }
  }

  /** Variables that have a name, what threads are given, and all that is reached from there. */
  private void shareAmongThreads(List<Module> modules) {
    int shared = memory.shared();
    modules.forEach(module -> module.variables().forEach(v -> solver.add(shared, place(v))));
    solver.include(memory.node(World.LIBRARY), shared, 0);
    Set<Integer> found = new HashSet<>();
    solver.listen(
        shared,
        at -> {
          if (found.add(AbstractPlace.object(at))) {
            memory.at(at).read(AbstractPlace.ANY, Long.MAX_VALUE, shared);
          }
        });
  }

  /** The objects of a set are exposed, and what stands for any of them, too. */
  private void expose(int node, Exposed exposed) {
    expand(solver.locations(node)).objects().forEach(exposed::add);
    for (World world : World.values()) {
      if (expand(solver.locations(memory.node(world))).meets(exposed.objects())) {
        exposed.add(memory.of(world).id());
      }
    }
  }

  /** The places themselves, and those that a world has got hold of, if it is among them. */
  private PlaceSet expand(PlaceSet places) {
    PlaceSet all = places;
    PlaceSet before;
    do {
      before = all;
      for (World world : World.values()) {
        if (all.contains(place(world))) {
          all = all.union(solver.locations(memory.node(world)));
        }
      }
    } while (all != before);
    return all;
  }

  /** What a world gets hold of, it may read, write and call. */
  private void rule(World world) {
    int node = memory.node(world);
    Set<Integer> owned = new HashSet<>();
    solver.listen(
        node,
        at -> {
          AbstractObject object = memory.at(at);
          if (owned.add(object.id())) {
            object.write(AbstractPlace.ANY, Long.MAX_VALUE, memory.node(world));
            object.read(AbstractPlace.ANY, Long.MAX_VALUE, node);
            memory.functions(object).forEach(function -> call(function, world));
          }
        });
  }

  private void call(Function function, World world) {
    int given = memory.node(world);
    Constraints inside = contexts.common(function);
    function.arguments().forEach(a -> solver.include(given, inside.node(a), 0));
    if (world == World.LIBRARY) {
      function.arguments().forEach(a -> solver.include(memory.printed(), inside.node(a), 0));
    }
    if (returnsWords(function)) {
      solver.include(inside.returned(function), memory.node(world), 0);
    }
  }

  /** Whoever calls a function from outside does not put addresses together of what it returns. */
  private static boolean returnsWords(Function function) {
    return function
        .instructions()
        .filter(instruction -> instruction.opcode() == Opcode.RETURN)
        .flatMap(instruction -> instruction.operands().stream())
        .anyMatch(value -> value.type().size() >= AbstractObject.WORD);
  }

  private static Stream<GlobalObject> globals(Module module) {
    return Stream.concat(module.functions().stream(), module.variables().stream());
  }

  /** Whether it is defined here, under a name that others know. */
  private static boolean isNamed(GlobalObject global) {
    return global.defined() && !global.local();
  }

  /** What is only declared in a module may be defined in another one: that one speaks for it. */
  private void giveNames(Module module, Surroundings surroundings, Set<String> defined) {
    globals(module)
        .filter(global -> global.defined() || !defined.contains(global.name()))
        .forEach(
            global -> {
              World world = world(global, surroundings);
              if (world == World.LIBRARY && isConstantOfLibrary(global)) {
                int content = memory.node(List.of(World.LIBRARY, "constants"));
                solver.add(content, AbstractPlace.of(memory.ofLibrary().id(), AbstractPlace.ANY));
                memory.of(global).initialize(AbstractPlace.ANY, Long.MAX_VALUE, content);
                memory.of(global).setConstant();
              } else if (world != null) {
                solver.add(memory.node(world), place(global));
              }
              if (world == World.FOREIGN && global.defined()) {
                calls.meetUnknownCode(global.name());
              }
            });
  }

  /**
   * What a library has in its constants are addresses of its own constants and functions. Tables of
   * virtual functions are not always marked as such.
   */
  private static boolean isConstantOfLibrary(GlobalObject global) {
    return !global.defined()
        && global instanceof GlobalVariable variable
        && (variable.isConstant() || variable.name().startsWith("_ZTV"));
  }

  /** Who can name something; null if only the program can. */
  private static @Nullable World world(GlobalObject global, Surroundings surroundings) {
    String name = global.name();
    if (global.local() || (!global.defined() && global instanceof Function)) {
      return null;
    } else if (!global.defined()) {
      return surroundings.libraryFunctions().contains(name) ? World.LIBRARY : World.FOREIGN;
    } else if (surroundings.open()
        || (!CallRules.isOfMpi(name)
            && (surroundings.usedByOthers().contains(name)
                || surroundings.functionsOfOthers().contains(name)))) {
      return World.FOREIGN;
    }
    return surroundings.usedByLibraries().contains(name) ? World.LIBRARY : null;
  }

  private long place(GlobalObject global) {
    return AbstractPlace.of(memory.of(global).id(), 0);
  }

  /** The place that stands for all that a world has got hold of. */
  private long place(World world) {
    return AbstractPlace.of(memory.of(world).id(), AbstractPlace.ANY);
  }

  // ---- answers ----

  /** Whether the pointers were too many to be followed: then everything counts as exposed. */
  public boolean gaveUp() {
    return solver.gaveUp();
  }

  /** All that is known of an address; nothing, if not all of it could be found out. */
  private PlaceSet places(Value address) {
    return gaveUp() ? solver.none() : contexts.locations(address);
  }

  /** What others may do to the object that an address may lead to. */
  public Exposure exposure(Value address) {
    return exposure(address, Long.MAX_VALUE);
  }

  /** What others may do to so many bytes of the memory that an address may lead to. */
  public Exposure exposure(Value address, long size) {
    PlaceSet places = places(address);
    if (places.isEmpty() || meets(places, size, written)) {
      return Exposure.WRITTEN; // also if nothing is known about it
    }
    return meets(places, size, read) ? Exposure.READ : Exposure.NONE;
  }

  private static boolean meets(PlaceSet places, long size, Exposed exposed) {
    return places.meets(exposed.objects())
        && places.any(
            at -> exposed.meets(AbstractPlace.object(at), AbstractPlace.offset(at), size));
  }

  /** What an address may lead to, for people. */
  public List<String> objects(Value address) {
    return names.computeIfAbsent(places(address), this::names);
  }

  private List<String> names(PlaceSet places) {
    Set<String> sorted = new TreeSet<>();
    places.forEach(at -> sorted.add(memory.at(at).description()));
    return List.copyOf(sorted);
  }

  /**
   * A place that an address may lead to.
   *
   * @param origin what the memory belongs to: the instruction that makes it, a variable, or the
   *     name of one that other modules can name too
   * @param offset from its start; negative if it may be any
   */
  public record Pointee(Object origin, int offset) {}

  /** The places that an address may lead to. */
  public List<Pointee> pointees(Value address) {
    Set<Pointee> found = new LinkedHashSet<>();
    expand(places(address))
        .forEach(at -> found.add(new Pointee(memory.at(at).origin(), AbstractPlace.offset(at))));
    return List.copyOf(found);
  }

  /** What the memory belongs to that an address may lead to, if that is one thing only. */
  public Optional<Object> origin(Value address) {
    return origins.computeIfAbsent(
        places(address),
        places -> {
          Set<Object> found = new HashSet<>();
          expand(places).any(at -> found.add(memory.at(at).origin()) && found.size() > 1);
          return found.size() == 1 ? found.stream().findFirst() : Optional.empty();
        });
  }

  /** The visible functions that a call through a pointer may reach. */
  public List<Function> callees(Value pointer) {
    List<Function> functions = new ArrayList<>();
    expand(contexts.locations(pointer))
        .forEach(at -> functions.addAll(memory.functions(memory.at(at))));
    return functions;
  }
}
