package fencepost.bench.suite.mpi;

import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.CText;
import fencepost.bench.suite.source.Text;
import fencepost.bench.suite.source.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Loops that test until something is done. */
final class Polling {
  private static final Variable FLAG = new Variable("int", "flag");

  private Polling() {}

  /**
   * Repeats a call whose argument behind the first ones is a flag.
   *
   * @param last what comes behind the flag
   */
  static void until(Text text, String function, List<Arg> first, List<Arg> last) {
    List<Arg> arguments = new ArrayList<>(first);
    if (text instanceof CText c) {
      arguments.add(Arg.out(FLAG));
      arguments.addAll(last);
      text.line(text.use(FLAG) + " = 0;");
      c.block("while (!flag) {", () -> text.call(null, function, arguments.toArray(Arg[]::new)));
    } else {
      arguments.add(Arg.name("done"));
      arguments.addAll(last);
      text.line("done = .false.");
      text.line("do while (.not. done)");
      text.indented(() -> text.call(null, function, arguments.toArray(Arg[]::new)));
      text.line("end do");
    }
  }

  static void until(Text text, String function, Arg... first) {
    until(text, function, Arrays.asList(first), List.of());
  }
}
