package fencepost.bench.suite;

import fencepost.bench.suite.source.Lines;
import fencepost.bench.suite.source.Text;

/** What stands around a scenario to make it a program, in one language and model. */
public interface Frame {
  Text newText();

  /** The suffix of the file. */
  String suffix();

  /** The program without its header. */
  Lines assemble(Text text, Lines body);

  /** The header as a comment. */
  Lines comment(Iterable<String> lines);
}
