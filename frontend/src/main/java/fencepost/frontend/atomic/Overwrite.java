package fencepost.frontend.atomic;

import fencepost.frontend.atomic.History.Order;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A cell that is only overwritten, however often: the value is that of the update that came last,
 * and whichever came before it is hidden. So each update that wrote the value, and after which no
 * other one must come, is one possible source of it. No order of the others need be looked at.
 */
final class Overwrite {
  /** So many updates are tried until one is found that all others are before or after. */
  private static final int MOST_TRIED = 8;

  private final List<Update> updates;
  private final List<Update> must;
  private final Order order;

  /** Those that may have come last. */
  private final List<Update> last = new ArrayList<>(1);

  /** Whether there may have been none, because the value is as it was. */
  private final boolean untouched;

  private final long start;

  /**
   * What every history of some updates begins with: all that was there when a certain overwrite hid
   * it. What is before and what is after that one has nothing to do with each other.
   *
   * @param value the value behind it
   * @param carried what that value carries
   * @param updates the hidden ones and the overwrite
   * @param visible those of them that the value tells of
   */
  record Prefix(
      long value, @Nullable Provenance carried, List<Update> updates, List<Update> visible) {

    /** What is left of some updates. */
    List<Update> without(List<Update> all) {
      if (updates.isEmpty()) {
        return all;
      }
      Set<Update> mine = new HashSet<>(updates);
      return all.stream().filter(update -> !mine.contains(update)).toList();
    }

    List<Update> followedBy(List<Update> others) {
      if (updates.isEmpty()) {
        return others;
      }
      List<Update> both = new ArrayList<>(updates);
      both.addAll(others);
      return both;
    }

    /** All that others tell of: themselves, and what their issuers did before in this beginning. */
    List<Update> toldBy(List<Update> others) {
      List<Update> told = new ArrayList<>(others);
      for (Update update : updates) {
        if (others.stream().anyMatch(update::isEarlierOfSame)) {
          told.add(update);
        }
      }
      return told;
    }

    /** What the value carries for a reader who had it at the time. */
    @Nullable Provenance carried(long ended) {
      visible.forEach(update -> update.completedAt(ended));
      return carried;
    }
  }

  /** The longest such beginning; most often it is empty. */
  static Prefix prefix(
      long start,
      @Nullable Provenance carried,
      List<Update> updates,
      List<Update> must,
      Order order) {
    int tried = 0;
    for (int i = must.size() - 1; i >= 0 && tried < MOST_TRIED; i--) {
      Update overwrite = must.get(i);
      if (overwrite.isBlind()) {
        tried++;
        List<Update> before = before(overwrite, updates, order);
        if (before != null) {
          List<Update> visible = visible(overwrite, updates);
          List<Provenance> parts = visible.stream().map(update -> update.provenance).toList();
          return new Prefix(overwrite.after(start), Provenance.join(parts), before, visible);
        }
      }
    }
    return new Prefix(start, carried, List.of(), List.of());
  }

  /** The update and those before it; null if there are others that are not after it. */
  private static @Nullable List<Update> before(Update one, List<Update> updates, Order order) {
    List<Update> before = new ArrayList<>();
    for (Update other : updates) {
      if (other == one || order.isBefore(other, one)) {
        before.add(other);
      } else if (!order.isBefore(one, other)) {
        return null;
      }
    }
    return before;
  }

  /** Who has seen an update is also ordered after what its issuer updated before. */
  private static List<Update> visible(Update one, List<Update> updates) {
    return updates.stream().filter(other -> other == one || other.isEarlierOfSame(one)).toList();
  }

  /** Whether none of them hands on what it found. */
  static boolean areAll(List<Update> updates) {
    return updates.stream().allMatch(Update::isBlind);
  }

  /**
   * Looks for what came last.
   *
   * @param must those of the updates that have certainly taken effect
   */
  Overwrite(long start, List<Update> updates, List<Update> must, Goal goal, Order order) {
    this.start = start;
    this.updates = updates;
    this.must = must;
    this.order = order;
    this.untouched = must.isEmpty() && goal.test(start);
    for (Update update : updates) {
      if (goal.test(update.after(start)) && mayBeLast(update)) {
        last.add(update);
      }
    }
  }

  private boolean mayBeLast(Update update) {
    for (int i = must.size() - 1; i >= 0; i--) {
      if (order.isBefore(update, must.get(i))) {
        return false;
      }
    }
    return true;
  }

  boolean isPossible() {
    return untouched || !last.isEmpty();
  }

  /** The value at the end, if there is only one. */
  long value() {
    return last.isEmpty() ? start : last.get(0).after(start);
  }

  boolean hasOneValue() {
    return last.stream().allMatch(update -> update.after(start) == value())
        && !(untouched && start != value());
  }

  /** The updates that have taken effect; null if histories differ. */
  @Nullable List<Update> applied() {
    if (last.isEmpty()) {
      return List.of();
    }
    List<Update> applied = untouched ? null : appliedIfLast(last.get(0));
    boolean always =
        applied != null && last.stream().allMatch(one -> applied.equals(appliedIfLast(one)));
    return always ? applied : null;
  }

  private @Nullable List<Update> appliedIfLast(Update one) {
    Set<Update> certain = new HashSet<>(must);
    List<Update> applied = new ArrayList<>();
    for (Update update : updates) {
      if (update == one || certain.contains(update) || order.isBefore(update, one)) {
        applied.add(update);
      } else if (must.stream().anyMatch(other -> order.isBefore(update, other))) {
        applied.add(update);
      } else if (!order.isBefore(one, update)) {
        return null; // it may have come before, or not
      }
    }
    return applied;
  }

  /** What the reader knows, whichever came last; null if nothing. The read ended at the time. */
  @Nullable Provenance provenance(Prefix prefix, long ended) {
    if (last.isEmpty()) {
      return prefix.carried(ended);
    } else if (untouched && prefix.carried == null) {
      return null;
    }
    List<Provenance> each = new ArrayList<>();
    Set<Update> inAll = null;
    for (Update update : last) {
      List<Update> visible = prefix.toldBy(visible(update, updates));
      each.add(Provenance.join(visible.stream().map(seen -> seen.provenance).toList()));
      inAll = inAll == null ? new LinkedHashSet<>(visible) : inAll;
      inAll.retainAll(new HashSet<>(visible));
    }
    if (untouched) {
      each.add(prefix.carried);
    } else if (inAll != null) {
      inAll.forEach(update -> update.completedAt(ended));
    }
    return Provenance.meet(each);
  }
}
