package fencepost.check;

import fencepost.check.dataflow.Dataflow;
import fencepost.check.dataflow.Options;
import fencepost.check.machine.Image;
import fencepost.program.ir.Call;
import fencepost.program.ir.Instruction;

/** All findings before the run: those of executions, and doubts about calls that none made. */
public final class Check {
  private Check() {}

  /**
   * Looks at a whole program, or at a part of one without a main function.
   *
   * @param crossRank whether doubts about accesses by different processes are told too
   */
  public static Exploration.Result run(Image image, Exploration.Plan plan, boolean crossRank) {
    Exploration.Result explored = new Exploration(image, plan).run();
    Options unreached = new Options(i -> isReached(i, image, explored.coverage()), crossRank);
    return explored.and(Dataflow.findings(image.module(), unreached));
  }

  private static boolean isReached(Instruction instruction, Image image, Coverage coverage) {
    return instruction instanceof Call call
        ? coverage.isReached(call)
        : image.isReached(instruction);
  }
}
