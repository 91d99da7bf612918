package fencepost.bench.suite.oracle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One access to memory, from its issue to its completions. */
public final class OracleEffect {
  final Object site;
  final Object call;
  final int process;
  final Kind kind;
  final OracleRegion region;
  final int issue;
  final List<String> completedBy = new ArrayList<>();
  final List<Lock> locks = new ArrayList<>();
  String domain = "";
  int begin;
  @Nullable String channel;

  OracleEffect(Object site, Object call, int process, Kind kind, OracleRegion region, int issue) {
    this.site = site;
    this.call = call;
    this.process = process;
    this.kind = kind;
    this.region = region;
    this.issue = issue;
    this.begin = issue;
  }

  /** Names that completion points will use for it. */
  public OracleEffect completedBy(String... tags) {
    completedBy.addAll(List.of(tags));
    return this;
  }

  public OracleEffect under(Iterable<Lock> held) {
    held.forEach(locks::add);
    return this;
  }

  /** Atomics of different domains are not atomic with each other. */
  public OracleEffect atomicIn(String atomicityDomain) {
    domain = atomicityDomain;
    return this;
  }

  /** Fences of this channel order it against other effects of the channel on the same rank. */
  public OracleEffect deliveredOn(String deliveryChannel) {
    channel = deliveryChannel;
    return completedBy(delivered(deliveryChannel, region.rank()));
  }

  /** The tag of what a channel has delivered to a rank. */
  public static String delivered(String channel, int rank) {
    return "delivered on " + channel + " to " + rank;
  }

  boolean conflictsWith(OracleEffect other) {
    if (call == other.call || !region.overlaps(other.region) || excluded(other)) {
      return false;
    }
    return switch (kind.against(other.kind)) {
      case 'R' -> true;
      case 'P' -> process != other.process;
      case 'A' -> !(region.coincides(other.region) && domain.equals(other.domain));
      default -> false;
    };
  }

  private boolean excluded(OracleEffect other) {
    return locks.stream().anyMatch(lock -> other.locks.stream().anyMatch(lock::excludes));
  }
}
