package fencepost.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * What a command of the tool said, on standard output and on standard error. The two streams belong
 * to the whole JVM; what the command prints is told from what others print by its threads.
 */
record Said(int exit, String text, String errors) {
  private static final Streams OUT = new Streams(System.out);
  private static final Streams ERR = new Streams(System.err);

  static {
    System.setOut(new PrintStream(OUT, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(ERR, true, StandardCharsets.UTF_8));
  }

  static Said by(String... arguments) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    OUT.heard.set(text);
    ERR.heard.set(errors);
    try {
      int exit = Main.run(arguments);
      return new Said(
          exit, text.toString(StandardCharsets.UTF_8), errors.toString(StandardCharsets.UTF_8));
    } finally {
      OUT.heard.remove();
      ERR.heard.remove();
    }
  }

  /**
   * Goes where the threads of a command are listened to, and for all others where it went before.
   */
  private static final class Streams extends OutputStream {
    private final OutputStream others;
    private final InheritableThreadLocal<OutputStream> heard = new InheritableThreadLocal<>();

    Streams(OutputStream others) {
      this.others = others;
    }

    private OutputStream mine() {
      OutputStream listening = heard.get();
      return listening == null ? others : listening;
    }

    @Override
    public void write(int letter) throws java.io.IOException {
      mine().write(letter);
    }

    @Override
    public void write(byte[] letters, int from, int length) throws java.io.IOException {
      mine().write(letters, from, length);
    }

    @Override
    public void flush() throws java.io.IOException {
      mine().flush();
    }
  }
}
