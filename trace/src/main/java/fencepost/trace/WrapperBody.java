package fencepost.trace;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.Recorded;
import fencepost.trace.ApiTable.Statement;
import fencepost.trace.ApiTable.When;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The inside of a wrapper, the same for every language: C statements that record a call whose
 * arguments are at hand as C variables with the names and types of the table.
 */
final class WrapperBody {
  /** Those that a call follows without knowing who they are. */
  private static final Set<String> TOLD_BY_TIME = Set.of("unlock", "writer", "notifier");

  private final SourceText out;

  WrapperBody(SourceText out) {
    this.out = out;
  }

  /** Writes what happens around a call; {@code passOn} writes the call, as {@code fp_code}. */
  void write(Call call, Runnable passOn) {
    out.line("  fp_hold(fp_pc);");
    call.parameters().forEach(p -> prepare(call, p));
    for (Statement statement : call.statements()) {
      if (!statement.assigns().isEmpty()) {
        out.line("  uint64_t %s = 0;", statement.assigns());
      }
    }
    statementsIfRecording(call, When.BEFORE);
    // The time comes last: a statement may have proved a lock held, which it is at that time.
    out.line("  uint64_t fp_time = fp_begin_call();");
    if (call.recorded() == Recorded.AROUND) {
      out.line("  if (fp_recording%s) {", conditions(call, When.ENTER));
      out.line("    fp_enter();");
      out.line("    fp_flush_accesses();");
      record(call, "FP_ENTER", true, false);
      out.line("    fp_leave();");
      out.line("  }");
    }
    if (call.waits()) {
      out.line("  fp_end_call();");
    }
    out.line("  fp_in_library = 1;");
    passOn.run();
    out.line("  fp_in_library = 0;");
    statementsIfRecording(call, When.RETURN);
    if (call.waits()) {
      if (needsTime(call.meaning())) {
        out.line("  fp_settle();");
      }
      out.line("  fp_time = fp_begin_call();");
      out.line("  fp_await_earlier_calls(fp_time);");
    }
    after(call);
    out.line("  fp_end_call();");
    call.parameters().forEach(p -> cleanUp(call, p));
  }

  /**
   * Whether the time of the return may be evidence for what the call has seen. A call that only
   * waits for others who are known by name, a message or a barrier, needs none.
   */
  private static boolean needsTime(Meaning meaning) {
    return meaning.follows().isEmpty()
        || !meaning.completions().isEmpty()
        || meaning.follows().stream().anyMatch(TOLD_BY_TIME::contains);
  }

  private void after(Call call) {
    out.line(
        "  if (%s%s) {",
        switch (call.recorded()) {
          case STARTS -> call.success();
          case AROUND -> "fp_recording";
          case AFTER, WAITS -> "fp_recording && " + call.success();
        },
        conditions(call, When.ONLY));
    out.line("    fp_enter();");
    out.line("    fp_flush_accesses();");
    call.parameters().stream()
        .filter(p -> isRequests(p) && p.mark() == Mark.OUT)
        .forEach(p -> out.line("    fp_request_made(*%s);", p.name()));
    if (call.around()) {
      out.line("    unsigned fp_failed = %s ? 0 : FP_FAILED;", call.success());
      out.line("    if (!fp_failed) {");
      statements(call, When.AFTER).forEach(this::statement);
      out.line("    }");
      record(call, "FP_LEAVE | fp_failed", false, true);
    } else {
      out.line("    const unsigned fp_failed = 0;");
      statements(call, When.AFTER).forEach(this::statement);
      if (call.recorded() == Recorded.STARTS) {
        out.line("    fp_time = fp_now();"); // there was no clock before
      }
      record(call, "FP_ONCE | fp_failed", true, true);
    }
    out.line("    fp_leave();");
    out.line("  }");
  }

  private static String conditions(Call call, When when) {
    return statements(call, when).stream()
        .map(s -> " && (" + s.code() + ")")
        .collect(Collectors.joining());
  }

  private static List<Statement> statements(Call call, When when) {
    return call.statements().stream().filter(s -> s.when() == when).toList();
  }

  private void statementsIfRecording(Call call, When when) {
    List<Statement> some = statements(call, when);
    if (!some.isEmpty()) {
      out.line("  if (fp_recording) {");
      some.forEach(this::statement);
      out.line("  }");
    }
  }

