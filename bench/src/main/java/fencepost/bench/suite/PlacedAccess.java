package fencepost.bench.suite;

import fencepost.bench.suite.Statements.Load;
import fencepost.bench.suite.Statements.Store;
import fencepost.bench.suite.oracle.OracleStrand;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Section;
import fencepost.bench.suite.source.Text;

/** A load or store that is written in an unusual way; it means the same. */
public record PlacedAccess(Statement site, Placement placement) implements Statement {
  @Override
  public void write(Text text) {
    text.line("{");
    text.indented(() -> placement.write((CText) text, this));
    text.line("}");
  }

  @Override
  public void tell(OracleStrand strand) {
    site.tell(strand);
  }

  boolean stores() {
    return site instanceof Store;
  }

  private Section section() {
    return site instanceof Load load ? load.section() : ((Store) site).section();
  }

  String type() {
    return section().type().c();
  }

  long index() {
    return section().offset() / section().type().size();
  }

  String array(CText text) {
    return text.use(section().memory());
  }

  String element(CText text) {
    return text.value(section());
  }

  /** The access through a pointer to the array. */
  String code(String pointer) {
    return codeAt(pointer + "[" + index() + "]");
  }

  String codeAt(String element) {
    return stores()
        ? element + " = 42;"
        : "printf(\"" + section().type().format() + "\\n\", " + element + ");";
  }

  /** Defines a function that gets a pointer to the array. */
  void function(CText text, String linkage, String name, String code) {
    text.define(
        () -> {
          text.line(linkage + "void " + name + "(" + type() + " *p)");
          text.block("{", () -> text.line(site, code));
          text.line("");
        });
  }
}
