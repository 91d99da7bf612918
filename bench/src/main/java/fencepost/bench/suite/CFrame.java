package fencepost.bench.suite;

import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Lines;
import fencepost.bench.suite.source.Text;
import java.util.ArrayList;
import java.util.List;

/** A program in C. */
public abstract class CFrame implements Frame {
  @Override
  public CText newText() {
    return new CText();
  }

  @Override
  public String suffix() {
    return "c";
  }

  @Override
  public Lines comment(Iterable<String> lines) {
    Lines comment = new Lines();
    comment.add("// " + Labels.TITLE + " BEGIN");
    comment.add("/*");
    lines.forEach(comment::add);
    comment.add("*/");
    comment.add("// " + Labels.TITLE + " END");
    comment.add("");
    return comment;
  }

  @Override
  public final Lines assemble(Text text, Lines body) {
    CText c = (CText) text;
    Lines setUp = c.capture(1, () -> setUp(c));
    Lines tearDown = c.capture(1, () -> tearDown(c));
    Lines program = new Lines();
    macros(c).forEach(macro -> program.add("#define " + macro));
    includes(c).forEach(header -> program.add("#include <" + header + ">"));
    program.add("");
    program.addAll(outside(c));
    program.addAll(c.definitions());
    program.add("int main(" + parameters() + ")");
    program.add("{");
    program.addAll(c.capture(1, () -> declarations(c)));
    program.addAll(setUp);
    program.add("");
    program.addAll(body);
    program.add("");
    program.addAll(tearDown);
    program.add("    return 0;");
    program.add("}");
    return program;
  }

  /** The parameters of the main program. */
  protected String parameters() {
    return "void";
  }

  /** Macros that stand before the header files: what is of POSIX is hidden else. */
  protected List<String> macros(CText text) {
    return text.headers().isEmpty() ? List.of() : List.of("_XOPEN_SOURCE 700");
  }

  /** The header file of the library. */
  protected abstract String header();

  /** The header files, in the order in which they are included. */
  protected List<String> includes(CText text) {
    List<String> headers = new ArrayList<>();
    if (text.usesThreads()) {
      headers.add("omp.h");
    }
    headers.addAll(text.headers());
    headers.addAll(List.of(header(), "stdio.h", "stdlib.h", "string.h"));
    return headers;
  }

  /** Initialises the library; declares and sets the variable {@code rank}. */
  protected abstract void start(CText text);

  /** Everyone has set up everything. */
  protected abstract void ready(CText text);

  /** Ends the program. */
  protected abstract void finish(CText text);

  private static Lines outside(CText text) {
    Lines lines =
        text.capture(
            0,
            () ->
                text.outside(
                    () ->
                        text.used().stream()
                            .filter(d -> !text.isLocal(d))
                            .forEach(d -> d.declare(text))));
    if (!lines.isEmpty()) {
      lines.add("");
    }
    return lines;
  }

  private static void declarations(CText text) {
    text.line("int rank;");
    text.used().stream().filter(text::isLocal).forEach(d -> d.declare(text));
    text.line("");
  }

  private void setUp(CText text) {
    start(text);
    text.used().forEach(d -> d.setUp(text));
    ready(text);
  }

  private void tearDown(CText text) {
    List<Declaration> used = List.copyOf(text.used());
    for (int i = used.size() - 1; i >= 0; i--) {
      used.get(i).tearDown(text);
    }
    finish(text);
  }
}
