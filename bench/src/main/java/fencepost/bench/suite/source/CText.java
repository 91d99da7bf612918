package fencepost.bench.suite.source;

import fencepost.bench.suite.source.ArrayVariable.Storage;
import java.util.LinkedHashSet;
import java.util.Set;

/** A program in C. */
public class CText extends Text {
  private final Set<String> headers = new LinkedHashSet<>();

  @Override
  public String language() {
    return "c";
  }

  @Override
  protected final String indentation() {
    return "    ";
  }

  @Override
  protected final String callOf(String function, String arguments) {
    return function + "(" + arguments + ");";
  }

  @Override
  final String printOf(ValueType type, String expression) {
    return "printf(\"" + type.format() + "\\n\", " + expression + ");";
  }

  /** The address of a section. */
  public final String addressOf(Section section) {
    return address(section);
  }

  /** The value at a section, as an expression that can be assigned to. */
  public final String value(Section section) {
    String name = use(section.memory());
    return section.isElement() ? name + "[" + section.index() + "]" : "*" + typed(name, section);
  }

  @Override
  public void load(Object site, Section section) {
    line(site, printOf(section.type(), value(section)));
  }

  @Override
  public void store(Object site, Section section, int value) {
    line(site, value(section) + " = " + value + ";");
  }

  @Override
  public final void ifRank(int rank, Runnable body) {
    block("if (rank == " + rank + ") {", body);
  }

  @Override
  public final void repeat(int times, Runnable body) {
    block("for (int i = 0; i < " + times + "; i++) {", body);
  }

  /** Needs a header file besides the usual ones. */
  public final void include(String header) {
    headers.add(header);
  }

  public final Set<String> headers() {
    return headers;
  }

  /** Something in braces. */
  public final void block(String head, Runnable body) {
    line(head);
    indented(body);
    line("}");
  }

  @Override
  protected final String address(Section section) {
    String name = use(section.memory());
    return section.isElement() ? "&" + name + "[" + section.index() + "]" : typed(name, section);
  }

  /** A pointer to a value of another type or at any byte. */
  private String typed(String name, Section section) {
    String type = section.type().c();
    return "(" + type + " *)((char *)" + start(name) + " + " + section.offset() + ")";
  }

  /** The first byte of an array. */
  public String start(String name) {
    return name;
  }

  @Override
  final String datatype(ValueType type) {
    return type.mpi();
  }

  @Override
  final String displacement(long value) {
    return Long.toString(value);
  }

  @Override
  protected final String reference(String name) {
    return "&" + name;
  }

  @Override
  public final void comment(String text) {
    line("// " + text);
  }

  @Override
  void array(ArrayVariable memory) {
    String type = memory.type().c();
    int dot = memory.name().indexOf('.');
    if (dot > 0) {
      String field = type + " " + memory.name().substring(dot + 1) + "[" + memory.count() + "]";
      String struct = "struct { " + type + " before; " + field + "; " + type + " after; } ";
      line(scope() + struct + memory.name().substring(0, dot) + " = {0};");
      return;
    }
    switch (memory.storage()) {
      case HEAP, SYMMETRIC, ELSEWHERE -> line(scope() + type + " *" + memory.name() + ";");
      default ->
          line(
              scope()
                  + type
                  + " "
                  + memory.name()
                  + "["
                  + memory.count()
                  + "] = {"
                  + memory.initial()
                  + "};");
    }
  }

  @Override
  void allocate(ArrayVariable memory) {
    String type = memory.type().c();
    Declaration container = memory.container();
    if (container != null) {
      String start = "(char *)" + container.name() + " + " + memory.base();
      line(memory.name() + " = (" + type + " *)(" + start + ");");
    } else {
      String function = memory.storage() == Storage.SYMMETRIC ? "shmem_calloc" : "calloc";
      line(
          "%s = %s%s(%d, sizeof(%s));"
              .formatted(memory.name(), cast(type), function, memory.count(), type));
    }
  }

  /** What turns an untyped pointer into a typed one. */
  protected String cast(String type) {
    return "";
  }

  @Override
  void free(ArrayVariable memory) {
    String function = memory.storage() == Storage.SYMMETRIC ? "shmem_free" : "free";
    line(function + "(" + memory.name() + ");");
  }

  @Override
  public final void handle(String type, String name) {
    line(scope() + type + " " + name + ";");
  }

  @Override
  final void variable(Variable variable) {
    String size = variable.size() == 0 ? "" : "[" + variable.size() + "]";
    String initial = variable.initial().isEmpty() ? "" : " = " + variable.initial();
    line(scope() + variable.type() + " " + variable.name() + size + initial + ";");
  }

  /** Whether a declaration stands in the main program, where functions do not see it. */
  public final boolean isLocal(Declaration declaration) {
    if (declaration instanceof ArrayVariable memory) {
      return memory.storage() == Storage.STACK
          || (memory.storage() != Storage.STATIC && definitions().isEmpty());
    }
    return definitions().isEmpty();
  }

  private boolean outside;

  public final void outside(Runnable declarations) {
    outside = true;
    declarations.run();
    outside = false;
  }

  private String scope() {
    return outside ? "static " : "";
  }
}
