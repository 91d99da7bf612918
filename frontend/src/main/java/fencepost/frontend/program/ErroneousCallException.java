package fencepost.frontend.program;

import org.jspecify.annotations.Nullable;

/**
 * A call that the standard does not allow: a handle that does not exist, a rank that is nobody's,
 * the end of what was never begun.
 */
public final class ErroneousCallException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ErroneousCallException(String message) {
    super(message);
  }

  /** What the call needs; it is in error if that is not there. */
  public static <T> T require(@Nullable T needed, String otherwise) {
    if (needed == null) {
      throw new ErroneousCallException(otherwise);
    }
    return needed;
  }
}
