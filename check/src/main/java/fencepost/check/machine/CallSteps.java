package fencepost.check.machine;

import org.jspecify.annotations.Nullable;

/** Steps that call functions. */
final class CallSteps {
  private CallSteps() {}

  /**
   * What is passed to a function.
   *
   * @param from the first register of each argument
   * @param words how many registers each argument takes
   * @param copied how many bytes behind each argument are passed instead of their address
   */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares them
  record Passed(int[] from, int[] words, long[] copied) {}

  /** A call of a function of the program. */
  static class Call extends Step implements Located {
    private final @Nullable MachineCode code;
    private final int result;
    private final Passed passed;
    private final int site;

    Call(@Nullable MachineCode code, int result, Passed passed, int site) {
      this.code = code;
      this.result = result;
      this.passed = passed;
      this.site = site;
    }

    @Override
    public int site() {
      return site;
    }

    @Nullable MachineCode code(MachineProcess p) {
      return code;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      MachineCode called = code(p);
      if (called == null) {
        throw new IllegalStateException();
      }
      if (called.ofCapture && !p.isInCapture()) {
        if (p.isHeldBefore(site)) {
          return null;
        }
        p.machine().reached(site);
      }
      long[] r = p.r;
      int[] marks = p.s;
      MachineFrame frame = p.enter(called, next, result, site);
      int to = called.firstArgument;
      int end = to + called.arguments;
      int i = 0;
      for (; i < passed.from.length && to < end; i++) {
        to += pass(p, r, i, frame.r, to);
      }
      if (called.function.variadic()) {
        passUnnamed(p, r, i, frame);
      }
      if (marks != null) {
        mark(marks, frame);
      }
      p.resume(frame);
      return called.entry();
    }

    private int pass(MachineProcess p, long[] r, int i, long[] to, int at) {
      int from = passed.from[i];
      if (passed.copied[i] > 0) {
        long copy = p.strand().allocate(passed.copied[i], p.memory);
        p.memory.copy(copy, p.memory, r[from], passed.copied[i]);
        to[at] = copy;
        return 1;
      }
      System.arraycopy(r, from, to, at, passed.words[i]);
      return passed.words[i];
    }

    /** One behind the other, as on the stack of a machine. */
    private void passUnnamed(MachineProcess p, long[] r, int first, MachineFrame frame) {
      int words = 0;
      for (int i = first; i < passed.from.length; i++) {
        words += passed.words[i];
      }
      frame.unnamed = p.strand().allocate(8L * words + 8, p.memory);
      long at = frame.unnamed;
      for (int i = first; i < passed.from.length; i++) {
        for (int word = 0; word < passed.words[i]; word++, at += 8) {
          p.memory.store(at, 8, r[passed.from[i] + word]);
        }
      }
    }

    private void mark(int[] marks, MachineFrame frame) {
      int to = frame.code.firstArgument;
      for (int i = 0; i < passed.from.length && to < frame.r.length; i++) {
        int unknown = marks[passed.from[i]];
        if (unknown != 0 && passed.copied[i] == 0) {
          if (frame.s == null) {
            frame.s = new int[frame.r.length];
          }
          frame.s[to] = unknown;
        }
        to += passed.words[i];
      }
    }
  }

  /** The rest of a library call, behind a function of the program that it has called. */
  static final class Rest extends Step {
    private final Runnable rest;

    Rest(Runnable rest, @Nullable Step next) {
      this.rest = rest;
      this.next = next;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      p.calls(next);
      rest.run();
      return p.afterCall(next);
    }
  }

  /** An exception that was only noticed goes on. */
  static final class Resume extends Step implements Located {
    private final int exception;
    private final int site;

    Resume(int exception, int site) {
      this.exception = exception;
      this.site = site;
    }

    @Override
    public int site() {
      return site;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      return p.exceptions.unwind(p.exceptions.at(p.r[exception]), null, site);
    }
  }

  /** A call through a pointer. */
  static final class Indirect extends Step implements Located {
    private final int pointer;
    private final Call call;
    private final LibraryCall libraryCall;
    private @Nullable MachineCode code;

    Indirect(int pointer, int result, Passed passed, LibraryCall libraryCall, int site) {
      this.pointer = pointer;
      this.libraryCall = libraryCall;
      this.call =
          new Call(null, result, passed, site) {
            @Override
            @Nullable MachineCode code(MachineProcess p) {
              return code;
            }
          };
    }

    @Override
    public int site() {
      return call.site();
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long function = p.r[pointer];
      code = p.machine().code(function);
      call.next = next;
      libraryCall.next = next;
      if (code != null) {
        return call.execute(p);
      }
      return p.machine().image().libraryCall(libraryCall, function).execute(p);
    }
  }
}
