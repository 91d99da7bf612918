package fencepost.check.mpi;

import fencepost.check.machine.Halt;
import fencepost.check.mpi.CheckedRequest.Pending;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One process's part in a neighbourhood collective (MPI 4.1, 8.6): only neighbours are met. */
final class Neighborhood extends Exchange {
  private final List<Integer> sources;
  private final List<Integer> destinations;

  Neighborhood(MpiCall call) {
    super(call);
    Topology topology = comm.topology;
    if (topology == null) {
      throw Halt.fault(call.name() + " of a communicator without topology");
    }
    int mine = comm.rankOf(me);
    sources = topology.sources().get(mine);
    destinations = topology.destinations().get(mine);
  }

  /** What is sent to each destination, in order; a neighbour may be met twice. */
  private Pending exchange(List<byte[]> parts) {
    Map<Integer, List<byte[]>> byDestination = new HashMap<>();
    for (int i = 0; i < destinations.size(); i++) {
      byDestination
          .computeIfAbsent(destinations.get(i), key -> new ArrayList<>())
          .add(parts.get(i));
    }
    round.bring(me, byDestination);
    List<Integer> needed =
        sources.stream().filter(s -> s >= 0).map(s -> comm.members.get(s)).toList();
    return when(needed, this::receive);
  }

  private void receive() {
    Map<Integer, Integer> met = new HashMap<>();
    int mine = comm.rankOf(me);
    for (int i = 0; i < sources.size(); i++) {
      int source = sources.get(i);
      if (source >= 0) {
        Map<Integer, List<byte[]>> sent = round.from(comm.members.get(source));
        List<byte[]> forMe = sent.getOrDefault(mine, List.of());
        int time = met.merge(source, 1, Integer::sum) - 1;
        boolean mirrored = comm.topology != null && comm.topology.kind() == Topology.Kind.CART;
        int which = mirrored ? forMe.size() - 1 - time : time;
        if (which >= 0 && which < forMe.size()) {
          receivedPart(i, forMe.get(which));
        }
      }
    }
  }

  @Override
  Pending gather() {
    byte[] mine = sent(0, call.argument("sendcount"), call.type("sendtype"));
    return exchange(destinations.stream().map(d -> mine).toList());
  }

  @Override
  Pending allToAll() {
    List<byte[]> parts = new ArrayList<>();
    for (int i = 0; i < destinations.size(); i++) {
      parts.add(destinations.get(i) < 0 ? new byte[0] : sentPart(i));
    }
    return exchange(parts);
  }
}
