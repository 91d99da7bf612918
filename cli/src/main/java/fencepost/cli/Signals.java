package fencepost.cli;

import java.lang.reflect.Proxy;
import java.util.Map;

/**
 * What ends the tool from outside, while it watches a program. The first signal asks the run to
 * come to its end and to report what was seen; a second one ends everything at once, by the
 * shutdown hooks.
 *
 * <p>A signal that is ignored when the tool starts (SIGHUP under {@code nohup}) stays ignored; the
 * JVM sees to that. Its class for signals is an unsupported one that every JDK has, so it is called
 * by name; without it the default remains: the hooks run, and there is no report.
 */
final class Signals {
  private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);
  private static final int ENDED_BY_SIGNAL = 128;

  private volatile int first;

  /** Listens from now on. */
  static Signals listen() {
    Signals signals = new Signals();
    NUMBERS.forEach(signals::handle);
    return signals;
  }

  private void handle(String name, int number) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                received(number);
                return null;
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), ours);
    } catch (ReflectiveOperationException e) {
      // The JVM was told to leave signals alone (-Xrs), or is not the usual one.
    }
  }

  private void received(int number) {
    if (first == 0) {
      first = number;
    } else {
      System.exit(ENDED_BY_SIGNAL + number);
    }
  }

  /** The number of the first signal; 0 while there was none. */
  int received() {
    return first;
  }

  /** What a shell says of a command that a signal has ended. */
  static int exitCode(int signal) {
    return ENDED_BY_SIGNAL + signal;
  }
}
