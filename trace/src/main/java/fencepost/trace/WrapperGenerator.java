package fencepost.trace;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Mark;
import fencepost.trace.ApiTable.Parameter;
import fencepost.trace.ApiTable.Statement;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the C wrappers of a table: each records its call and passes it on under the profiling
 * name.
 */
public final class WrapperGenerator {
  private final ApiTable table;
  private final StringBuilder out = new StringBuilder();

  private WrapperGenerator(ApiTable table) {
    this.table = table;
  }

  /** The C source for a table whose statements are declared in the given header. */
  public static String generate(ApiTable table, String header) {
    return new WrapperGenerator(table).source(header);
  }

  private String source(String header) {
    line("/* Generated from the API table. */");
    line("#include \"%s\"", header);
    line("#include <stdlib.h>");
    table.calls().forEach(this::wrapper);
    constants();
    return out.toString();
  }

  private void wrapper(Call call) {
    line("");
    line("int %s(%s) {", call.name(), declaration(call));
    line("  void *fp_pc = __builtin_return_address(0);");
    statuses(call);
    for (Statement statement : call.statements()) {
      if (!statement.assigns().isEmpty()) {
        line("  uint64_t %s = 0;", statement.assigns());
      }
    }
    if (call.statements().stream().anyMatch(Statement::before)) {
      line("  if (fp_recording) {");
      call.statements().stream().filter(Statement::before).forEach(this::statement);
      line("  }");
    }
    if (call.around()) {
      line("  if (fp_recording) {");
      line("    fp_enter();");
      line("    fp_flush_accesses();");
      record(call, "FP_ENTER", true, false);
      line("    fp_leave();");
      line("  }");
    }
    line("  int fp_code = P%s(%s);", call.name(), arguments(call));
    after(call);
    for (Parameter p : call.parameters()) {
      if (p.mark() == Mark.STATUS && !p.length().isEmpty()) {
        line("  free(fp_own_%s);", p.name());
      }
    }
    line("  return fp_code;");
    line("}");
  }

  private void after(Call call) {
    List<Statement> statements = call.statements().stream().filter(s -> !s.before()).toList();
    boolean starts = call.name().startsWith("MPI_Init");
    line(starts ? "  if (fp_code == MPI_SUCCESS) {" : "  if (fp_recording) {");
    line("    fp_enter();");
    line("    fp_flush_accesses();");
    if (call.around()) {
      line("    if (fp_code == MPI_SUCCESS) {");
      statements.forEach(this::statement);
      line("    }");
      line("    unsigned fp_failed = fp_code == MPI_SUCCESS ? 0 : FP_FAILED;");
      record(call, "FP_LEAVE | fp_failed", false, true);
    } else {
      line("    if (fp_code == MPI_SUCCESS) {");
      statements.forEach(this::statement);
      record(call, "FP_ONCE", true, true);
      line("    }");
    }
    line("    fp_leave();");
    line("  }");
  }

  /**
   * The record: fixed slots first, each array behind them with its place and length in its slot.
   */
  private void record(Call call, String flags, boolean inputs, boolean outputs) {
    line("    {");
    int fixed = call.slots();
    line("      uint32_t fp_tail = %d;", fixed + 1);
    for (Parameter p : call.parameters()) {
      if (recordsArray(p, inputs, outputs)) {
        arrayLength(p);
      }
    }
    line("      uint64_t *fp_w = fp_claim(FP_CALL, %s, %d, fp_tail);", flags, call.id());
    line("      fp_tail = %d;", fixed);
    line("      fp_w[0] = fp_word(fp_pc);");
    for (Parameter p : call.parameters()) {
      int slot = call.slot(p.name());
      if (recordsArray(p, inputs, outputs)) {
        array(p, p.mark() == Mark.MEMBERS ? slot + 1 : slot);
      } else if (p.mark() == Mark.MEMBERS) {
        line("      fp_w[%d] = 0;", slot + 1);
      }
      if (!p.isArray()) {
        line("      fp_w[%d] = %s;", slot, scalar(p, inputs, outputs));
      } else if (!recordsArray(p, inputs, outputs)) {
        line("      fp_w[%d] = 0;", slot);
      }
    }
    for (Statement s : call.statements()) {
      if (!s.assigns().isEmpty()) {
        line("      fp_w[%d] = %s;", call.slot(s.assigns()), s.assigns());
      }
    }
    line("      fp_commit();");
    line("    }");
  }

  private static boolean recordsArray(Parameter p, boolean inputs, boolean outputs) {
    return switch (p.mark()) {
      case VALUE, OUT -> false;
      case IN -> inputs && p.isArray();
      case RANKS -> inputs;
      case STATUS -> outputs;
      case MEMBERS -> outputs;
    };
  }