  private void statement(Statement s) {
    out.line("    %s%s;", s.assigns().isEmpty() ? "" : s.assigns() + " = ", s.code());
  }

  /** The program may ignore a status, the analysis may not; and handles are gone after the call. */
  private void prepare(Call call, Parameter p) {
    String n = p.name();
    if (isRequests(p)) {
      out.line("  fp_requests_at(FP_PLACE(%s));", n);
    }
    if (p.mark() == Mark.STATUS && p.capacity().isEmpty()) {
      out.line("  MPI_Status fp_own_%s;", n);
      out.line("  if (%s == MPI_STATUS_IGNORE) %s = &fp_own_%s;", n, n, n);
    } else if (p.mark() == Mark.STATUS) {
      out.line("  MPI_Status *fp_own_%s = NULL;", n);
      out.line("  if (%s == MPI_STATUSES_IGNORE && %s > 0)", n, p.capacity());
      out.line("    %s = fp_own_%s = malloc((size_t)(%s) * sizeof *%s);", n, n, p.capacity(), n);
    } else if (p.mark() == Mark.SUPPLIED) {
      out.line("  %sfp_own_%s;", p.type().replaceFirst("\\*$", ""), n);
      out.line("  if (%s == NULL) %s = &fp_own_%s;", n, n, n);
    } else if (keepsCopy(call, p) && p.length().isEmpty()) {
      out.line("  uint64_t fp_in_%s = fp_word(*%s);", n, n);
    } else if (keepsCopy(call, p)) {
      out.line("  uint64_t *fp_in_%s = NULL;", n);
      out.line("  if (fp_recording && (%s) > 0) {", p.length());
      out.line("    fp_in_%s = malloc((size_t)(%s) * sizeof *fp_in_%s);", n, p.length(), n);
      out.line(
          "    for (int i = 0; i < (%s); i++) fp_in_%s[i] = fp_word(%s[i]);", p.length(), n, n);
      out.line("  }");
    }
  }

  private void cleanUp(Call call, Parameter p) {
    if (p.mark() == Mark.STATUS && !p.capacity().isEmpty()) {
      out.line("  free(fp_own_%s);", p.name());
    } else if (keepsCopy(call, p) && !p.length().isEmpty()) {
      out.line("  free(fp_in_%s);", p.name());
    }
  }

  /** A call that is recorded only afterwards must remember what it was given. */
  private static boolean keepsCopy(Call call, Parameter p) {
    return p.mark() == Mark.IN && !call.around() && !isAwaited(call, p);
  }

  private static boolean isRequests(Parameter p) {
    return p.type().equals("MPI_Request *");
  }

  /** Requests whose numbers were looked up before the call. */
  private static boolean isAwaited(Call call, Parameter p) {
    return isRequests(p)
        && call.statements().stream().anyMatch(s -> s.code().startsWith("fp_waiting("));
  }

  // ---- the record ----

  /** One slot: a word, or a list behind the slots whose place and length are in the slot. */
  private record Field(String declaration, String length, String element) {
    static Field word(String expression) {
      return new Field("", "", expression);
    }

    static Field none() {
      return word("0");
    }

    static Field list(String declaration, String length, String element) {
      return new Field(declaration, length, element);
    }

    boolean isList() {
      return !length.isEmpty();
    }
  }

