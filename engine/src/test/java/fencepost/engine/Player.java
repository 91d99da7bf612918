package fencepost.engine;

import fencepost.clocks.Signal;
import fencepost.engine.Step.Moment;
import fencepost.engine.Step.Op;
import fencepost.engine.Step.Part;
import fencepost.engine.Step.Permission;
import fencepost.model.Completions;
import fencepost.model.Effect;
import fencepost.model.Operation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Tells a scenario to an {@link Execution}, in one of the orders that respect happens-before: at
 * each turn some strand that is not waiting takes a step, or a grant opens whose moments have all
 * come.
 */
final class Player {
  private static final Operation.Completion COMPLETION = new Operation.Completion("flush", "flush");

  private final Execution execution;
  private final Random choice;
  private final List<Actor> actors = new ArrayList<>();
  private final Map<Moment, Signal> made = new HashMap<>();
  private final Map<List<Moment>, Signal> joined = new IdentityHashMap<>();
  private final Map<Permission, Grant> grants = new LinkedHashMap<>();
  private final Map<Part, Effect> effects = new HashMap<>();

  /** What parts share that the same statements of their own strand complete, and no others. */
  private final Map<Part, Completions> together = new HashMap<>();

  /** A strand and how far it has come. */
  private static final class Actor {
    final Strand strand;
    final List<Step> steps;
    int next;

    Actor(Strand strand, List<Step> steps) {
      this.strand = strand;
      this.steps = steps;
    }
  }

  Player(List<StrandScript> scripts, Execution execution, long seed) {
    this.execution = execution;
    this.choice = new Random(new SplittableRandom(seed).nextLong()); // like seeds, unlike choices
    for (StrandScript script : scripts) {
      actors.add(new Actor(execution.strand(script.rank), script.steps));
      for (Step step : script.steps) {
        if (step instanceof Step.Issue issue) {
          Scenario.permissions(issue.op().parts()).forEach(p -> grants.putIfAbsent(p, new Grant()));
        }
      }
    }
    if (choice.nextBoolean()) {
      scripts.forEach(script -> shareCompletions(script, scripts));
    }
  }

  private void shareCompletions(StrandScript script, List<StrandScript> scripts) {
    Map<List<Step>, Completions> shared = new HashMap<>();
    for (Step step : script.steps) {
      if (step instanceof Step.Issue issue) {
        for (Part part : issue.op().parts()) {
          List<Step> here = completing(part, List.of(script));
          if (here.size() == completing(part, scripts).size()) {
            together.put(part, shared.computeIfAbsent(here, key -> new Completions()));
          }
        }
      }
    }
  }

  private static List<Step> completing(Part part, List<StrandScript> scripts) {
    return scripts.stream()
        .flatMap(script -> script.steps.stream())
        .filter(step -> step instanceof Step.Complete complete && complete.parts().contains(part))
        .toList();
  }

  void play() {
    while (true) {
      List<Runnable> turns = turns();
      if (turns.isEmpty()) {
        break;
      }
      turns.get(choice.nextInt(turns.size())).run();
    }
    for (Actor actor : actors) {
      if (actor.next < actor.steps.size()) {
        throw new IllegalStateException("waits forever: " + actor.steps.get(actor.next));
      }
    }
  }

  private List<Runnable> turns() {
    List<Runnable> turns = new ArrayList<>();
    for (Actor actor : actors) {
      if (actor.next < actor.steps.size() && canTell(actor.steps.get(actor.next))) {
        turns.add(() -> tell(actor.strand, actor.steps.get(actor.next++)));
      }
    }
    grants.forEach(
        (permission, grant) -> {
          if (!grant.isOpen() && made.keySet().containsAll(permission.after())) {
            turns.add(() -> execution.open(grant, signalOf(permission.after())));
          }
        });
    return turns;
  }

  private boolean canTell(Step step) {
    if (step instanceof Step.Await await) {
      return made.keySet().containsAll(await.moments());
    } else if (step instanceof Step.AwaitGrant await) {
      return isOpen(await.permission());
    } else if (step instanceof Step.Complete complete) {
      return complete.parts().stream()
          .allMatch(p -> !effects.containsKey(p) || p.permission == null || isOpen(p.permission));
    }
    return true;
  }

  private void tell(Strand strand, Step step) {
    if (step instanceof Step.Access access) {
      execution.access(
          strand,
          access.kind(),
          access.rank(),
          access.bytes().region(),
          access.site(),
          access.lock());
    } else if (step instanceof Step.Issue issue) {
      issue(strand, issue.op());
    } else if (step instanceof Step.Complete complete) {
      execution.inside(strand, complete.call(), 0);
      complete(strand, complete.parts());
    } else if (step instanceof Step.Signal signal) {
      made.put(signal.moment(), execution.signal(strand));
    } else if (step instanceof Step.Await await) {
      execution.await(strand, signalOf(await.moments()));
    } else if (step instanceof Step.AwaitGrant await) {
      execution.await(strand, signalOf(await.permission().after()));
    }
  }

  private void complete(Strand strand, List<Part> parts) {
    Map<Object, Effect> last = new LinkedHashMap<>();
    for (Part part : parts) {
      // What has not been issued yet cannot be completed here, and what was issued in vain is for
      // the engine to see.
      if (effects.containsKey(part)) {
        Completions shared = together.get(part);
        last.put(shared == null ? part : shared, effects.get(part));
      }
    }
    last.values().forEach(effect -> execution.complete(strand, effect));
  }

  private void issue(Strand strand, Op op) {
    execution.inside(strand, op.call(), op.site());
    Operation operation = execution.issue(strand, COMPLETION);
    for (Part part : inSomeOrder(op.parts())) {
      @Nullable Grant grant = part.permission == null ? null : grants.get(part.permission);
      effects.put(
          part,
          execution.effect(
              operation,
              part.kind,
              part.rank,
              part.bytes.region(),
              part.type,
              part.lock,
              grant,
              together.get(part)));
    }
  }

  /** What begins at once comes before what has to be granted. */
  private List<Part> inSomeOrder(List<Part> parts) {
    List<Part> order = new ArrayList<>(parts);
    Collections.shuffle(order, choice);
    order.sort(Comparator.comparing(part -> part.permission != null));
    return order;
  }

  private boolean isOpen(Permission permission) {
    Grant grant = grants.get(permission);
    return grant == null ? made.keySet().containsAll(permission.after()) : grant.isOpen();
  }

  private Signal signalOf(List<Moment> moments) {
    return moments.size() == 1
        ? made.get(moments.get(0))
        : joined.computeIfAbsent(
            moments, list -> Signal.join(list.stream().map(made::get).toList()));
  }
}
