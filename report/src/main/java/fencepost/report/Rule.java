package fencepost.report;

import fencepost.model.AccessKind;
import fencepost.model.Effect;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The kinds of races, each with a page in {@code docs/races}. */
public enum Rule {
  /** The buffer of an operation is touched before the operation is complete. */
  BUFFER_IN_USE(
      "buffer-in-use", "local-buffer", "a buffer is used while an operation on it is in flight"),
  /** The owner loads or stores memory that a remote operation is accessing. */
  TARGET_ACCESS(
      "target-access",
      "remote",
      "the owner touches its memory while a remote operation is accessing it"),
  /** Two remote operations meet at the target. */
  REMOTE_CONFLICT("remote-conflict", "remote", "two remote operations meet in the same memory"),
  /** Two atomic operations that are not atomic with each other. */
  ATOMIC_MISMATCH(
      "atomic-mismatch", "remote", "two atomic operations are not atomic with each other"),
  /** Two processes load and store the same shared memory. */
  SHARED_MEMORY("shared-memory", "remote", "two processes touch the same shared memory"),
  /** Two threads of one process load and store the same memory. */
  THREADS("threads", "threads", "two threads of one process touch the same memory");

  private final String id;
  private final String kind;
  private final String summary;

  Rule(String id, String kind, String summary) {
    this.id = id;
    this.kind = kind;
    this.summary = summary;
  }

  public String id() {
    return id;
  }

  /** {@code local-buffer}, {@code remote} or {@code threads}. */
  public String kind() {
    return kind;
  }

  public String summary() {
    return summary;
  }

  /** The rule's page of the documentation, which is a part of this program. */
  String help() {
    try (InputStream page = Rule.class.getResourceAsStream("races/" + id + ".md")) {
      return page == null ? summary : new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Rule of(Effect a, Effect b) {
    AccessKind x = a.kind;
    AccessKind y = b.kind;
    if (x.remote() && y.remote()) {
      return x.atomic() && y.atomic() ? ATOMIC_MISMATCH : REMOTE_CONFLICT;
    }
    if (x.remote() || y.remote()) {
      return TARGET_ACCESS;
    }
    if (x.instruction() && y.instruction()) {
      return a.process == b.process ? THREADS : SHARED_MEMORY;
    }
    return BUFFER_IN_USE;
  }
}
