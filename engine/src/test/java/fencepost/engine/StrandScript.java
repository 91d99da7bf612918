package fencepost.engine;

import static fencepost.model.AccessKind.ATOMIC_LOAD;
import static fencepost.model.AccessKind.ATOMIC_READ;
import static fencepost.model.AccessKind.ATOMIC_STORE;
import static fencepost.model.AccessKind.ATOMIC_UPDATE;
import static fencepost.model.AccessKind.BUFFER_READ;
import static fencepost.model.AccessKind.BUFFER_WRITE;
import static fencepost.model.AccessKind.LOAD;
import static fencepost.model.AccessKind.REMOTE_READ;
import static fencepost.model.AccessKind.REMOTE_WRITE;
import static fencepost.model.AccessKind.STORE;

import fencepost.engine.Scenario.Epoch;
import fencepost.engine.Scenario.Held;
import fencepost.engine.Scenario.Locking;
import fencepost.engine.Step.Moment;
import fencepost.engine.Step.Op;
import fencepost.engine.Step.Part;
import fencepost.engine.Step.Permission;
import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.LockEpoch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one strand does, written statement by statement. */
final class StrandScript {
  final int rank;
  final List<Step> steps = new ArrayList<>();

  private final Scenario scenario;
  private final Map<Integer, Held> locks = new HashMap<>();
  private final Map<Integer, Epoch> started = new HashMap<>();
  private final Map<Integer, Epoch> posted = new HashMap<>();
  private final Map<String, Integer> barriers = new HashMap<>();
  private @Nullable Integer line;

  StrandScript(Scenario scenario, int rank) {
    this.scenario = scenario;
    this.rank = rank;
  }

  /** The source place of the next statement; else every statement has its own. */
  StrandScript line(int number) {
    line = number;
    return this;
  }

  // ---- loads, stores and calls ----

  StrandScript load(Bytes bytes) {
    return load(bytes, rank);
  }

  /** A load from memory that is shared with its owner. */
  StrandScript load(Bytes bytes, int owner) {
    return load(bytes, owner, false);
  }

  StrandScript load(Bytes bytes, int owner, boolean atomic) {
    return access("load", atomic ? ATOMIC_LOAD : LOAD, bytes, owner);
  }

  StrandScript store(Bytes bytes) {
    return store(bytes, rank);
  }

  StrandScript store(Bytes bytes, int owner) {
    return store(bytes, owner, false);
  }

  StrandScript store(Bytes bytes, int owner, boolean atomic) {
    return access("store", atomic ? ATOMIC_STORE : STORE, bytes, owner);
  }

  StrandScript put(Bytes bytes, int target) {
    return issue("put", target, List.of(remote(REMOTE_WRITE, bytes, target, null)));
  }

  StrandScript put(Bytes bytes, int target, Bytes from) {
    Part write = remote(REMOTE_WRITE, bytes, target, null);
    return issue("put", target, List.of(buffer(BUFFER_READ, from), write));
  }

  StrandScript get(Bytes bytes, int target) {
    return issue("get", target, List.of(remote(REMOTE_READ, bytes, target, null)));
  }

  StrandScript get(Bytes bytes, int target, Bytes into) {
    Part read = remote(REMOTE_READ, bytes, target, null);
    return issue("get", target, List.of(buffer(BUFFER_WRITE, into), read));
  }

  StrandScript accumulate(Bytes bytes, int target, AtomicType type) {
    return issue("accumulate", target, List.of(remote(ATOMIC_UPDATE, bytes, target, type)));
  }

  StrandScript accumulate(Bytes bytes, int target, AtomicType type, Bytes from) {
    Part update = remote(ATOMIC_UPDATE, bytes, target, type);
    return issue("accumulate", target, List.of(buffer(BUFFER_READ, from), update));
  }

  /** A fetching update: reads and updates the target, and writes the result at home. */
  StrandScript fetch(Bytes bytes, int target, AtomicType type, Bytes into) {
    Part read = remote(ATOMIC_READ, bytes, target, type);
    Part update = remote(ATOMIC_UPDATE, bytes, target, type);
    return issue("fetch", target, List.of(buffer(BUFFER_WRITE, into), read, update));
  }

  /** A fetch without an update, as with {@code MPI_NO_OP}. */
  StrandScript atomicGet(Bytes bytes, int target, AtomicType type, Bytes into) {
    Part read = remote(ATOMIC_READ, bytes, target, type);
    return issue("atomicGet", target, List.of(buffer(BUFFER_WRITE, into), read));
  }

  /** Names the last call, to wait for it. */
  StrandScript as(String request) {
    scenario.requests().put(request, scenario.lastOperation());
    return this;
  }

  // ---- completion ----

  /** Completes the calls of this process to the target, at home and there. */
  StrandScript flush(int target) {
    List<Op> ops = scenario.operations(rank, target);
    return complete("flush", ops.stream().flatMap(op -> op.parts().stream()).toList());
  }

