package fencepost.check.machine;

/** A process does not go on. */
public final class Halt extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why. */
  public enum Reason {
    /** It has ended as the program says. */
    EXIT,
    /** It did something that no program may do, or threw an exception that we do not follow. */
    FAULT,
    /** It did something that is not modelled. */
    UNMODELLED
  }

  private final Reason reason;
  private final int exitCode;

  private Halt(Reason reason, int exitCode, String message) {
    super(message, null, false, false);
    this.reason = reason;
    this.exitCode = exitCode;
  }

  public static Halt exit(int code) {
    return new Halt(Reason.EXIT, code, "exit with code " + code);
  }

  public static Halt fault(String message) {
    return new Halt(Reason.FAULT, 1, message);
  }

  public static Halt unmodelled(String what) {
    return new Halt(Reason.UNMODELLED, 1, what);
  }

  public Reason reason() {
    return reason;
  }

  public int exitCode() {
    return exitCode;
  }

  public String message() {
    return String.valueOf(getMessage());
  }
}
