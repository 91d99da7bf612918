package fencepost.check.mpi;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Something that was started and is waited for. */
final class CheckedRequest {
  final long handle;
  private final @Nullable Supplier<Pending> starter;
  private @Nullable Pending pending;

  /** An operation that is under way. */
  interface Pending {
    boolean isReady();

    /** It is complete: what it brings is written where it belongs; returns its status. */
    Status complete();

    /** Whether it could be taken back. */
    default boolean cancel() {
      return false;
    }

    /** It is complete on the spot. */
    static Pending done() {
      return of(() -> true, () -> {});
    }

    static Pending of(java.util.function.BooleanSupplier ready, Runnable action) {
      return new Pending() {
        @Override
        public boolean isReady() {
          return ready.getAsBoolean();
        }

        @Override
        public Status complete() {
          action.run();
          return Status.EMPTY;
        }
      };
    }
  }

  /** What a status says. */
  record Status(int source, int tag, long bytes, boolean cancelled) {
    static final Status EMPTY = new Status(-1, -1, 0, false);
  }

  CheckedRequest(long handle, Pending pending) {
    this.handle = handle;
    this.starter = null;
    this.pending = pending;
  }

  /** A persistent request, not yet started. */
  CheckedRequest(long handle, Supplier<Pending> starter) {
    this.handle = handle;
    this.starter = starter;
  }

  boolean isPersistent() {
    return starter != null;
  }

  boolean isActive() {
    return pending != null;
  }

  void start() {
    if (starter != null) {
      pending = starter.get();
    }
  }

  boolean isReady() {
    return pending == null || pending.isReady();
  }

  void cancel() {
    if (pending != null) {
      pending.cancel();
    }
  }

  /** Its status, once it is ready; it stays to be completed. */
  Status look() {
    Status status = pending == null ? Status.EMPTY : pending.complete();
    pending = pending == null ? null : known(status);
    return status;
  }

  private static Pending known(Status status) {
    return new Pending() {
      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public Status complete() {
        return status;
      }
    };
  }

  Status complete() {
    Pending completed = pending;
    pending = null;
    return completed == null ? Status.EMPTY : completed.complete();
  }
}
