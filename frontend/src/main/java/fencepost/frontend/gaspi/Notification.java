package fencepost.frontend.gaspi;

import fencepost.clocks.Signal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One notification of one process: the posts that may have set it, and which of them were seen.
 *
 * <p>A post arrives some time after it was made, and overwrites what was there; a reset takes what
 * is there. So what is seen is one of the posts made so far that no reset has taken, and of those
 * one with the value that was seen. If there is only one, its poster is known. If there are
 * several, what they have in common is known, and when as many have been taken as there were, all
 * of them. A post that happened before one that was seen is out of date: it cannot be what is seen
 * next.
 */
final class Notification {
  /** The value of a post that can have any value. */
  static final long ANY = 0;

  private final List<Post> posts = new ArrayList<>();
  private final List<Set<Post>> takenOneOf = new ArrayList<>();

  /** What a post stands for. */
  static final class Post {
    private final long value;
    private final long time;
    private final int strand;
    final Signal signal;
    final Delivered delivered;
    private boolean arrived;

    Post(long value, long time, int strand, Signal signal, Delivered delivered) {
      this.value = value;
      this.time = time;
      this.strand = strand;
      this.signal = signal;
      this.delivered = delivered;
    }

    private boolean mayBe(long seen, long until) {
      return time < until && (seen == ANY || value == ANY || value == seen);
    }

    private boolean happenedBefore(Post other) {
      return other.signal.covers(strand, signal.timeOf(strand));
    }
  }

  /**
   * What an observer learns.
   *
   * @param seen the posts that have certainly been seen
   * @param common what is known of the others: whichever of them it was; null if nothing
   */
  record Observation(List<Post> seen, @Nullable Signal common) {
    static final Observation NOTHING = new Observation(List.of(), null);
  }

  void add(Post post) {
    posts.add(post);
  }

  /** The notification was set at the time. */
  Observation set(long time) {
    if (posts.stream().anyMatch(post -> post.arrived)) {
      return Observation.NOTHING; // it may still be the one that was seen before
    }
    return observe(candidates(ANY, time));
  }

  /** A reset at the time has taken this value. */
  Observation taken(long value, long time) {
    List<Post> candidates = candidates(value, time);
    Observation observation = observe(candidates);
    boolean unknown = candidates.size() > 1 && candidates.stream().noneMatch(post -> post.arrived);
    posts.removeIf(post -> post.arrived);
    if (!unknown) {
      return observation;
    }
    takenOneOf.add(new HashSet<>(candidates));
    Set<Post> possible = new HashSet<>();
    takenOneOf.forEach(possible::addAll);
    if (takenOneOf.size() < possible.size()) {
      return observation;
    }
    takenOneOf.clear();
    posts.removeAll(possible);
    return new Observation(List.copyOf(possible), null);
  }

  private List<Post> candidates(long value, long time) {
    return posts.stream().filter(post -> post.mayBe(value, time)).toList();
  }

  private Observation observe(List<Post> candidates) {
    if (candidates.isEmpty()) {
      return Observation.NOTHING;
    }
    if (candidates.size() > 1) {
      return new Observation(
          List.of(), Signal.meet(candidates.stream().map(post -> post.signal).toList()));
    }
    Post seen = candidates.get(0);
    seen.arrived = true;
    posts.removeIf(post -> post != seen && post.happenedBefore(seen));
    return new Observation(List.of(seen), null);
  }
}
