package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.Statements.load;
import static fencepost.bench.suite.Statements.on;
import static fencepost.bench.suite.Statements.store;

import fencepost.bench.suite.Category;
import fencepost.bench.suite.Scenario;
import fencepost.bench.suite.Statement;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Variable;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Every cell of the conflict table with every call. */
final class MpiConflicts {
  /** What a call does at the target, or a local access to its own memory. */
  private enum Does {
    LOAD,
    STORE,
    READ,
    WRITE,
    ATOMIC_READ,
    ATOMIC_UPDATE
  }

  /** The only pairs at a target that do not conflict. */
  private static final Set<Set<Does>> COMPATIBLE =
      Set.of(
          Set.of(Does.READ),
          Set.of(Does.READ, Does.LOAD),
          Set.of(Does.READ, Does.ATOMIC_READ),
          Set.of(Does.ATOMIC_READ),
          Set.of(Does.ATOMIC_READ, Does.LOAD),
          Set.of(Does.ATOMIC_READ, Does.ATOMIC_UPDATE),
          Set.of(Does.ATOMIC_UPDATE));

  /** A call in the suite; atomic reads are fetching operations that change nothing. */
  private record Access(RmaCall call, Does does) {
    String name() {
      return call.label() + (isRead() ? "read" : "");
    }

    private boolean isRead() {
      return does == Does.ATOMIC_READ;
    }

    Rma on(Section origin, Section result, int target, Section remote) {
      Rma rma = Mpi.rma(call, origin, result, target, remote);
      return isRead() ? rma.with("MPI_NO_OP") : rma;
    }
  }

  /** How many of them stand for all others. */
  private static final int MAIN = 3;

  private static final List<Access> ACCESSES =
      List.of(
          new Access(RmaCall.PUT, Does.WRITE),
          new Access(RmaCall.GET, Does.READ),
          new Access(RmaCall.ACCUMULATE, Does.ATOMIC_UPDATE),
          new Access(RmaCall.GET_ACCUMULATE, Does.ATOMIC_UPDATE),
          new Access(RmaCall.GET_ACCUMULATE, Does.ATOMIC_READ),
          new Access(RmaCall.FETCH_AND_OP, Does.ATOMIC_UPDATE),
          new Access(RmaCall.FETCH_AND_OP, Does.ATOMIC_READ),
          new Access(RmaCall.COMPARE_AND_SWAP, Does.ATOMIC_UPDATE),
          new Access(RmaCall.RPUT, Does.WRITE),
          new Access(RmaCall.RGET, Does.READ),
          new Access(RmaCall.RACCUMULATE, Does.ATOMIC_UPDATE),
          new Access(RmaCall.RGET_ACCUMULATE, Does.ATOMIC_UPDATE),
          new Access(RmaCall.RGET_ACCUMULATE, Does.ATOMIC_READ));

  private final List<Scenario> scenarios = new ArrayList<>();

  static List<Scenario> all() {
    MpiConflicts conflicts = new MpiConflicts();
    for (int i = 0; i < ACCESSES.size(); i++) {
      Access access = ACCESSES.get(i);
      conflicts.buffers(access);
      conflicts.withTarget(access, Does.LOAD);
      conflicts.withTarget(access, Does.STORE);
      for (Access other : ACCESSES.subList(i, ACCESSES.size())) {
        if (other.call.hasRequest() && i >= MAIN) {
          continue; // request forms against the main calls are enough
        }
        conflicts.twoOrigins(access, other);
        conflicts.sameOrigin(access, other);
        conflicts.sameBuffer(access, other);
      }
    }
    return conflicts.scenarios;
  }

  // ---- at the target ----

  private void withTarget(Access access, Does local) {
    Rma rma = access.on(Mpi.BUF.at(0), Mpi.RESULT.at(0), 1, Mpi.X.at(0));
    Statement other = local == Does.LOAD ? load(Mpi.X.at(0)) : store(Mpi.X.at(0));
    add(
        access.name() + "-" + word(local),
        2,
        rma,
        other,
        true,
        conflict(access.does, local),
        "An access of the target to its memory at the same time as a remote one.",
        epoch(on(0, with(access, rma, Mpi.REQUEST)), on(1, other)));
  }

  private void twoOrigins(Access a, Access b) {
    Rma one = a.on(Mpi.BUF.at(0), Mpi.RESULT.at(0), 1, Mpi.X.at(0));
    Rma two = b.on(Mpi.BUF.at(0), Mpi.RESULT.at(0), 1, Mpi.X.at(0));
    add(
        a.name() + "-" + b.name(),
        3,
        one,
        two,
        true,
        conflict(a.does, b.does),
        "Two origins access the same memory of a target at the same time.",
        epoch(on(0, with(a, one, Mpi.REQUEST)), on(2, with(b, two, Mpi.REQUEST))));
  }

