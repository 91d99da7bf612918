package fencepost.bench.suite.source;

import fencepost.bench.suite.source.ArrayVariable.Storage;

/** A program in Fortran that uses the module mpi_f08. */
public final class FortranText extends Text {
  /** The kind of displacements, under a short name: lines must not be longer than 132. */
  public static final String KIND = "ak";

  @Override
  public String language() {
    return "fortran";
  }

  @Override
  protected String indentation() {
    return "  ";
  }

  @Override
  protected String callOf(String function, String arguments) {
    return "call " + function + "(" + arguments + ")";
  }

  @Override
  String printOf(ValueType type, String expression) {
    return "print *, " + expression;
  }

  @Override
  public void load(Object site, Section section) {
    line(site, "print *, " + element(section));
  }

  @Override
  public void store(Object site, Section section, int value) {
    line(site, element(section) + " = " + value);
  }

  @Override
  public void ifRank(int rank, Runnable body) {
    line("if (rank == " + rank + ") then");
    indented(body);
    line("end if");
  }

  @Override
  public void repeat(int times, Runnable body) {
    line("do i = 1, " + times);
    indented(body);
    line("end do");
  }

  @Override
  String address(Section section) {
    return element(section);
  }

  private String element(Section section) {
    if (!section.isElement()) {
      throw new UnsupportedOperationException("only elements of arrays");
    }
    return use(section.memory()) + "(" + (section.index() + 1) + ")";
  }

  @Override
  String datatype(ValueType type) {
    return type.mpiFortran();
  }

  @Override
  String displacement(long value) {
    return value + "_" + KIND;
  }

  @Override
  String reference(String name) {
    return name;
  }

  @Override
  public void comment(String text) {
    line("! " + text);
  }

  @Override
  void array(ArrayVariable memory) {
    if (memory.storage() != Storage.STACK || (memory.initial() != 0 && memory.count() > 1)) {
      throw new UnsupportedOperationException("only variables of the program");
    }
    line(
        "%s, asynchronous :: %s(%d) = %d"
            .formatted(memory.type().fortran(), memory.name(), memory.count(), memory.initial()));
  }

  @Override
  void allocate(ArrayVariable memory) {
    throw new UnsupportedOperationException("no heap");
  }

  @Override
  void free(ArrayVariable memory) {
    throw new UnsupportedOperationException("no heap");
  }

  @Override
  public void handle(String type, String name) {
    line("type(" + type + ") :: " + name);
  }

  @Override
  void variable(Variable variable) {
    if (variable.type().startsWith("MPI_")) {
      handle(variable.type(), variable.name());
    } else {
      line("integer :: " + variable.name());
    }
  }
}
