package fencepost.bench.suite.gaspi;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.ValueType;
import java.util.List;
import java.util.Objects;

/** The words in which GASPI scenarios are written. */
final class Gaspi {
  /** Memory that others access. */
  static final SegmentCode SHARED = new SegmentCode(0);

  static final ArrayVariable X = ArrayVariable.in(SHARED, 0, "x", ValueType.UNSIGNED_LONG, 16);
  static final ArrayVariable NUMBERS = ArrayVariable.in(SHARED, 128, "numbers", ValueType.INT, 16);
  static final ArrayVariable COUNTER =
      ArrayVariable.in(SHARED, 256, "counter", ValueType.UNSIGNED_LONG, 8);

  /** Buffers. */
  static final SegmentCode BUFFERS = new SegmentCode(1);

  static final ArrayVariable BUF = ArrayVariable.in(BUFFERS, 0, "buf", ValueType.UNSIGNED_LONG, 16);
  static final ArrayVariable BUF2 =
      ArrayVariable.in(BUFFERS, 128, "buf2", ValueType.UNSIGNED_LONG, 16);
  static final ArrayVariable MESSAGE =
      ArrayVariable.in(BUFFERS, 256, "message", ValueType.UNSIGNED_LONG, 4);
  static final ArrayVariable NUMBERBUF =
      ArrayVariable.in(BUFFERS, 320, "numberbuf", ValueType.INT, 16);

  private Gaspi() {}

  // ---- statements ----

  /** Any access to element 0 of an array, in lists also to element 8. */
  static GaspiRma rma(
      GaspiOperation call, ArrayVariable local, int target, ArrayVariable remote, int index) {
    List<Section> here = call.isList() ? List.of(local.at(0), local.at(1)) : List.of(local.at(0));
    List<Section> there =
        call.isList() ? List.of(remote.at(index), remote.at(index + 1)) : List.of(remote.at(index));
    return new GaspiRma(call, here, target, there, 0, 5);
  }

  static GaspiRma one(GaspiOperation call, Section local, int target, Section remote) {
    return new GaspiRma(call, List.of(local), target, List.of(remote), 0, 5);
  }

  static GaspiRma write() {
    return one(GaspiOperation.WRITE, BUF.at(0), 1, X.at(0));
  }

  static GaspiRma read() {
    return one(GaspiOperation.READ, BUF.at(0), 1, X.at(0));
  }

  static Statement await(int queue) {
    return new GaspiSyncs.Wait(queue);
  }

  static Statement notify(int target, int id) {
    return new GaspiSyncs.Notify(target, 0, id, 0);
  }

  static Statement notify(int target, int id, int queue) {
    return new GaspiSyncs.Notify(target, 0, id, queue);
  }

  /** Waits for a notification in the segment that others access. */
  static Statement awaitNotification(int id) {
    return new GaspiSyncs.Await(0, id, 1, 0);
  }

  static Statement barrier() {
    return new GaspiSyncs.Barrier(GaspiSyncs.Group.ALL, false);
  }

  static Statement barrier(Integer... ranks) {
    return new GaspiSyncs.Barrier(new GaspiSyncs.Group(List.of(ranks)), false);
  }

  static Statement allreduce() {
    return new GaspiSyncs.Barrier(GaspiSyncs.Group.ALL, true);
  }

  // ---- names for the oracle ----

  static int segmentOf(Section section) {
    return ((SegmentCode) container(section)).id();
  }

  /** The segment, which a call names instead of an address. */
  static Declaration container(Section section) {
    return Objects.requireNonNull(section.memory().container());
  }

  static String cell(int target, Section section) {
    return target
        + " "
        + section.memory().within()
        + " "
        + (section.memory().base() + section.offset());
  }

  /** What gaspi_wait completes. */
  static String queued(int rank, int queue) {
    return "queue " + queue + " of " + rank;
  }

  /** What a notification behind it in the queue completes. */
  static String written(int rank, int queue, int target) {
    return "written by " + rank + " on " + queue + " to " + target;
  }

  /** The next notification that this process sends there. */
  static String sent(OracleStrand strand, int target, int segment, int id) {
    return numbered(strand, "sent", notification(target, segment, id));
  }

  /** The next notification that this process sees. */
  static String seen(OracleStrand strand, int segment, int id) {
    return numbered(strand, "seen", notification(strand.rank(), segment, id));
  }

  private static String notification(int target, int segment, int id) {
    return "notification " + segment + " " + id + " of " + target;
  }

  static String passive(OracleStrand strand, int from, int to, boolean sends) {
    return numbered(strand, sends ? "sent" : "seen", "passive " + from + " to " + to);
  }

  private static String numbered(OracleStrand strand, String side, String key) {
    return key + " " + strand.process().count(side + " " + key);
  }
}
