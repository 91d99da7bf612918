package fencepost.bench.suite;

import static fencepost.bench.suite.Statements.on;

import fencepost.bench.suite.ThreadConstruct.Order;
import fencepost.trace.Model;
import java.util.ArrayList;
import java.util.List;

/** Every thread construct, with the operations of a model. */
public abstract class HybridCatalogue extends Catalogue {
  protected HybridCatalogue(Model model) {
    super(model, Category.HYBRID);
  }

  // ---- what a model has ----

  /** Rank 0 fetches data of rank 1 into a buffer. */
  protected abstract Statement fetch();

  /** Rank 0 waits until the data is there. */
  protected abstract Statement finishFetch();

  /** Rank 0 looks at the buffer. */
  protected abstract Statement useBuffer();

  /** Rank 0 writes to rank 1. */
  protected abstract Statement write();

  /** Rank 0 completes what it has written. */
  protected abstract Statement finishWrite();

  /** Rank 1 looks at what was written. */
  protected abstract Statement look();

  /** Rank 0 tells rank 1 that it is done. */
  protected abstract Statement tell();

  /** Rank 1 waits until it is told. */
  protected abstract Statement hear();

  /** What comes before and after, in all processes. */
  protected abstract List<Statement> open();

  protected abstract List<Statement> close();

  // ---- the scenarios ----

  public final List<Scenario> all() {
    for (ThreadConstruct construct : ThreadConstruct.values()) {
      local(construct);
      if (construct.order() == Order.FIRST) {
        incomplete(construct);
      }
      if (construct.order() != Order.EITHER) {
        atTarget(construct);
        atOrigin(construct);
      }
    }
    return scenarios();
  }

  private void local(ThreadConstruct construct) {
    Statement fetch = fetch();
    Statement use = useBuffer();
    boolean racy = construct.order() == Order.NONE;
    add(
        construct.label(),
        2,
        Pair.local(fetch, use),
        racy,
        racy
            ? "Another thread uses the buffer while data is fetched into it."
            : "The thread that uses the buffer is ordered against the one that fetches.",
        around(on(0, new ThreadsCode(construct, List.of(fetch, finishFetch()), List.of(use)))));
  }

  private void incomplete(ThreadConstruct construct) {
    Statement fetch = fetch();
    Statement use = useBuffer();
    race(
        construct.label() + "-incomplete",
        2,
        Pair.local(fetch, use),
        "The threads are ordered, but the operation is not complete.",
        around(on(0, new ThreadsCode(construct, List.of(fetch), List.of(use)), finishFetch())));
  }

  private void atTarget(ThreadConstruct construct) {
    Statement write = write();
    Statement look = look();
    boolean racy = construct.order() == Order.NONE;
    add(
        construct.label(),
        2,
        Pair.remote(write, look),
        racy,
        racy
            ? "The process is told that the data is there, but in another thread."
            : "The thread that looks is ordered after the one that was told.",
        around(
            on(0, write, finishWrite(), tell()),
            on(1, new ThreadsCode(construct, List.of(hear()), List.of(look)))));
  }

  private void atOrigin(ThreadConstruct construct) {
    Statement write = write();
    Statement look = look();
    boolean racy = construct.order() == Order.NONE;
    add(
        construct.label() + "-origin",
        2,
        Pair.remote(write, look),
        racy,
        racy
            ? "Another thread completes at a time when the operation may not have been issued."
            : "The thread that completes is ordered after the one that issued the operation.",
        around(
            on(0, new ThreadsCode(construct, List.of(write), List.of(finishWrite())), tell()),
            on(1, hear(), look)));
  }

  private List<Statement> around(Statement... body) {
    List<Statement> all = new ArrayList<>(open());
    all.addAll(List.of(body));
    all.addAll(close());
    return all;
  }
}
