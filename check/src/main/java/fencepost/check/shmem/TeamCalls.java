package fencepost.check.shmem;

import fencepost.check.mpi.Round;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Making and ending teams and contexts (OpenSHMEM 1.5, 9.4 and 9.5). */
final class TeamCalls {
  private TeamCalls() {}

  static void addTo(ShmemLibrary library) {
    library.meaning("split", TeamCalls::split);
    library.meaning("split_2d", TeamCalls::splitInTwoDimensions);
    library.meaning("destroy_team", TeamCalls::destroy);
    library.meaning("create_context", TeamCalls::createContext);
    library.meaning(
        "destroy_context",
        call -> {
          call.process.removeContext(call.argument("ctx"));
          call.done();
        });
  }

  /** The teams that one call makes; the first member makes a team for all of them. */
  private static final class Parts {
    private final CheckedTeam parent;
    private final Map<List<Integer>, CheckedTeam> teams = new HashMap<>();

    Parts(CheckedTeam parent) {
      this.parent = parent;
    }

    CheckedTeam strided(int start, int stride, int size) {
      return teams.computeIfAbsent(
          List.of(start, stride, size),
          key ->
              new CheckedTeam(
                  IntStream.range(0, size)
                      .mapToObj(i -> parent.process(start + i * stride))
                      .toList()));
    }
  }

  private static void store(ShmemCall call, String name, long handle) {
    call.memory().store(call.argument(name), 8, handle);
  }

  private static long invalid(ShmemCall call) {
    return call.process.header().constant("SHMEM_TEAM_INVALID");
  }

  /** Who is not a member gets an invalid handle. */
  private static void define(ShmemCall call, String name, CheckedTeam team) {
    boolean member = team.number(call.process.rank()) >= 0;
    store(call, name, member ? call.process.add(team) : invalid(call));
  }

  private static void meet(ShmemCall call, CheckedTeam parent, Function<Parts, Runnable> rest) {
    Round round = call.round(parent);
    round.bring(call.process.rank(), true);
    call.whenAll(
        parent,
        round,
        () -> {
          rest.apply(round.make(() -> new Parts(parent))).run();
          call.done();
        });
  }

  private static void split(ShmemCall call) {
    CheckedTeam parent = call.process.findTeam(call.argument("parent_team"));
    int start = call.integer("start");
    int stride = call.integer("stride");
    int size = call.integer("size");
    store(call, "new_team", invalid(call));
    int last = start + stride * (size - 1);
    if (parent == null || size < 1 || !parent.has(start) || !parent.has(last)) {
      call.done(1);
      return;
    }
    meet(call, parent, parts -> () -> define(call, "new_team", parts.strided(start, stride, size)));
  }

  /** Numbers in the parent run along x first; the last row may be shorter (9.4.6). */
  private static void splitInTwoDimensions(ShmemCall call) {
    CheckedTeam parent = call.process.findTeam(call.argument("parent_team"));
    store(call, "xaxis_team", invalid(call));
    store(call, "yaxis_team", invalid(call));
    if (parent == null || call.integer("xrange") < 1) {
      call.done(1);
      return;
    }
    int size = parent.size();
    int width = Math.min(call.integer("xrange"), size);
    int me = parent.number(call.process.rank());
    int x = me % width;
    int row = me - x;
    int columns = Math.min(width, size - row);
    int rows = (size - x + width - 1) / width;
    meet(
        call,
        parent,
        parts ->
            () -> {
              define(call, "xaxis_team", parts.strided(row, 1, columns));
              define(call, "yaxis_team", parts.strided(x, width, rows));
            });
  }

  private static void destroy(ShmemCall call) {
    long handle = call.argument("team");
    CheckedTeam team = call.process.findTeam(handle);
    if (team == null) {
      call.done();
      return;
    }
    Round round = call.round(team);
    round.bring(call.process.rank(), true);
    call.whenAll(
        team,
        round,
        () -> {
          call.process.contextsOf(handle).forEach(call.process::removeContext);
          call.process.removeTeam(handle);
          call.done();
        });
  }

  private static void createContext(ShmemCall call) {
    long world = call.process.header().constant("SHMEM_TEAM_WORLD");
    long team = call.has("team") ? call.argument("team") : world;
    boolean exists = call.process.findTeam(team) != null;
    long none = call.process.header().constant("SHMEM_CTX_INVALID");
    store(call, "ctx", exists ? call.process.addContext(team) : none);
    call.done(exists ? 0 : 1);
  }
}
