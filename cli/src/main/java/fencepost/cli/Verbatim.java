package fencepost.cli;

import java.util.Stack;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** A value that is taken as it stands, also if it looks like an option: {@code --args="-n 20"}. */
final class Verbatim implements CommandLine.IParameterConsumer {
  @Override
  @SuppressWarnings("JdkObsolete") // the library's own
  public void consumeParameters(Stack<String> words, ArgSpec option, CommandSpec command) {
    if (words.isEmpty()) {
      throw new CommandLine.ParameterException(
          command.commandLine(), "a value is missing behind --args");
    }
    option.setValue(words.pop());
  }
}
