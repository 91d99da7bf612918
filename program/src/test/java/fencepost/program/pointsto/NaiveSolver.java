package fencepost.program.pointsto;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The same inclusions, applied again and again to plain sets until nothing changes. */
final class NaiveSolver {
  private static final int WORD = 8;

  private final Map<Integer, Set<Long>> sets = new HashMap<>();
  private final Map<List<Integer>, Set<Long>> words = new HashMap<>(); // by object and word
  private final List<Runnable> rules = new ArrayList<>();
  private boolean changed;

  private Set<Long> set(int node) {
    return sets.computeIfAbsent(node, key -> new HashSet<>());
  }

  private List<Long> addresses(int node) {
    return set(node).stream()
        .filter(at -> AbstractPlace.offset(at) != AbstractPlace.DIFFERENCE)
        .toList();
  }

  private Set<Long> word(int object, int word) {
    return words.computeIfAbsent(List.of(object, word), key -> new HashSet<>());
  }

  private Set<Long> anywhere(int object) {
    return word(object, AbstractPlace.ANY);
  }

  private void put(Set<Long> from, Set<Long> to) {
    changed |= to.addAll(List.copyOf(from));
  }

  void add(int node, long location) {
    set(node).add(location);
  }

  void include(int from, int to, long shift) {
    rules.add(
        () -> {
          for (long at : List.copyOf(set(from))) {
            changed |= set(to).add(AbstractPlace.shifted(at, shift));
          }
        });
  }

  void load(int address, int size, int to) {
    rules.add(
        () -> {
          for (long at : addresses(address)) {
            read(at, size, set(to));
          }
        });
  }

  private void read(long at, int size, Set<Long> to) {
    put(anywhere(AbstractPlace.object(at)), to);
    int offset = AbstractPlace.offset(at);
    for (List<Integer> word : List.copyOf(words.keySet())) {
      boolean inside = word.get(1) >= offset / WORD && word.get(1) <= (offset + size - 1) / WORD;
      if (word.get(0) == AbstractPlace.object(at) && (offset == AbstractPlace.ANY || inside)) {
        put(word(word.get(0), word.get(1)), to);
      }
    }
  }

  void store(int address, int size, int from) {
    rules.add(
        () -> {
          for (long at : addresses(address)) {
            int offset = AbstractPlace.offset(at);
            if (offset == AbstractPlace.ANY) {
              put(set(from), anywhere(AbstractPlace.object(at)));
              continue;
            }
            for (int word = offset / WORD; word <= (offset + size - 1) / WORD; word++) {
              put(set(from), word(AbstractPlace.object(at), word));
            }
          }
        });
  }

  void copy(int to, int from, long size) {
    rules.add(
        () -> {
          for (long target : addresses(to)) {
            for (long source : addresses(from)) {
              copy(target, source, size);
            }
          }
        });
  }

  private void copy(long target, long source, long size) {
    int to = AbstractPlace.offset(target);
    int from = AbstractPlace.offset(source);
    put(anywhere(AbstractPlace.object(source)), anywhere(AbstractPlace.object(target)));
    boolean known =
        to != AbstractPlace.ANY
            && from != AbstractPlace.ANY
            && size >= 0
            && to % WORD == from % WORD;
    for (List<Integer> word : List.copyOf(words.keySet())) {
      if (word.get(0) != AbstractPlace.object(source)) {
        continue;
      }
      Set<Long> content = word(word.get(0), word.get(1));
      int moved = word.get(1) + to / WORD - from / WORD;
      boolean before = size < 0 && from != AbstractPlace.ANY && word.get(1) < from / WORD;
      if (!known && !before) {
        put(content, anywhere(AbstractPlace.object(target)));
      } else if (known && word.get(1) >= from / WORD && word.get(1) <= (from + size - 1) / WORD) {
        boolean near = moved * WORD < AbstractPlace.FARTHEST;
        put(content, word(AbstractPlace.object(target), near ? moved : AbstractPlace.ANY));
      }
    }
  }

  void solve() {
    do {
      changed = false;
      rules.forEach(Runnable::run);
    } while (changed);
  }

  /** The addresses in the set, without single places of objects of which it has any place. */
  Set<Long> locations(int node) {
    Set<Long> all = new HashSet<>(addresses(node));
    all.removeIf(
        at ->
            AbstractPlace.offset(at) != AbstractPlace.ANY
                && set(node)
                    .contains(AbstractPlace.of(AbstractPlace.object(at), AbstractPlace.ANY)));
    return all;
  }
}
