package fencepost.bench.suite.shmem;

import static fencepost.bench.suite.source.Arg.address;
import static fencepost.bench.suite.source.Arg.name;
import static fencepost.bench.suite.source.Arg.number;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleEffect;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Completion and synchronisation in OpenSHMEM. */
final class ShmemSyncs {
  private ShmemSyncs() {}

  /** shmem_quiet or shmem_ctx_quiet. */
  record Quiet(ContextCode context) implements Statement {
    @Override
    public void write(Text text) {
      if (context.isDefault()) {
        text.call(this, "shmem_quiet");
      } else {
        text.call(this, "shmem_ctx_quiet", Arg.of(context));
      }
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.complete(context.channel(strand.rank()));
    }
  }

  /** shmem_fence or shmem_ctx_fence. */
  record Fence(ContextCode context) implements Statement {
    @Override
    public void write(Text text) {
      if (context.isDefault()) {
        text.call(this, "shmem_fence");
      } else {
        text.call(this, "shmem_ctx_fence", Arg.of(context));
      }
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.fence(context.channel(strand.rank()));
    }
  }

  /** Barriers of all: {@code shmem_barrier_all} completes, {@code shmem_sync_all} does not. */
  record Barrier(boolean completes) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, completes ? "shmem_barrier_all" : "shmem_sync_all");
    }

    @Override
    public void tell(OracleStrand strand) {
      if (completes) {
        strand.complete(ContextCode.DEFAULT.channel(strand.rank()));
      }
      meet(strand, "barrier", everyone(strand));
    }
  }

  /** shmem_team_sync, to be called by the members. */
  record TeamSync(TeamCode team) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "shmem_team_sync", team.argument());
    }

    @Override
    public void tell(OracleStrand strand) {
      meet(strand, "sync of " + team.name(), team.members(strand.ranks()));
    }
  }

  /** Collectives of all, by who waits for whom. */
  record Collective(String function, int root, Section destination, Section source)
      implements Statement {
    @Override
    public void write(Text text) {
      List<Arg> arguments = new ArrayList<>();
      arguments.add(name("SHMEM_TEAM_WORLD"));
      arguments.addAll(List.of(address(destination), address(source), number(1)));
      if (isBroadcast()) {
        arguments.add(number(root));
      }
      text.call(this, operation(), arguments.toArray(Arg[]::new));
    }

    @Override
    public void tell(OracleStrand strand) {
      String key = numbered(strand, "collective");
      Object call = new Object();
      int rank = strand.rank();
      int all = strand.ranks();
      int sent = function.equals("alltoall") ? all : 1;
      int received = function.matches("f?collect|alltoall") ? all : 1;
      List<OracleEffect> effects = new ArrayList<>();
      effects.add(strand.effect(this, call, Kind.BUFFER_READ, source.times(sent).in(rank)));
      effects.add(
          strand.effect(this, call, Kind.BUFFER_WRITE, destination.times(received).in(rank)));
      strand.signal(key + " " + rank);
      for (int member : everyone(strand)) {
        if (!isBroadcast() || member == root) {
          strand.await(key + " " + member);
        }
      }
      strand.step();
      effects.forEach(strand::completeNow);
    }

    private boolean isBroadcast() {
      return function.equals("broadcast");
    }

    @Override
    public String operation() {
      return "shmem_int_" + function;
    }
  }

  /** The ways to wait for a value in one's own memory. */
  enum Waiting {
    WAIT_UNTIL,
    WAIT_UNTIL_ALL,
    WAIT_UNTIL_ANY,
    WAIT_UNTIL_SOME,
    TEST,
    TEST_ALL,
    TEST_ANY,
    SIGNAL_WAIT_UNTIL,
    SIGNAL_FETCH
  }

  /**
   * Waits for a value.
   *
   * @param atLeast whether a greater value will do
   */
  record Await(Waiting how, Section flag, int value, boolean atLeast) implements Statement {
    @Override
    public void write(Text text) {
      CText c = (CText) text;
      String at = c.addressOf(flag);
      String typed = "shmem_" + flag.type().shmem() + "_";
      String compare = (atLeast ? "SHMEM_CMP_GE, " : "SHMEM_CMP_EQ, ") + value + ")";
      switch (how) {
        case WAIT_UNTIL -> plain(c, typed + "wait_until", "(" + at + ", " + compare);
        case WAIT_UNTIL_ALL ->
            plain(c, typed + "wait_until_all", "(" + at + ", 1, NULL, " + compare);
        case WAIT_UNTIL_ANY ->
            plain(c, typed + "wait_until_any", "(" + at + ", 1, NULL, " + compare);
        case WAIT_UNTIL_SOME -> {
          c.line("{");
          c.indented(
              () -> {
                c.line("size_t indices[1];");
                plain(c, typed + "wait_until_some", "(" + at + ", 1, indices, NULL, " + compare);
              });
          c.line("}");
        }
        case TEST -> polling(c, typed + "test", "!%s(" + at + ", " + compare);
        case TEST_ALL -> polling(c, typed + "test_all", "!%s(" + at + ", 1, NULL, " + compare);
        case TEST_ANY ->
            polling(c, typed + "test_any", "%s(" + at + ", 1, NULL, " + compare + " == SIZE_MAX");
        case SIGNAL_WAIT_UNTIL -> plain(c, "shmem_signal_wait_until", "(" + at + ", " + compare);
        case SIGNAL_FETCH -> polling(c, "shmem_signal_fetch", "%s(" + at + ") != " + value);
      }
    }

    private void plain(CText text, String function, String arguments) {
      text.called(function);
      text.line(this, function + arguments + ";");
    }

    private void polling(CText text, String function, String condition) {
      text.called(function);
      text.line(this, "while (" + condition.formatted(function) + ")");
      text.line("    ;");
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.observe(
          ShmemRma.cell(strand.rank(), flag), seen -> atLeast ? seen >= value : seen == value);
    }
  }

  /**
   * Waits until one of two flags that are beside each other is 1, or both are.
   *
   * @param all whether it waits for both
   */
  record AwaitFlags(Section one, Section other, boolean all) implements Statement {
    @Override
    public void write(Text text) {
      CText c = (CText) text;
      String function =
          "shmem_" + one.type().shmem() + (all ? "_wait_until_all" : "_wait_until_any");
      c.called(function);
      c.line(this, function + "(" + c.addressOf(one) + ", 2, NULL, SHMEM_CMP_EQ, 1);");
    }

    @Override
    public void tell(OracleStrand strand) {
      if (all) {
        strand.observe(ShmemRma.cell(strand.rank(), one), seen -> seen == 1);
        strand.observe(ShmemRma.cell(strand.rank(), other), seen -> seen == 1);
      }
    }
  }

  /**
   * The beginning of a critical section.
   *
   * @param other who wants the same lock, or -1
   * @param test whether it tries until it succeeds
   */
  record SetLock(Section lock, int other, boolean test) implements Statement {
    @Override
    public void write(Text text) {
      CText c = (CText) text;
      String at = c.addressOf(lock);
      if (test) {
        c.called("shmem_test_lock");
        c.line("while (shmem_test_lock(" + at + "))");
        c.line("    ;");
      } else {
        c.call(this, "shmem_set_lock", address(lock));
      }
    }

    @Override
    public void tell(OracleStrand strand) {
      if (other >= 0 && strand.goesOtherWay() == strand.rank() < other) {
        strand.await(cleared(lock, other));
      }
    }
  }

  /** The end of a critical section. */
  record ClearLock(Section lock) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "shmem_clear_lock", address(lock));
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.complete(ContextCode.DEFAULT.channel(strand.rank()));
      strand.signal(cleared(lock, strand.rank()));
    }
  }

  /** An access through a pointer to another PE's memory. */
  record PointerAccess(int target, Section section, boolean stores) implements Statement {
    @Override
    public void write(Text text) {
      CText c = (CText) text;
      c.called("shmem_ptr");
      String type = section.type().c();
      c.line("{");
      c.indented(
          () -> {
            c.line(
                "%s *p = (%s *)shmem_ptr(%s, %d);"
                    .formatted(type, type, c.addressOf(section), target));
            c.line(
                this, stores ? "*p = 42;" : "printf(\"" + section.type().format() + "\\n\", *p);");
          });
      c.line("}");
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.access(this, stores ? Kind.STORE : Kind.LOAD, section.in(target));
    }

    @Override
    public String operation() {
      return stores ? "STORE" : "LOAD";
    }
  }

  private static String cleared(Section lock, int rank) {
    return "cleared " + lock.memory().name() + " by " + rank;
  }

  private static void meet(OracleStrand strand, String what, List<Integer> members) {
    strand.meet(numbered(strand, what), members);
  }

  private static String numbered(OracleStrand strand, String what) {
    return what + " " + strand.process().count(what);
  }

  private static List<Integer> everyone(OracleStrand strand) {
    return IntStream.range(0, strand.ranks()).boxed().toList();
  }
}
