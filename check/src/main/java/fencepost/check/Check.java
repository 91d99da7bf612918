package fencepost.check;

import fencepost.check.dataflow.Dataflow;
import fencepost.check.dataflow.Options;
import fencepost.check.machine.Image;

/** All findings before the run: those of executions, and doubts about calls that none made. */
public final class Check {
  private Check() {}

  /**
   * Looks at a whole program, or at a part of one without a main function.
   *
   * @param may whether doubts are told, too, that need an exception which no execution has thrown
   */
  public static Exploration.Result run(Image image, Exploration.Plan plan, boolean may) {
    Exploration exploration = new Exploration(image, plan);
    Exploration.Result explored = exploration.run();
    Options unreached =
        new Options(
            explored.coverage()::isReached,
            block -> may || image.isReached(block.instructions().get(0)),
            exploration::hasTime);
    return explored.and(Dataflow.findings(image.module(), unreached), !exploration.hasTime());
  }
}
