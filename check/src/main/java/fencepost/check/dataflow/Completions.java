package fencepost.check.dataflow;

import fencepost.check.dataflow.Meaning.Completion;
import fencepost.check.dataflow.Meaning.Effect;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The table of what completes operations; its head explains the format. */
final class Completions {
  private final Map<Pattern, List<Completion>> byPattern = new LinkedHashMap<>();
  private final Map<String, List<Completion>> byCall = new HashMap<>();

  Completions() {
    Tables.lines("completions.txt").forEach(this::add);
  }

  private void add(List<String> words) {
    int verb = 0;
    while (!isVerb(words.get(verb))) {
      verb++;
    }
    List<String> keys = new ArrayList<>(words.subList(verb + 1, words.size()));
    boolean precedes = keys.removeAll(List.of("unless", "NOPRECEDE"));
    boolean flag = keys.remove("flag");
    Effect what = Effect.valueOf(words.get(verb).toUpperCase(Locale.ROOT));
    Completion completion = new Completion(what, List.copyOf(keys), flag, precedes);
    for (String call : words.subList(0, verb)) {
      if (call.contains("*")) {
        byPattern.put(Pattern.compile(call.replace("*", ".*")), List.of(completion));
      } else {
        byCall.computeIfAbsent(call, key -> new ArrayList<>()).add(completion);
      }
    }
  }

  private static boolean isVerb(String word) {
    for (Effect each : Effect.values()) {
      if (each.name().toLowerCase(Locale.ROOT).equals(word)) {
        return true;
      }
    }
    return false;
  }

  List<Completion> of(String call) {
    List<Completion> named = byCall.get(call);
    if (named != null) {
      return named;
    }
    return byPattern.entrySet().stream()
        .filter(entry -> entry.getKey().matcher(call).matches())
        .flatMap(entry -> entry.getValue().stream())
        .toList();
  }
}
