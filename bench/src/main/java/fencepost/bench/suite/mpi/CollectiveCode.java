package fencepost.bench.suite.mpi;

import static fencepost.bench.suite.source.Arg.address;
import static fencepost.bench.suite.source.Arg.name;
import static fencepost.bench.suite.source.Arg.number;

import fencepost.bench.suite.Statement;
import fencepost.bench.suite.oracle.Kind;
import fencepost.bench.suite.oracle.OracleEffect;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;
import fencepost.bench.suite.source.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A collective call of all processes of a communicator.
 *
 * @param send the first value that is sent
 * @param receive the first value that is received
 * @param request of the nonblocking form, else null
 */
record CollectiveCode(
    Shape shape,
    int root,
    Section send,
    Section receive,
    CommunicatorCode communicator,
    @Nullable Variable request)
    implements Statement {

  /** The calls, by who waits for whom. */
  enum Shape {
    BARRIER,
    ALLREDUCE,
    ALLGATHER,
    ALLTOALL,
    REDUCE_SCATTER_BLOCK,
    BCAST,
    SCATTER,
    REDUCE,
    GATHER,
    SCAN,
    EXSCAN
  }

  @Override
  public String operation() {
    String shapeName = shape.name().toLowerCase(Locale.ROOT);
    return request == null
        ? "MPI_" + Character.toUpperCase(shapeName.charAt(0)) + shapeName.substring(1)
        : "MPI_I" + shapeName;
  }

  // ---- how it is written ----

  @Override
  public void write(Text text) {
    List<Arg> arguments = new ArrayList<>();
    Arg one = number(1);
    Arg type = send.layout().datatype();
    List<Arg> out = List.of(address(send), one, type);
    List<Arg> in = List.of(address(receive), one, type);
    switch (shape) {
      case BARRIER -> {}
      case ALLREDUCE, SCAN, EXSCAN, REDUCE, REDUCE_SCATTER_BLOCK -> {
        arguments.addAll(List.of(address(send), address(receive), one, type, name("MPI_SUM")));
      }
      case BCAST -> arguments.addAll(in);
      default -> {
        arguments.addAll(out);
        arguments.addAll(in);
      }
    }
    if (hasRoot()) {
      arguments.add(number(root));
    }
    arguments.add(communicator.argument());
    if (request != null) {
      arguments.add(Arg.out(request));
    }
    text.call(this, operation(), arguments.toArray(Arg[]::new));
  }

  private boolean hasRoot() {
    return switch (shape) {
      case BCAST, SCATTER, REDUCE, GATHER -> true;
      default -> false;
    };
  }

  // ---- what it means ----

  @Override
  public void tell(OracleStrand strand) {
    String key = "collective on " + communicator.name();
    key += " " + strand.process().count(key);
    List<OracleEffect> effects = effects(strand);
    strand.signal(key + " " + strand.rank());
    List<String> awaited = new ArrayList<>();
    for (int member : communicator.members(strand.rank(), strand.ranks())) {
      if (waitsFor(strand.rank(), member)) {
        awaited.add(key + " " + member);
      }
    }
    if (request == null) {
      awaited.forEach(strand::await);
      strand.step();
      effects.forEach(strand::completeNow);
    } else {
      String done = EpochsOfProcess.of(strand).start(strand, request.name());
      effects.forEach(effect -> effect.completedBy(done));
      EpochsOfProcess.of(strand).awaitAtEnd(request.name(), awaited);
    }
  }

  private boolean waitsFor(int rank, int member) {
    return switch (shape) {
      case BCAST, SCATTER -> member == root;
      case REDUCE, GATHER -> rank == root;
      case SCAN, EXSCAN -> member < rank;
      default -> true;
    };
  }

  private List<OracleEffect> effects(OracleStrand strand) {
    int rank = strand.rank();
    int size = communicator.members(strand.rank(), strand.ranks()).size();
    List<OracleEffect> effects = new ArrayList<>();
    Object call = new Object();
    boolean isRoot = rank == root;
    int sent =
        switch (shape) {
          case BARRIER -> 0;
          case BCAST -> 0;
          case SCATTER -> isRoot ? size : 0;
          case ALLTOALL, REDUCE_SCATTER_BLOCK -> size;
          default -> 1;
        };
    int received =
        switch (shape) {
          case BARRIER -> 0;
          case ALLGATHER, ALLTOALL -> size;
          case GATHER -> isRoot ? size : 0;
          case REDUCE -> isRoot ? 1 : 0;
          case EXSCAN -> rank > 0 ? 1 : 0;
          default -> 1;
        };
    if (sent > 0) {
      effects.add(strand.effect(this, call, Kind.BUFFER_READ, send.times(sent).in(rank)));
    }
    if (received > 0) {
      Kind kind = shape == Shape.BCAST && isRoot ? Kind.BUFFER_READ : Kind.BUFFER_WRITE;
      effects.add(strand.effect(this, call, kind, receive.times(received).in(rank)));
    }
    return effects;
  }
}
