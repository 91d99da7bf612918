package fencepost.check.machine;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a process has thrown, and where it goes on then. */
public final class Exceptions {
  private final MachineProcess process;
  private @Nullable Thrown thrown;
  private final Map<Long, Thrown> known = new HashMap<>();

  Exceptions(MachineProcess process) {
    this.process = process;
  }

  /** The present call throws when it has ended. */
  void willThrow(Thrown exception) {
    thrown = exception;
    known.put(exception.object(), exception);
  }

  /** The exception that has been thrown with the object at an address. */
  public Thrown at(long object) {
    Thrown exception = known.get(object);
    if (exception == null) {
      throw Halt.unmodelled("an exception of another language");
    }
    return exception;
  }

  /** After a library call: where the program goes on. */
  @Nullable Step afterLibraryCall(@Nullable Step next, int site) {
    Thrown exception = thrown;
    if (exception == null) {
      return process.afterCall(next);
    }
    thrown = null;
    return unwind(exception, next, site);
  }

  /**
   * Leaves functions until one takes the exception.
   *
   * @param next where the present function would go on
   */
  @Nullable Step unwind(Thrown exception, @Nullable Step next, int site) {
    Step continuation = next;
    while (process.frame != null) {
      Step taken =
          continuation instanceof Jumps.AfterInvoke invoke ? invoke.take(process, exception) : null;
      if (taken != null) {
        return taken;
      }
      if (continuation == null && process.strand().nested > 0) {
        throw Halt.unmodelled("an exception that goes through a library function");
      }
      continuation = process.leave(process.frame, site);
    }
    throw Halt.fault("an exception that nobody catches: " + exception.type());
  }
}
