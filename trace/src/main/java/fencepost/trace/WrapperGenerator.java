package fencepost.trace;

import fencepost.trace.ApiTable.Call;
import fencepost.trace.ApiTable.Parameter;
import java.util.stream.Collectors;

/**
 * Writes the C wrappers of a table: each records its call and passes it on under the profiling
 * name.
 */
public final class WrapperGenerator {
  private final ApiTable table;
  private final SourceText out = new SourceText();
  private final WrapperBody body = new WrapperBody(out);

  private WrapperGenerator(ApiTable table) {
    this.table = table;
  }

  /** The C source for a table whose statements are declared in the given header. */
  public static String generate(ApiTable table, String header) {
    return new WrapperGenerator(table).source(header);
  }

  private String source(String header) {
    out.line("/* Generated from the API table. */");
    out.line("#include \"%s\"", header);
    out.line("#include \"caller.h\"");
    out.line("#include <stdlib.h>");
    out.line("#ifndef FP_REAL");
    out.line("#define FP_REAL");
    out.line("#endif");
    table.calls().forEach(this::wrapper);
    constants();
    if (!table.datatypes().isEmpty()) {
      datatypes();
    }
    return out.toString();
  }

  private void wrapper(Call call) {
    out.line("");
    if (!call.condition().isEmpty()) {
      out.line("#if %s", call.condition());
    }
    // Under names of our own in C, because headers do not always declare a call as its standard
    // does, or at all: Open MPI's shmem_set_lock takes a pointer to volatile.
    String own = "fp_wrapped_" + call.name();
    String real = "fp_real_" + call.name();
    declare(call, own, call.name(), "");
    declare(call, real, call.profilingName(), " FP_REAL");
    out.line("%s %s(%s) {", call.result(), own, declaration(call));
    String passOn = real + "(" + arguments(call) + ")";
    String returns = call.hasResult() ? "return " : "";
    String keeps = call.hasResult() ? call.result() + " fp_code = " : "";
    out.line("  void *fp_pc = fp_caller(__builtin_return_address(0), __builtin_frame_address(0));");
    out.line(
        "  if (fp_pc == NULL%s) { %s%s;%s }",
        isMissing(call), returns, passOn, call.hasResult() ? "" : " return;");
    body.write(call, () -> out.line("  %s%s;", keeps, passOn));
    if (call.hasResult()) {
      out.line("  return fp_code;");
    }
    out.line("}");
    if (!call.condition().isEmpty()) {
      out.line("#endif");
    }
  }

  /** A handle that is not where it is said to be: an error that the library is to find. */
  private static String isMissing(Call call) {
    return call.parameters().stream()
        .filter(p -> p.mark() == ApiTable.Mark.IN && p.length().isEmpty())
        .filter(p -> p.type().endsWith("*"))
        .map(p -> " || " + p.name() + " == NULL")
        .collect(Collectors.joining());
  }

  /** Declares a function under a name of its own in C, and that of the call for the linker. */
  private void declare(Call call, String name, String linked, String attributes) {
    out.line(
        "%s %s(%s) __asm__(\"%s\")%s;", call.result(), name, declaration(call), linked, attributes);
  }

  // ---- constants ----

  private void constants() {
    int count = table.constants().size();
    out.line("");
    out.line("const unsigned fp_%s_constant_count = %d;", table.model().id(), count);
    out.line("uint64_t fp_%s_constant(unsigned i) {", table.model().id());
    out.line("  switch (i) {");
    for (int i = 0; i < count; i++) {
      out.line("    case %d: return fp_word(%s);", i, table.constants().get(i));
    }
    out.line("    default: return 0;");
    out.line("  }");
    out.line("}");
  }

  private void datatypes() {
    out.line("");
    out.line("const unsigned fp_datatype_count = %d;", table.datatypes().size());
    out.line("MPI_Datatype fp_datatype(unsigned i) {");
    out.line("  switch (i) {");
    for (int i = 0; i < table.datatypes().size(); i++) {
      String name = table.datatypes().get(i).name();
      out.line("#ifdef %s", name);
      out.line("    case %d: return %s;", i, name);
      out.line("#endif");
    }
    out.line("    default: return MPI_DATATYPE_NULL;");
    out.line("  }");
    out.line("}");
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
}
