package fencepost.check.machine;

import fencepost.program.ir.Comparison.Relation;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Steps that go to another block. */
final class Jumps {
  private Jumps() {}

  /** The way to a block, with the values that its phis take on that way. */
  static final class Edge {
    @Nullable Step target;

    /** Whether some execution has gone this way. */
    boolean taken;

    private final int[] from;
    private final int[] to;
    private final long[] values;

    Edge(int[] from, int[] to) {
      this.from = from;
      this.to = to;
      this.values = new long[from.length];
    }

    @Nullable Step take(MachineProcess p) {
      taken = true;
      long[] r = p.r;
      int n = from.length;
      if (n == 1) {
        r[to[0]] = r[from[0]];
      } else if (n > 1) { // all at once: one may be the source of another
        for (int i = 0; i < n; i++) {
          values[i] = r[from[i]];
        }
        for (int i = 0; i < n; i++) {
          r[to[i]] = values[i];
        }
      }
      if (p.s != null) {
        p.move(from, to);
      }
      return target;
    }
  }

  static final class Go extends Step {
    private final Edge edge;

    Go(Edge edge) {
      this.edge = edge;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      return edge.take(p);
    }
  }

  /** A call has returned that may throw: where the program goes on, and where if it has thrown. */
  static final class AfterInvoke extends Step {
    private final Edge normal;
    private final Edge unwind;
    private final Landing landing;

    AfterInvoke(Edge normal, Edge unwind, Landing landing) {
      this.normal = normal;
      this.unwind = unwind;
      this.landing = landing;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      return normal.take(p);
    }

    /** The step that takes an exception; null if it does not stay here. */
    @Nullable Step take(MachineProcess p, Thrown thrown) {
      if (!landing.takes(p, thrown)) {
        return null;
      }
      Step next = unwind.take(p);
      landing.store(p, thrown);
      return next;
    }
  }

  static final class Branch extends Step {
    private final int condition;
    private final Edge yes;
    private final Edge no;

    Branch(int condition, Edge yes, Edge no) {
      this.condition = condition;
      this.yes = yes;
      this.no = no;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      if (p.s != null) {
        p.decided(condition, this);
      }
      return (p.r[condition] != 0 ? yes : no).take(p);
    }
  }

  /** A comparison and the branch on it in one. */
  static final class CompareAndBranch extends Step {
    private final Steps.Compare compare;
    private final Relation relation;
    private final int a;
    private final int b;
    private final Edge yes;
    private final Edge no;

    CompareAndBranch(Steps.Compare compare, Edge yes, Edge no) {
      this.compare = compare;
      this.relation = compare.relation;
      this.a = compare.a;
      this.b = compare.b;
      this.yes = yes;
      this.no = no;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      long[] r = p.r;
      boolean holds = Integers.compare(relation, r[a], r[b]);
      r[compare.to] = holds ? 1 : 0;
      if (p.s != null) {
        p.compared(compare.to, relation, a, b);
        p.decided(compare.to, this);
      }
      return (holds ? yes : no).take(p);
    }
  }

  static final class Switch extends Step {
    private final int value;
    private final Map<Long, Edge> cases = new HashMap<>();
    private final Edge otherwise;

    Switch(int value, Edge otherwise) {
      this.value = value;
      this.otherwise = otherwise;
    }

    void add(long number, Edge edge) {
      cases.putIfAbsent(number, edge);
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      if (p.s != null) {
        p.switched(value, cases.keySet(), this);
      }
      Edge edge = cases.get(p.r[value]);
      return (edge == null ? otherwise : edge).take(p);
    }
  }

  /** The end of a function. */
  static final class Return extends Step implements Located {
    private final int value;
    private final int words;
    private final int site;

    Return(int value, int words, int site) {
      this.value = value;
      this.words = words;
      this.site = site;
    }

    @Override
    public int site() {
      return site;
    }

    @Override
    @Nullable Step execute(MachineProcess p) {
      return p.returnFrom(value, words, site);
    }
  }
}
