package fencepost.check.machine;

import fencepost.program.ir.Comparison.Relation;
import fencepost.program.ir.Opcode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is not known before the program runs: its inputs. An execution gives each of them a value
 * and goes on with that; registers and bytes that depend on an input remember how, so that the
 * decisions that the program took by it can be taken differently another time.
 */
public final class Unknowns {
  /** A loop asks in every iteration; one iteration more or less of many makes no difference. */
  private static final int MOST_AT_ONE_PLACE = 4;

  private final Map<Integer, Long> chosen;
  private final List<Input> inputs = new ArrayList<>();
  private final List<Term> terms = new ArrayList<>(List.of(new Term(0, 0, 0, null, 0)));
  private final Map<List<Object>, Integer> numbers = new HashMap<>();
  private final Map<String, Integer> named = new HashMap<>();
  private final Set<Decision> decisions = new LinkedHashSet<>();
  private final Map<List<Object>, Integer> taken = new HashMap<>();

  /** An input, the value that this execution has given it, and those that it may have. */
  public record Input(String name, long value, long least, long most) {}

  /**
   * {@code scale * input + offset}; with a relation, whether that stands in the relation to the
   * bound. Anything that is not of this form has the input -1.
   */
  private record Term(int input, long scale, long offset, @Nullable Relation relation, long bound) {
    Term scaled(long factor) {
      return new Term(input, scale * factor, offset * factor, relation, bound);
    }

    Term shifted(long distance) {
      return new Term(input, scale, offset + distance, relation, bound);
    }
  }

  /**
   * The program asked something of an input, and the answer was yes or no.
   *
   * @param place stands for the instruction that asked
   */
  public record Decision(
      int input,
      long scale,
      long offset,
      Relation relation,
      long bound,
      boolean holds,
      Object place) {
    /** Whether the answer is the same for another value of the input. */
    public boolean agrees(long value) {
      return Integers.compare(relation, scale * value + offset, bound) == holds;
    }

    /** The instruction and its answer; whatever was asked. */
    public List<Object> way() {
      return List.of(place, holds);
    }

    public Decision opposite() {
      return new Decision(input, scale, offset, relation, bound, !holds, place);
    }
  }

  /**
   * @param chosen values for some inputs, by their number
   */
  public Unknowns(Map<Integer, Long> chosen) {
    this.chosen = chosen;
  }

  public List<Input> inputs() {
    return inputs;
  }

  public List<Decision> decisions() {
    return List.copyOf(decisions);
  }

  /** A new input; returns the number of the unknown. */
  int input(String what, long sample, long least, long most) {
    int number = inputs.size();
    String name = named.containsKey(what) ? what + " (" + (number + 1) + ")" : what;
    inputs.add(new Input(name, chosen.getOrDefault(number, sample), least, most));
    int unknown = add(new Term(number, 1, 0, null, 0));
    named.put(name, unknown);
    return unknown;
  }

  /** The input of a name; returns the number of the unknown. */
  public int named(String name, long sample, long least, long most) {
    Integer known = named.get(name);
    return known != null ? known : input(name, sample, least, most);
  }

  /** The value of an input in this execution. */
  public long value(int unknown) {
    return inputs.get(terms.get(unknown).input).value;
  }

  private int add(Term term) {
    terms.add(term);
    return terms.size() - 1;
  }

  /** What is computed of two values, at least one of which is unknown. */
  int derive(Opcode opcode, int a, long valueOfA, int b, long valueOfB) {
    List<Object> key = List.of(opcode, a, a == 0 ? valueOfA : 0, b, b == 0 ? valueOfB : 0);
    return numbers.computeIfAbsent(key, made -> add(term(opcode, a, valueOfA, b, valueOfB)));
  }

  private Term term(Opcode opcode, int a, long valueOfA, int b, long valueOfB) {
    Term x = terms.get(a == 0 ? b : a);
    boolean linear = x.input >= 0 && (a == 0 || b == 0 || a == b);
    long other = a == 0 ? valueOfA : valueOfB;
    return switch (opcode) {
      case SIGN_EXTEND, ZERO_EXTEND, TRUNCATE, CAST, FREEZE -> x;
      case ADD -> linear && a != b ? x.shifted(other) : opaque();
      case SUBTRACT ->
          !linear || a == b ? opaque() : b == 0 ? x.shifted(-other) : x.scaled(-1).shifted(other);
      case MULTIPLY -> linear && a != b ? x.scaled(other) : opaque();
      case XOR -> // the negation of a truth value
          linear && other == 1 && x.relation != null
              ? new Term(x.input, x.scale, x.offset, x.relation.negated(), x.bound)
              : opaque();
      default -> opaque();
    };
  }

  private static Term opaque() {
    return new Term(-1, 0, 0, null, 0);
  }

  /** Whether a relation holds, of which at least one side is unknown. */
  int compare(Relation relation, int a, long valueOfA, int b, long valueOfB) {
    List<Object> key = List.of(relation, a, a == 0 ? valueOfA : 0, b, b == 0 ? valueOfB : 0);
    return numbers.computeIfAbsent(
        key,
        made -> {
          if (a != 0 && b != 0) {
            return add(opaque());
          }
          return a != 0
              ? add(comparison(terms.get(a), relation, valueOfB))
              : add(comparison(terms.get(b), relation.swapped(), valueOfA));
        });
  }

  private static Term comparison(Term term, Relation relation, long bound) {
    if (term.input < 0) {
      return term;
    }
    if (term.relation == null) {
      return new Term(term.input, term.scale, term.offset, relation, bound);
    }
    boolean asks =
        (relation == Relation.UNEQUAL && bound == 0) || (relation == Relation.EQUAL && bound == 1);
    boolean denies = relation == Relation.EQUAL && bound == 0;
    return asks
        ? term
        : denies
            ? new Term(term.input, term.scale, term.offset, term.relation.negated(), term.bound)
            : opaque();
  }

  /** The program goes one way because of a truth value that is unknown. */
  void decided(int unknown, boolean holds, Object place) {
    Term term = terms.get(unknown);
    if (term.input < 0) {
      return;
    }
    Relation relation = term.relation == null ? Relation.UNEQUAL : term.relation;
    Decision decision =
        new Decision(term.input, term.scale, term.offset, relation, term.bound, holds, place);
    if (taken.getOrDefault(decision.way(), 0) < MOST_AT_ONE_PLACE && decisions.add(decision)) {
      taken.merge(decision.way(), 1, Integer::sum);
    }
  }
}
