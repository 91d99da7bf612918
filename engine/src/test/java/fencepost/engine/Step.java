package fencepost.engine;

import fencepost.model.AccessKind;
import fencepost.model.AtomicType;
import fencepost.model.LockEpoch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One statement of the model about one strand. What a step refers to, it refers to explicitly:
 * steps mean the same in whatever order they are told.
 */
sealed interface Step {

  record Access(AccessKind kind, int rank, Bytes bytes, int site, @Nullable LockEpoch lock)
      implements Step {}

  record Issue(Op op) implements Step {}

  /** A completion point of effects. The list may still grow while the scenario is written. */
  record Complete(String call, List<Part> parts) implements Step {}

  record Signal(Moment moment) implements Step {}

  record Await(List<Moment> moments) implements Step {}

  /** A call that must have waited until an epoch was granted. */
  record AwaitGrant(Permission permission) implements Step {}

  /** A moment of a strand that others wait for. */
  final class Moment {
    /** Whether a statement that makes it has been written. */
    boolean made;
  }

  /** A grant: effects under it begin after all of the moments. */
  record Permission(List<Moment> after) {
    boolean isOpen() {
      return after.stream().allMatch(moment -> moment.made);
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** A call with effects. */
  record Op(String call, int site, List<Part> parts) {

    /**
     * What is done when the call is locally complete: its buffers, and what it has read at the
     * target.
     */
    List<Part> locally() {
      return parts.stream().filter(Part::locally).toList();
    }
  }

  /** One effect of a call. */
  final class Part {
    final AccessKind kind;
    final int rank;
    final Bytes bytes;
    final @Nullable AtomicType type;
    final @Nullable LockEpoch lock;
    final @Nullable Permission permission;

    Part(
        AccessKind kind,
        int rank,
        Bytes bytes,
        @Nullable AtomicType type,
        @Nullable LockEpoch lock,
        @Nullable Permission permission) {
      this.kind = kind;
      this.rank = rank;
      this.bytes = bytes;
      this.type = type;
      this.lock = lock;
      this.permission = permission;
    }

    private boolean locally() {
      return switch (kind) {
        case BUFFER_READ, BUFFER_WRITE, REMOTE_READ, ATOMIC_READ -> true;
        case LOAD, STORE, ATOMIC_LOAD, ATOMIC_STORE, REMOTE_WRITE, ATOMIC_UPDATE -> false;
      };
    }
  }
}