  private void arrayLength(Parameter p) {
    String n = p.name();
    switch (p.mark()) {
      case RANKS -> {
        line("      const int *fp_%s; int fp_n_%s = fp_group_ranks(%s, &fp_%s);", n, n, n, n);
        line("      fp_tail += (uint32_t)fp_n_%s;", n);
      }
      case MEMBERS -> {
        line("      const int *fp_%s; int fp_n_%s = 0;", n, n);
        line("      if (fp_code == MPI_SUCCESS) fp_n_%s = fp_comm_ranks(*%s, &fp_%s);", n, n, n);
        line("      fp_tail += (uint32_t)fp_n_%s;", n);
      }
      case STATUS -> {
        line("      int fp_n_%s = fp_failed ? 0 : %s;", n, p.length().isEmpty() ? "1" : p.length());
        line("      fp_tail += 2 * (uint32_t)fp_n_%s;", n);
      }
      default -> {
        line("      int fp_n_%s = %s;", n, p.length());
        line("      fp_tail += (uint32_t)fp_n_%s;", n);
      }
    }
  }

  private void array(Parameter p, int slot) {
    String n = p.name();
    String source = p.mark() == Mark.RANKS || p.mark() == Mark.MEMBERS ? "fp_" + n : n;
    line("      fp_w[%d] = (uint64_t)fp_tail << 32 | (uint32_t)fp_n_%s;", slot, n);
    line("      for (int i = 0; i < fp_n_%s; i++) {", n);
    if (p.mark() == Mark.STATUS) {
      line("        fp_w[fp_tail++] = fp_word(%s[i].MPI_SOURCE);", n);
      line("        fp_w[fp_tail++] = fp_word(%s[i].MPI_TAG);", n);
    } else {
      line("        fp_w[fp_tail++] = fp_word(%s[i]);", source);
    }
    line("      }");
  }

  private static String scalar(Parameter p, boolean inputs, boolean outputs) {
    String target = p.type().equals("void *") ? "*(void **)" + p.name() : "*" + p.name();
    return switch (p.mark()) {
      case VALUE -> "fp_word(" + p.name() + ")";
      case IN -> inputs ? "fp_word(" + target + ")" : "0";
      case OUT, MEMBERS -> outputs ? "fp_word(" + target + ")" : "0";
      case STATUS, RANKS -> "0";
    };
  }

  /** The program may ignore the status; the analysis may not. */
  private void statuses(Call call) {
    for (Parameter p : call.parameters()) {
      if (p.mark() != Mark.STATUS) {
        continue;
      }
      String n = p.name();
      if (p.length().isEmpty()) {
        line("  MPI_Status fp_own_%s;", n);
        line("  if (%s == MPI_STATUS_IGNORE) %s = &fp_own_%s;", n, n, n);
      } else {
        line("  MPI_Status *fp_own_%s = NULL;", n);
        line("  if (%s == MPI_STATUSES_IGNORE && %s > 0)", n, p.length());
        line("    %s = fp_own_%s = malloc((size_t)(%s) * sizeof *%s);", n, n, p.length(), n);
      }
    }
  }

  private void statement(Statement s) {
    line("    %s%s;", s.assigns().isEmpty() ? "" : s.assigns() + " = ", s.code());
  }

  private void constants() {
    int count = table.constants().size();
    line("");
    line("const unsigned fp_constant_count = %d;", count);
    line("uint64_t fp_constant(unsigned i) {");
    line("  switch (i) {");
    for (int i = 0; i < count; i++) {
      line("    case %d: return fp_word(%s);", i, table.constants().get(i));
    }
    line("    default: return 0;");
    line("  }");
    line("}");
    line("");
    line("const unsigned fp_datatype_count = %d;", table.datatypes().size());
    line("MPI_Datatype fp_datatype(unsigned i) {");
    line("  switch (i) {");
    for (int i = 0; i < table.datatypes().size(); i++) {
      line("    case %d: return %s;", i, table.datatypes().get(i).name());
    }
    line("    default: return MPI_DATATYPE_NULL;");
    line("  }");
    line("}");
  }

  private static String declaration(Call call) {
    if (call.parameters().isEmpty()) {
      return "void";
    }
    return call.parameters().stream()
        .map(p -> p.type() + (p.type().endsWith("*") ? "" : " ") + p.name())
        .collect(Collectors.joining(", "));
  }

  private static String arguments(Call call) {
    return call.parameters().stream().map(Parameter::name).collect(Collectors.joining(", "));
  }

  private void line(String format, Object... arguments) {
    out.append(arguments.length == 0 ? format : String.format(format, arguments)).append('\n');
  }
}