  private void record(Call call, String flags, boolean inputs, boolean outputs) {
    List<Field> fields = fields(call, inputs, outputs);
    out.line("    {");
    for (Parameter p : call.parameters()) {
      if (inputs) {
        describe(p);
      }
    }
    out.line("      uint32_t fp_tail = %d;", fields.size() + 1);
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      if (field.isList()) {
        out.line("      %sint fp_n%d = %s;", field.declaration, i, field.length);
        out.line("      fp_tail += (uint32_t)fp_n%d;", i);
      }
    }
    out.line("      fp_tell_calling(fp_time);");
    out.line("      uint64_t *fp_w = fp_claim(FP_CALL, %s, %d, fp_tail);", flags, call.code());
    out.line("      fp_tail = %d;", fields.size());
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      if (field.isList()) {
        out.line("      fp_w[%d] = (uint64_t)fp_tail << 32 | (uint32_t)fp_n%d;", i, i);
        out.line("      for (int i = 0; i < fp_n%d; i++) fp_w[fp_tail++] = %s;", i, field.element);
      } else {
        out.line("      fp_w[%d] = %s;", i, field.element);
      }
    }
    out.line("      fp_commit();");
    out.line("    }");
  }

  /** A datatype is described before the first record that mentions it. */
  private void describe(Parameter p) {
    if (p.type().equals("MPI_Datatype")) {
      String significant = p.mark() == Mark.TYPE ? "if (" + p.length() + ") " : "";
      out.line("      %sfp_describe(%s);", significant, p.name());
    } else if (p.type().equals("const MPI_Datatype *") && !p.length().isEmpty()) {
      out.line("      fp_describe_all(%s, %s);", p.length(), p.name());
    }
  }

  private static List<Field> fields(Call call, boolean inputs, boolean outputs) {
    List<Field> fields =
        new ArrayList<>(List.of(Field.word("fp_word(fp_pc)"), Field.word("fp_time")));
    for (Parameter p : call.parameters()) {
      switch (p.mark()) {
        case VALUE, TYPE -> fields.add(Field.word("fp_word(" + p.name() + ")"));
        case IN -> fields.add(inputs ? input(call, p) : Field.none());
        case OUT, SUPPLIED -> fields.add(outputs ? output(p) : Field.none());
        case STATUS -> fields.add(outputs ? status(p) : Field.none());
        case RANKS ->
            fields.add(inputs ? ranks("fp_group_ranks", "uint64_t", p.name()) : Field.none());
        case MEMBERS -> {
          fields.add(outputs ? Field.word("fp_word(*" + p.name() + ")") : Field.none());
          fields.add(
              outputs
                  ? ranks("fp_comm_ranks", "uint64_t", "fp_failed ? MPI_COMM_NULL : *" + p.name())
                  : Field.none());
          fields.add(
              outputs
                  ? ranks("fp_remote_ranks", "uint64_t", "fp_failed ? MPI_COMM_NULL : *" + p.name())
                  : Field.none());
        }
        case NEIGHBORS -> {
          fields.add(Field.word("fp_word(" + p.name() + ")"));
          fields.add(inputs ? ranks("fp_neighbors", "int", p.name()) : Field.none());
        }
      }
    }
    for (Statement s : call.statements()) {
      if (!s.assigns().isEmpty()) {
        fields.add(Field.word(s.assigns()));
      }
    }
    return fields;
  }

  private static Field input(Call call, Parameter p) {
    String n = p.name();
    if (isAwaited(call, p)) {
      return p.length().isEmpty()
          ? Field.word("fp_awaited(0)")
          : Field.list("", p.length(), "fp_awaited(i)");
    }
    if (p.length().isEmpty()) {
      return Field.word(keepsCopy(call, p) ? "fp_in_" + n : "fp_word(*" + n + ")");
    }
    return Field.list(
        "", p.length(), keepsCopy(call, p) ? "fp_in_" + n + "[i]" : "fp_word(" + n + "[i])");
  }

  private static Field output(Parameter p) {
    if (isRequests(p)) {
      return Field.word("fp_failed ? 0 : fp_request(*" + p.name() + ")");
    }
    String pointed = p.type().equals("void *") ? "*(void **)" + p.name() : "*" + p.name();
    return p.length().isEmpty()
        ? Field.word("fp_failed ? 0 : fp_word(" + pointed + ")")
        : Field.list("", "fp_failed ? 0 : " + p.length(), "fp_word(" + p.name() + "[i])");
  }

  /** Source, tag, and whether it was cancelled, one after the other. */
  private static Field status(Parameter p) {
    String length = p.length().isEmpty() ? "1" : p.length();
    String element = String.format("fp_status(&%s[i / 3], i %% 3)", p.name());
    return Field.list("", "fp_failed ? 0 : 3 * (" + length + ")", element);
  }

  private static Field ranks(String function, String element, String argument) {
    String pointer = "fp_" + function.substring(3) + "_list";
    return Field.list(
        "const " + element + " *" + pointer + "; ",
        function + "(" + argument + ", &" + pointer + ")",
        "fp_word(" + pointer + "[i])");
  }
}
