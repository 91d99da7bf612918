package fencepost.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The calls in a text of C that complete operations or order processes. */
final class SynchronizingCalls {
  private static final Pattern NAME =
      Pattern.compile(
          "\\b(MPI_(Barrier|Wait(all|any)?|Win_(fence|(un)?lock(_all)?|flush\\w*|sync|post|start"
              + "|complete|wait))"
              + "|shmem_(\\w+_)?(barrier(_all)?|sync(_all)?|quiet|fence|(signal_)?wait_until\\w*"
              + "|set_lock|clear_lock)"
              + "|gaspi_(wait|barrier|notify|notify_waitsome|notify_reset))\\s*\\(");

  private SynchronizingCalls() {}

  /** A call, from its name to its closing parenthesis. */
  record Site(String name, int line, int from, int to) {
    /** The text in which the call has been replaced by its success. */
    String removedFrom(String text) {
      return text.substring(0, from) + "0" + text.substring(to);
    }
  }

  static List<Site> in(String text) {
    List<Site> sites = new ArrayList<>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      int line =
          1 + (int) text.substring(0, matcher.start()).chars().filter(c -> c == '\n').count();
      sites.add(new Site(matcher.group(1), line, matcher.start(), end(text, matcher.end())));
    }
    return sites;
  }

  private static int end(String text, int inside) {
    int depth = 1;
    int at = inside;
    while (depth > 0 && at < text.length()) {
      char c = text.charAt(at++);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    }
    return at;
  }
}
