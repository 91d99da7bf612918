package fencepost.cli;

import java.util.Map;

/**
 * The environment as the user has set it. The launcher script starts the JVM with UTF-8, because a
 * JVM cannot name files with other characters in other locales, and leaves the user's own setting
 * in a variable of ours: for programs and compilers it takes its place again.
 */
final class UserEnvironment {
  private static final String OURS = "LC_ALL";
  private static final String THEIRS = "FENCEPOST_LC_ALL";

  private UserEnvironment() {}

  static void restore(ProcessBuilder builder) {
    Map<String, String> environment = builder.environment();
    String locale = environment.remove(THEIRS);
    if (locale == null) {
      return; // not started by the script
    }
    if (locale.isEmpty()) {
      environment.remove(OURS);
    } else {
      environment.put(OURS, locale);
    }
  }
}