  private void sameOrigin(Access a, Access b) {
    Rma one = a.on(Mpi.BUF.at(0), Mpi.RESULT.at(0), 1, Mpi.X.at(0));
    Rma two = b.on(Mpi.BUF2.at(0), Mpi.RESULT2.at(0), 1, Mpi.X.at(0)).with(Mpi.REQUEST2);
    add(
        a.name() + "-" + b.name() + "-sameorigin",
        2,
        one,
        two,
        true,
        conflict(a.does, b.does),
        "One origin accesses the same memory of a target twice without completion in between.",
        epoch(inOneProcess(a, one, b, two)));
  }

  // ---- at the origin ----

  private void buffers(Access access) {
    boolean fetches = access.call.fetches();
    if (access.call.isGet() || fetches) {
      buffer(access, fetches ? Mpi.RESULT : Mpi.BUF, fetches ? "-result" : "", false, true);
      buffer(access, fetches ? Mpi.RESULT : Mpi.BUF, fetches ? "-result" : "", true, true);
    }
    if (!access.call.isGet()) {
      String name = fetches ? "-origin" : "";
      buffer(access, Mpi.BUF, name, false, false);
      buffer(access, Mpi.BUF, name, true, !access.isRead());
    }
    if (access.call == RmaCall.COMPARE_AND_SWAP) {
      buffer(access, Mpi.COMPARE, "-compare", false, false);
      buffer(access, Mpi.COMPARE, "-compare", true, true);
    }
  }

  private void buffer(
      Access access, ArrayVariable buffer, String name, boolean stores, boolean racy) {
    Rma rma = access.on(Mpi.BUF.at(0), Mpi.RESULT.at(0), 1, Mpi.X.at(0));
    Statement other = stores ? store(buffer.at(0)) : load(buffer.at(0));
    List<Statement> first = new ArrayList<>(List.of(rma, other));
    if (access.call.hasRequest()) {
      first.add(Mpi.await(Mpi.REQUEST));
    }
    add(
        access.name() + name + "-" + word(stores ? Does.STORE : Does.LOAD),
        2,
        rma,
        other,
        false,
        racy,
        "The origin uses a buffer of an operation that is not complete.",
        epoch(on(0, first.toArray(Statement[]::new))));
  }

  private void sameBuffer(Access a, Access b) {
    boolean aFills = a.call.isGet() || a.call.fetches();
    boolean bFills = b.call.isGet() || b.call.fetches();
    Section shared = Mpi.BUF.at(0);
    Rma one = a.on(a.call.fetches() ? Mpi.BUF2.at(0) : shared, shared, 1, Mpi.X.at(0));
    Rma two =
        b.on(b.call.fetches() ? Mpi.BUF2.at(1) : shared, shared, 1, Mpi.X.at(1)).with(Mpi.REQUEST2);
    add(
        a.name() + "-" + b.name(),
        2,
        one,
        two,
        false,
        aFills || bFills,
        "Two operations of one origin use the same buffer.",
        epoch(inOneProcess(a, one, b, two)));
  }

  // ---- words ----

  private static boolean conflict(Does a, Does b) {
    return !COMPATIBLE.contains(a == b ? Set.of(a) : Set.of(a, b));
  }

  private static Statement inOneProcess(Access a, Rma one, Access b, Rma two) {
    List<Statement> body = new ArrayList<>(List.of(one, two));
    if (a.call.hasRequest()) {
      body.add(Mpi.await(Mpi.REQUEST));
    }
    if (b.call.hasRequest()) {
      body.add(Mpi.await(Mpi.REQUEST2));
    }
    return on(0, body.toArray(Statement[]::new));
  }

  private static Statement[] with(Access access, Rma rma, Variable request) {
    return access.call.hasRequest()
        ? new Statement[] {rma, Mpi.await(request)}
        : new Statement[] {rma};
  }

  /** Everything at the same time. */
  private static List<Statement> epoch(Statement... body) {
    List<Statement> all = new ArrayList<>();
    all.add(Mpi.lockAll());
    all.addAll(List.of(body));
    all.add(Mpi.unlockAll());
    return all;
  }

  private static String word(Does does) {
    return does == Does.LOAD ? "load" : "store";
  }

  private void add(
      String name,
      int ranks,
      Statement one,
      Statement two,
      boolean remote,
      boolean racy,
      String description,
      List<Statement> body) {
    scenarios.add(
        new Scenario(
            Model.MPI,
            Category.CONFLICT,
            name,
            ranks,
            body,
            List.of(one, two),
            remote,
            racy,
            description));
  }
}
