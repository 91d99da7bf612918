package fencepost.bench.suite.mpi;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.source.Memory;
import fencepost.bench.suite.source.Memory.Storage;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Type;
import fencepost.bench.suite.source.Variable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The words in which MPI scenarios are written. */
public final class Mpi {
  /** The memory of the window that scenarios use if they do not say otherwise. */
  public static final Memory X = new Memory("x", Type.INT, 8, Storage.STACK);

  public static final Window WIN = Window.over("win", X);

  /** Another window over other memory. */
  public static final Memory Y = new Memory("y", Type.INT, 8, Storage.STACK);

  public static final Window WIN2 = Window.over("win2", Y);

  /** Private buffers. */
  public static final Memory BUF = new Memory("buf", Type.INT, 8, Storage.STACK);

  public static final Memory BUF2 = new Memory("buf2", Type.INT, 8, Storage.STACK);
  static final Memory RESULT = new Memory("result", Type.INT, 8, Storage.STACK);
  static final Memory RESULT2 = new Memory("result2", Type.INT, 8, Storage.STACK);
  static final Memory COMPARE = new Memory("compare", Type.INT, 8, Storage.STACK);

  /** What updates of flags and counters send. */
  static final Memory ONE = new Memory("one", Type.INT, 1, Storage.STACK).initially(1);

  /** The content of messages that only synchronise. */
  private static final Memory TOKEN = new Memory("token", Type.INT, 8, Storage.STACK);

  private static final Memory TOKEN2 = new Memory("token2", Type.INT, 8, Storage.STACK);
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
    return new Epochs.Post(WIN, Group.of(origins));
  }

  static Statement start(Integer... targets) {
    return new Epochs.Start(WIN, Group.of(targets));
  }

  static Statement complete(Integer... targets) {
    return new Epochs.Complete(WIN, Group.of(targets));
  }

  static Statement waitFor(Integer... origins) {
    return new Epochs.Wait(WIN, Group.of(origins), false);
  }

  static Statement testFor(Integer... origins) {
    return new Epochs.Wait(WIN, Group.of(origins), true);
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

  static Statement end(Variable request, Messages.Ending ending) {
    return new Messages.End(request, ending);
  }

  static Statement await(Variable request) {
    return end(request, Messages.Ending.WAIT);
  }

  // ---- synchronisation ----

  static Statement barrier() {
    return collective(Collective.Shape.BARRIER, 0);
  }

  static Statement collective(Collective.Shape shape, int root) {
    return new Collective(shape, root, TOKEN.at(0), TOKEN2.at(0), Communicator.WORLD, null);
  }

  /** The start of a nonblocking collective. */
  static Statement begin(Collective.Shape shape, int root, Variable request) {
    return new Collective(shape, root, TOKEN.at(0), TOKEN2.at(0), Communicator.WORLD, request);
  }

  /** A barrier of some processes only, to be called by those. */
  static Statement barrier(Integer... ranks) {
    String name = "comm" + Arrays.stream(ranks).map(r -> "_" + r).collect(Collectors.joining());
    Communicator communicator = new Communicator(name, List.of(ranks));
    return new Collective(
        Collective.Shape.BARRIER, 0, TOKEN.at(0), TOKEN2.at(0), communicator, null);
  }

  static Statement send(int to) {
    return new Messages.Send(TOKEN.at(0), to, 1, false);
  }

  static Statement synchronousSend(int to) {
    return new Messages.Send(TOKEN.at(0), to, 1, true);
  }

  static Statement receive(int from) {
    return new Messages.Receive(TOKEN2.at(0), from, 1, false);
  }

  static Statement probeAndReceive(int from) {
    return new Messages.Receive(TOKEN2.at(0), from, 1, true);
  }

  static Statement isend(Section buffer, int to, Variable request) {
    return new Messages.Nonblocking(buffer, true, to, 1, request);
  }

  static Statement irecv(Section buffer, int from, Variable request) {
    return new Messages.Nonblocking(buffer, false, from, 1, request);
  }

  /** Receives from anybody, after as many earlier messages as said. */
  static Statement receiveAny(int earlier, Integer... possible) {
    return new Messages.ReceiveAny(TOKEN2.at(0), List.of(possible), earlier);
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
