package fencepost.bench.suite.mpi;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.source.ArrayVariable;
import fencepost.bench.suite.source.ArrayVariable.Storage;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.ValueType;
import fencepost.bench.suite.source.Variable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The words in which MPI scenarios are written. */
public final class Mpi {
  /** The memory of the window that scenarios use if they do not say otherwise. */
  public static final ArrayVariable X = new ArrayVariable("x", ValueType.INT, 8, Storage.STACK);

  public static final WindowCode WIN = WindowCode.over("win", X);

  /** Another window over other memory. */
  public static final ArrayVariable Y = new ArrayVariable("y", ValueType.INT, 8, Storage.STACK);

  public static final WindowCode WIN2 = WindowCode.over("win2", Y);

  /** Private buffers. */
  public static final ArrayVariable BUF = new ArrayVariable("buf", ValueType.INT, 8, Storage.STACK);

  public static final ArrayVariable BUF2 =
      new ArrayVariable("buf2", ValueType.INT, 8, Storage.STACK);
  static final ArrayVariable RESULT = new ArrayVariable("result", ValueType.INT, 8, Storage.STACK);
  static final ArrayVariable RESULT2 =
      new ArrayVariable("result2", ValueType.INT, 8, Storage.STACK);
  static final ArrayVariable COMPARE =
      new ArrayVariable("compare", ValueType.INT, 8, Storage.STACK);

  /** What updates of flags and counters send. */
  static final ArrayVariable ONE =
      new ArrayVariable("one", ValueType.INT, 1, Storage.STACK).initially(1);

  /** The content of messages that only synchronise. */
  private static final ArrayVariable TOKEN =
      new ArrayVariable("token", ValueType.INT, 8, Storage.STACK);

  private static final ArrayVariable TOKEN2 =
      new ArrayVariable("token2", ValueType.INT, 8, Storage.STACK);
  static final Variable REQUEST = Rma.REQUEST;
  static final Variable REQUEST2 = new Variable("MPI_Request", "req2");

  private Mpi() {}

  // ---- accesses ----

  /** Any access of the default kind; the result goes to {@code result}. */
  static Rma rma(RmaCall call, Section origin, Section result, int target, Section remote) {
    return new Rma(
        call,
        origin,
        COMPARE.at(0),
        result,
        target,
        remote,
        WIN,
        call == RmaCall.PUT || call == RmaCall.RPUT ? "" : "MPI_SUM",
        REQUEST);
  }

  public static Rma put(Section origin, int target, Section remote) {
    return rma(RmaCall.PUT, origin, RESULT.at(0), target, remote);
  }

  public static Rma get(Section origin, int target, Section remote) {
    return rma(RmaCall.GET, origin, RESULT.at(0), target, remote);
  }

  public static Rma accumulate(Section origin, int target, Section remote) {
    return rma(RmaCall.ACCUMULATE, origin, RESULT.at(0), target, remote);
  }

  // ---- completion ----

  static Statement flush(int target) {
    return new Epochs.Flush(WIN, target, false);
  }

  static Statement flushLocal(int target) {
    return new Epochs.Flush(WIN, target, true);
  }

  static Statement flushAll() {
    return new Epochs.FlushAll(WIN, false);
  }

  static Statement flushLocalAll() {
    return new Epochs.FlushAll(WIN, true);
  }

  static Statement fence() {
    return new Epochs.Fence(WIN, false);
  }

  static Statement fenceNoPrecede() {
    return new Epochs.Fence(WIN, true);
  }

  static Statement post(Integer... origins) {
    return new Epochs.Post(WIN, GroupCode.of(origins));
  }

  static Statement start(Integer... targets) {
    return new Epochs.Start(WIN, GroupCode.of(targets));
  }

  static Statement complete(Integer... targets) {
    return new Epochs.Complete(WIN, GroupCode.of(targets));
  }

  static Statement waitFor(Integer... origins) {
    return new Epochs.Wait(WIN, GroupCode.of(origins), false);
  }

  static Statement testFor(Integer... origins) {
    return new Epochs.Wait(WIN, GroupCode.of(origins), true);
  }

  static Statement lockExclusive(int target) {
    return new Epochs.LockOne(WIN, target, true, false);
  }

  static Statement lockShared(int target) {
    return new Epochs.LockOne(WIN, target, false, false);
  }

  static Statement unlock(int target) {
    return new Epochs.Unlock(WIN, target);
  }

  static Statement lockAll() {
    return new Epochs.LockAll(WIN);
  }

  static Statement unlockAll() {
    return new Epochs.UnlockAll(WIN);
  }

  static Statement end(Variable request, MessageCode.Ending ending) {
    return new MessageCode.End(request, ending);
  }

  static Statement await(Variable request) {
    return end(request, MessageCode.Ending.WAIT);
  }

  // ---- synchronisation ----

  static Statement barrier() {
    return collective(CollectiveCode.Shape.BARRIER, 0);
  }

  static Statement collective(CollectiveCode.Shape shape, int root) {
    return new CollectiveCode(shape, root, TOKEN.at(0), TOKEN2.at(0), CommunicatorCode.WORLD, null);
  }

  /** The start of a nonblocking collective. */
  static Statement begin(CollectiveCode.Shape shape, int root, Variable request) {
    return new CollectiveCode(
        shape, root, TOKEN.at(0), TOKEN2.at(0), CommunicatorCode.WORLD, request);
  }

  /** A barrier of some processes only, to be called by those. */
  static Statement barrier(Integer... ranks) {
    String name = "comm" + Arrays.stream(ranks).map(r -> "_" + r).collect(Collectors.joining());
    CommunicatorCode communicator = new CommunicatorCode(name, List.of(ranks));
    return new CollectiveCode(
        CollectiveCode.Shape.BARRIER, 0, TOKEN.at(0), TOKEN2.at(0), communicator, null);
  }

  static Statement send(int to) {
    return new MessageCode.Send(TOKEN.at(0), to, 1, false);
  }

  static Statement synchronousSend(int to) {
    return new MessageCode.Send(TOKEN.at(0), to, 1, true);
  }

  static Statement receive(int from) {
    return new MessageCode.Receive(TOKEN2.at(0), from, 1, false);
  }

  static Statement probeAndReceive(int from) {
    return new MessageCode.Receive(TOKEN2.at(0), from, 1, true);
  }

  static Statement isend(Section buffer, int to, Variable request) {
    return new MessageCode.Nonblocking(buffer, true, to, 1, request);
  }

  static Statement irecv(Section buffer, int from, Variable request) {
    return new MessageCode.Nonblocking(buffer, false, from, 1, request);
  }

  /** Receives from anybody, after as many earlier messages as said. */
  static Statement receiveAny(int earlier, Integer... possible) {
    return new MessageCode.ReceiveAny(TOKEN2.at(0), List.of(possible), earlier);
  }

  /** Sets a flag in a window to 1. */
  static Rma raise(int target, Section flag) {
    return accumulate(ONE.at(0), target, flag).with("MPI_REPLACE");
  }

  /** Waits until a value in a window is 1, by reading it atomically again and again. */
  static Statement awaitValue(int target, Section flag, int value) {
    return new AwaitValue(WIN, target, flag, value);
  }

  static Section token() {
    return TOKEN.at(0);
  }

  static Section token2() {
    return TOKEN2.at(0);
  }
}