  StrandScript flushLocal(int target) {
    List<Op> ops = scenario.operations(rank, target);
    return complete("flushLocal", ops.stream().flatMap(op -> op.locally().stream()).toList());
  }

  /** Completes one call at home. */
  StrandScript waitFor(String request) {
    return complete("wait", scenario.requests().get(request).locally());
  }

  /**
   * Whether a flush could return at this point of the text, all it completes having been granted.
   */
  boolean flushReturns(int target) {
    return scenario.operations(rank, target).stream()
        .flatMap(op -> Scenario.permissions(op.parts()).stream())
        .allMatch(Permission::isOpen);
  }

  boolean waitForReturns(String request) {
    Op op = scenario.requests().get(request);
    return Scenario.permissions(op.parts()).stream().allMatch(Permission::isOpen);
  }

  // ---- synchronisation ----

  StrandScript send(String tag) {
    return signal(scenario.message(tag));
  }

  StrandScript receive(String tag) {
    return await(List.of(scenario.message(tag)));
  }

  /** The next barrier of all strands that write one. */
  StrandScript barrier() {
    return barrier("all");
  }

  /** The next barrier of that name, of all strands that write one. */
  StrandScript barrier(String name) {
    List<Moment> arrivals = scenario.barrier(name, barriers.merge(name, 1, Integer::sum));
    Moment arrival = new Moment();
    arrivals.add(arrival);
    return signal(arrival).await(arrivals);
  }

  // ---- post, start, complete, wait ----

  /** The n-th post of a target to an origin grants the n-th start of the origin at the target. */
  StrandScript post(int origin) {
    Epoch epoch = scenario.epoch(origin, rank, scenario.count("post", origin, rank));
    posted.put(origin, epoch);
    return signal(epoch.posted());
  }

  StrandScript start(int target) {
    started.put(target, scenario.epoch(rank, target, scenario.count("start", rank, target)));
    return this;
  }

  StrandScript complete(int target) {
    Epoch epoch = started.remove(target);
    complete("complete", epoch.ops().stream().flatMap(op -> op.locally().stream()).toList());
    return signal(epoch.completed());
  }

  StrandScript waitEpoch(int origin) {
    Epoch epoch = posted.remove(origin);
    await(List.of(epoch.completed()));
    return add(new Step.Complete("wait", epoch.parts()));
  }

  boolean hasStarted(int target) {
    return started.containsKey(target);
  }

  boolean hasPosted(int origin) {
    return posted.containsKey(origin);
  }

  /**
   * Whether the epoch that this strand posted to the origin is complete at this point of the text.
   */
  boolean waitReturns(int origin) {
    return hasPosted(origin) && posted.get(origin).completed().made;
  }

  // ---- locks ----

  StrandScript lock(Locking how) {
    Held held = scenario.newLock(rank, how);
    locks.put(how.target(), held);
    if (how.target() == rank && held.permission() != null) {
      add(new Step.AwaitGrant(held.permission())); // a lock on oneself waits
    }
    return this;
  }

  StrandScript unlock(int target) {
    flush(target);
    return signal(locks.remove(target).released());
  }

  boolean holds(int target) {
    return locks.containsKey(target);
  }

  // ---- steps ----

  private StrandScript access(String call, AccessKind kind, Bytes bytes, int owner) {
    LockEpoch lock = owner == rank ? lockOn(rank) : null;
    return add(new Step.Access(kind, owner, bytes, site(call), lock));
  }

  private StrandScript issue(String call, int target, List<Part> parts) {
    Op op = new Op(call, site(call), parts);
    scenario.issued(rank, target, op);
    if (hasStarted(target)) {
      started.get(target).ops().add(op);
      started.get(target).parts().addAll(parts);
    }
    return add(new Step.Issue(op));
  }

  private Part buffer(AccessKind kind, Bytes bytes) {
    return new Part(kind, rank, bytes, null, null, null);
  }

  private Part remote(AccessKind kind, Bytes bytes, int target, @Nullable AtomicType type) {
    return new Part(kind, target, bytes, type, lockOn(target), permissionAt(target));
  }

  private @Nullable LockEpoch lockOn(int target) {
    return holds(target) ? locks.get(target).epoch() : null;
  }

  private @Nullable Permission permissionAt(int target) {
    if (hasStarted(target)) {
      return started.get(target).permission();
    }
    return holds(target) ? locks.get(target).permission() : null;
  }

  /** A completion that must have waited for the grants of what it completes. */
  private StrandScript complete(String call, List<Part> parts) {
    Scenario.permissions(parts).forEach(p -> add(new Step.AwaitGrant(p)));
    return add(new Step.Complete(call, parts));
  }

  private StrandScript signal(Moment moment) {
    moment.made = true;
    return add(new Step.Signal(moment));
  }

  private StrandScript await(List<Moment> moments) {
    return add(new Step.Await(moments));
  }

  private StrandScript add(Step step) {
    steps.add(step);
    return this;
  }

  private int site(String call) {
    int site = line != null ? line : scenario.newSite();
    line = null;
    scenario.callAt(site, call);
    return site;
  }
}
