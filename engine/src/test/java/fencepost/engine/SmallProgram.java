package fencepost.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A program of a few strands with a few steps each, some of which are done only if the strand has
 * seen a certain value last.
 */
record SmallProgram(List<List<Step>> strands) {
  static final int CELLS = 3;
  static final int LOCKS = 2;
  static final int CHANNELS = 3;
  private static final int ALWAYS = -1;

  enum Verb {
    LOCK,
    LOCK_SHARED,
    UNLOCK,
    SEND,
    RECEIVE,
    RECEIVE_UNSEEN,
    LOAD,
    STORE,
    PUT,
    FLUSH,
    ADD,
    FETCH_ADD,
    ATOMIC_LOAD;

    boolean accesses() {
      return ordinal() >= LOAD.ordinal() && this != FLUSH;
    }

    boolean writes() {
      return this == STORE || this == PUT || this == ADD || this == FETCH_ADD;
    }

    boolean atomic() {
      return this == ADD || this == FETCH_ADD || this == ATOMIC_LOAD;
    }
  }

  /**
   * One step. Whoever receives does so from anybody who has sent to its channel: it sees from whom
   * and what, or only what.
   *
   * @param object the lock, the channel or the cell
   * @param onlyIf the value that must have been seen last, or -1
   */
  record Step(Verb verb, int object, int value, int onlyIf, int site) {}

  /**
   * Two to four strands, the more the shorter. In some programs, most of them send to the first.
   */
  static SmallProgram random(Random choice) {
    int number = 2 + choice.nextInt(3);
    boolean talking = choice.nextInt(3) == 0;
    List<List<Step>> strands = new ArrayList<>();
    for (int strand = 0; strand < number; strand++) {
      int parts = number == 2 ? 4 : number == 3 ? 3 : 2;
      strands.add(steps(choice, strand, number, talking ? Math.max(parts - 1, 2) : parts, talking));
    }
    return new SmallProgram(strands);
  }

  private static List<Step> steps(
      Random choice, int strand, int strands, int parts, boolean talking) {
    List<Step> steps = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      int kind = choice.nextInt(8);
      if (talking && kind < 6) {
        conversation(choice, strand, strands, steps);
      } else if (kind < 4) {
        section(choice, strand, steps);
      } else if (kind == 4) {
        message(choice, strand, strands, choice.nextInt(CHANNELS), steps);
      } else {
        access(choice, strand, steps);
      }
    }
    add(steps, strand, Verb.FLUSH, 0);
    return List.copyOf(steps);
  }

  /** A lock, perhaps another one within it, and something inside. */
  private static void section(Random choice, int strand, List<Step> steps) {
    int lock = choice.nextInt(LOCKS);
    add(steps, strand, choice.nextInt(3) == 0 ? Verb.LOCK_SHARED : Verb.LOCK, lock);
    if (choice.nextInt(5) == 0) {
      add(steps, strand, Verb.LOCK, 1 - lock);
      access(choice, strand, steps);
      add(steps, strand, Verb.UNLOCK, 1 - lock);
    } else if (choice.nextInt(4) > 0) {
      access(choice, strand, steps);
    }
    if (choice.nextInt(3) > 0) {
      add(steps, strand, Verb.FLUSH, 0);
    }
    add(steps, strand, Verb.UNLOCK, lock);
  }

  /** Those who send have written before, each somewhere else; who receives reads one of it then. */
  private static void conversation(Random choice, int strand, int strands, List<Step> steps) {
    Verb write = choice.nextBoolean() ? Verb.STORE : Verb.PUT;
    if (strand > 0) {
      int cell = (strand - 1) % (CELLS - 1);
      steps.add(new Step(write, cell, 1 + choice.nextInt(2), ALWAYS, site(strand, steps)));
    }
    message(choice, strand, strands, 0, steps);
    if (strand == 0) {
      add(steps, strand, Verb.LOAD, choice.nextInt(CELLS - 1));
    }
  }

  /** Every channel has one strand that receives from it. */
  private static void message(
      Random choice, int strand, int strands, int channel, List<Step> steps) {
    boolean receives = channel % strands == strand;
    Verb verb = !receives ? Verb.SEND : choice.nextInt(4) == 0 ? Verb.RECEIVE : Verb.RECEIVE_UNSEEN;
    int contents = choice.nextInt(6) == 0 ? 2 : 1;
    if (!receives) {
      add(steps, strand, Verb.FLUSH, 0);
    }
    steps.add(new Step(verb, channel, contents, ALWAYS, site(strand, steps)));
  }

  private static void access(Random choice, int strand, List<Step> steps) {
    Verb[] plain = {Verb.LOAD, Verb.STORE, Verb.PUT};
    Verb[] atomic = {Verb.ADD, Verb.FETCH_ADD, Verb.ATOMIC_LOAD};
    boolean isAtomic = choice.nextInt(3) == 0;
    int cell =
        choice.nextInt(10) == 0
            ? choice.nextInt(CELLS)
            : isAtomic ? CELLS - 1 : choice.nextInt(CELLS - 1);
    Verb verb = (isAtomic ? atomic : plain)[choice.nextInt(3)];
    int condition = choice.nextInt(4) == 0 ? choice.nextInt(3) : ALWAYS;
    steps.add(new Step(verb, cell, 1 + choice.nextInt(2), condition, site(strand, steps)));
  }

  private static void add(List<Step> steps, int strand, Verb verb, int object) {
    steps.add(new Step(verb, object, 0, ALWAYS, site(strand, steps)));
  }

  private static int site(int strand, List<Step> steps) {
    return 100 * (strand + 1) + steps.size();
  }
}
