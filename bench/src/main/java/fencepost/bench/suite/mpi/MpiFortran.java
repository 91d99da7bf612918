package fencepost.bench.suite.mpi;

import fencepost.bench.suite.Frame;
import fencepost.bench.suite.Labels;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.FortranText;
import fencepost.bench.suite.source.Lines;
import fencepost.bench.suite.source.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** An MPI program in Fortran. */
public final class MpiFortran implements Frame {
  @Override
  public Text newText() {
    return new FortranText();
  }

  @Override
  public String suffix() {
    return "f90";
  }

  @Override
  public Lines comment(Iterable<String> lines) {
    Lines comment = new Lines();
    comment.add("! " + Labels.TITLE + " BEGIN");
    lines.forEach(line -> comment.add("! " + line));
    comment.add("! " + Labels.TITLE + " END");
    comment.add("");
    return comment;
  }

  @Override
  public Lines assemble(Text text, Lines body) {
    List<Declaration> used = new ArrayList<>(text.used());
    Lines setUp = text.capture(1, () -> used.forEach(declaration -> declaration.setUp(text)));
    Lines program = new Lines();
    program.add("program race");
    program.add("  use mpi_f08");
    program.add("  implicit none");
    program.add("  integer, parameter :: " + FortranText.KIND + " = MPI_ADDRESS_KIND");
    program.add("  integer :: rank");
    helpers(body, setUp, program);
    program.addAll(text.capture(1, () -> used.forEach(d -> d.declare(text))));
    program.add("");
    program.add("  call MPI_Init()");
    program.add("  call MPI_Comm_rank(MPI_COMM_WORLD, rank)");
    program.addAll(setUp);
    program.add("  call MPI_Barrier(MPI_COMM_WORLD)");
    program.add("");
    program.addAll(body);
    program.add("");
    Collections.reverse(used);
    program.addAll(text.capture(1, () -> used.forEach(d -> d.tearDown(text))));
    program.add("  call MPI_Finalize()");
    program.add("end program race");
    return program;
  }

  /** Variables that only some statements need. */
  private static void helpers(Lines body, Lines setUp, Lines program) {
    if (body.toString().contains("done")) {
      program.add("  logical :: done");
    }
    if (body.toString().contains("do i =")) {
      program.add("  integer :: i");
    }
    if (setUp.toString().contains("all_ranks")) {
      program.add("  type(MPI_Group) :: all_ranks");
    }
  }
}
