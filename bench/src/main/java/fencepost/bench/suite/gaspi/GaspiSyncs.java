package fencepost.bench.suite.gaspi;

import static fencepost.bench.suite.source.Arg.address;
import static fencepost.bench.suite.source.Arg.name;
import static fencepost.bench.suite.source.Arg.number;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleEffect;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;
import fencepost.bench.suite.source.ValueType;
import fencepost.bench.suite.source.Variable;
import java.util.List;
import java.util.stream.IntStream;

/** Completion and synchronisation in GASPI. */
final class GaspiSyncs {
  private static final Arg BLOCK = name("GASPI_BLOCK");
  private static final Variable FIRST = new Variable("gaspi_notification_id_t", "first");
  private static final Variable VALUE = new Variable("gaspi_notification_t", "value");
  private static final Variable SENDER = new Variable("gaspi_rank_t", "sender");

  private GaspiSyncs() {}

  /** gaspi_wait. */
  record Wait(int queue) implements Statement {
    @Override
    public void write(Text text) {
      text.call(this, "gaspi_wait", number(queue), BLOCK);
    }

    @Override
    public void tell(OracleStrand strand) {
      strand.complete(Gaspi.queued(strand.rank(), queue));
    }
  }

  /** gaspi_notify. */
  record Notify(int target, int segment, int id, int queue) implements Statement {
    @Override
    public void write(Text text) {
      text.use(new SegmentCode(segment));
      text.call(
          this,
          "gaspi_notify",
          number(segment),
          number(target),
          number(id),
          number(1),
          number(queue),
          BLOCK);
    }

    @Override
    public void tell(OracleStrand strand) {
      String signal = Gaspi.sent(strand, target, segment, id);
      strand.promise(signal, Gaspi.written(strand.rank(), queue, target));
      strand.signal(signal);
    }
  }

  /**
   * Waits for a notification and resets it.
   *
   * @param number of notifications from this one on, any of which will do
   * @param earlier how many of those have come before
   */
  record Await(int segment, int id, int number, int earlier) implements Statement {
    @Override
    public void write(Text text) {
      text.use(new SegmentCode(segment));
      text.call(
          this,
          "gaspi_notify_waitsome",
          Arg.number(segment),
          Arg.number(id),
          Arg.number(number),
          Arg.out(FIRST),
          BLOCK);
      text.call(null, "gaspi_notify_reset", Arg.number(segment), Arg.of(FIRST), Arg.out(VALUE));
    }

    @Override
    public void tell(OracleStrand strand) {
      if (earlier == number - 1) {
        for (int i = 0; i < number; i++) {
          strand.await(Gaspi.seen(strand, segment, id + i));
        }
      }
    }
  }

  /** gaspi_barrier or gaspi_allreduce of a group. */
  record Barrier(Group group, boolean reduces) implements Statement {
    private static final Section IN =
        new ArrayVariable("in", ValueType.INT, 1, ArrayVariable.Storage.STACK).at(0);
    private static final Section OUT =
        new ArrayVariable("out", ValueType.INT, 1, ArrayVariable.Storage.STACK).at(0);

    @Override
    public void write(Text text) {
      if (reduces) {
        text.call(
            this,
            "gaspi_allreduce",
            address(IN),
            address(OUT),
            number(1),
            name("GASPI_OP_SUM"),
            name("GASPI_TYPE_INT"),
            group.argument(),
            BLOCK);
      } else {
        text.call(this, "gaspi_barrier", group.argument(), BLOCK);
      }
    }

    @Override
    public void tell(OracleStrand strand) {
      String key = "barrier of " + group.name();
      key += " " + strand.process().count(key);
      strand.meet(key, group.members(strand.ranks()));
    }
  }

  /** gaspi_passive_send. */
  record PassiveSend(Section buffer, int target) implements Statement {
    @Override
    public void write(Text text) {
      text.use(Gaspi.container(buffer));
      text.call(
          this,
          operation(),
          number(Gaspi.segmentOf(buffer)),
          number(buffer.memory().base() + buffer.offset()),
          number(target),
          number(buffer.type().size()),
          BLOCK);
    }

    @Override
    public void tell(OracleStrand strand) {
      OracleEffect read =
          strand.effect(this, new Object(), Kind.BUFFER_READ, buffer.in(strand.rank()));
      strand.signal(Gaspi.passive(strand, strand.rank(), target, true));
      strand.completeNow(read);
    }

    @Override
    public String operation() {
      return "gaspi_passive_send";
    }
  }

  /** gaspi_passive_receive of a message that only one rank sends. */
  record PassiveReceive(Section buffer, int from) implements Statement {
    @Override
    public void write(Text text) {
      text.use(Gaspi.container(buffer));
      text.call(
          this,
          operation(),
          number(Gaspi.segmentOf(buffer)),
          number(buffer.memory().base() + buffer.offset()),
          Arg.out(SENDER),
          number(buffer.type().size()),
          BLOCK);
    }

    @Override
    public void tell(OracleStrand strand) {
      OracleEffect write =
          strand.effect(this, new Object(), Kind.BUFFER_WRITE, buffer.in(strand.rank()));
      strand.await(Gaspi.passive(strand, from, strand.rank(), false));
      strand.completeNow(write);
    }

    @Override
    public String operation() {
      return "gaspi_passive_receive";
    }
  }

  /** Reads a counter atomically until it has an expected value. */
  record AwaitCounter(int target, Section counter, int value) implements Statement {
    private static final Variable SEEN = new Variable("gaspi_atomic_value_t", "seen");

    @Override
    public void write(Text text) {
      CText c = (CText) text;
      text.use(Gaspi.container(counter));
      c.line("do {");
      c.indented(
          () ->
              c.call(
                  this,
                  operation(),
                  number(Gaspi.segmentOf(counter)),
                  number(counter.memory().base() + counter.offset()),
                  number(target),
                  number(0),
                  Arg.out(SEEN),
                  BLOCK));
      c.line("} while (seen != " + value + ");");
    }

    @Override
    public void tell(OracleStrand strand) {
      OracleEffect read = strand.effect(this, new Object(), Kind.ATOMIC_UPDATE, counter.in(target));
      strand.observe(Gaspi.cell(target, counter), seen -> seen == value);
      strand.completeNow(read);
    }

    @Override
    public String operation() {
      return "gaspi_atomic_fetch_add";
    }
  }

  /** A group of ranks; nobody stands for everybody. */
  record Group(List<Integer> ranks) implements Declaration {
    static final Group ALL = new Group(List.of());

    Arg argument() {
      return ranks.isEmpty() ? Arg.name("GASPI_GROUP_ALL") : Arg.of(this);
    }

    List<Integer> members(int number) {
      return ranks.isEmpty() ? IntStream.range(0, number).boxed().toList() : ranks;
    }

    @Override
    public String name() {
      StringBuilder name = new StringBuilder("group");
      ranks.forEach(rank -> name.append('_').append(rank));
      return name.toString();
    }

    @Override
    public void declare(Text text) {
      new Variable("gaspi_group_t", name(), 0, "0").declare(text);
    }

    @Override
    public void setUp(Text text) {
      CText c = (CText) text;
      StringBuilder member = new StringBuilder();
      ranks.forEach(
          r -> member.append(member.length() == 0 ? "" : " || ").append("rank == ").append(r));
      c.block(
          "if (" + member + ") {",
          () -> {
            c.line("gaspi_group_create(&" + name() + ");");
            ranks.forEach(r -> c.line("gaspi_group_add(" + name() + ", " + r + ");"));
            c.line("gaspi_group_commit(" + name() + ", GASPI_BLOCK);");
          });
    }
  }
}
