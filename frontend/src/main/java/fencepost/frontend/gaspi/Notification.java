package fencepost.frontend.gaspi;

import fencepost.frontend.atomic.Provenance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One notification of one process: the posts that may have set it, and which of them were seen.
 *
 * <p>A post arrives some time after it was made, and overwrites what was there; a reset takes what
 * is there. So what is seen is one of the posts made so far that no reset has taken, and of those
 * one with the value that was seen. These are its possible sources, and the observer knows what all
 * of them tell: see {@link Provenance}. When as many have been taken as there were, all of them
 * were seen. A post that happened before one that was seen is out of date: it cannot be what is
 * seen next.
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
    final Provenance tells;
    private boolean arrived;

    Post(long value, long time, int strand, Provenance tells) {
      this.value = value;
      this.time = time;
      this.strand = strand;
      this.tells = tells;
    }

    private boolean mayBe(long seen, long until) {
      return time < until && (seen == ANY || value == ANY || value == seen);
    }

    private boolean happenedBefore(Post other) {
      return other.tells.signal().covers(strand, tells.signal().timeOf(strand));
    }
  }

  void add(Post post) {
    posts.add(post);
  }

  /** The notification was set at the time; returns what its observer knows, null if nothing. */
  @Nullable Provenance set(long time) {
    if (posts.stream().anyMatch(post -> post.arrived)) {
      return null; // it may still be the one that was seen before
    }
    return observe(candidates(ANY, time));
  }

  /** A reset at the time has taken this value; returns what its caller knows, null if nothing. */
  @Nullable Provenance taken(long value, long time) {
    List<Post> candidates = candidates(value, time);
    Provenance observation = observe(candidates);
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
    return Provenance.join(tell(possible));
  }

  private List<Post> candidates(long value, long time) {
    return posts.stream().filter(post -> post.mayBe(value, time)).toList();
  }

  private @Nullable Provenance observe(List<Post> candidates) {
    if (candidates.isEmpty()) {
      return null;
    }
    if (candidates.size() == 1) {
      Post seen = candidates.get(0);
      seen.arrived = true;
      posts.removeIf(post -> post != seen && post.happenedBefore(seen));
    }
    return Provenance.meet(tell(candidates));
  }

  private static List<Provenance> tell(Collection<Post> sources) {
    return sources.stream().map(post -> post.tells).toList();
  }
}
