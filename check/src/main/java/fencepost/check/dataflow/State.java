package fencepost.check.dataflow;

import fencepost.check.dataflow.Evaluator.View;
import fencepost.program.ir.Block;
import fencepost.program.ir.Call;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A place that was reached while the operation may be in flight.
 *
 * @param index of the next instruction in the block
 * @param from the block before; null at the start
 * @param conditions what must hold on the way here
 * @param memory what was stored on the way here, where it matters
 * @param requests where the operation's request is kept
 * @param started the call that put it in flight; null for a persistent one that is at rest
 * @param forgotten whether its request was freed
 */
record State(
    Scope scope,
    Block block,
    int index,
    @Nullable Block from,
    Conditions conditions,
    Map<Sum, Sum> memory,
    Set<Sum> requests,
    @Nullable Call started,
    boolean forgotten) {

  /** Where it is, whatever holds there. */
  record Place(Scope scope, Block block, int index) {}

  Place place() {
    return new Place(scope, block, index);
  }

  View view() {
    return new View(scope, memory, from, 0);
  }

  State at(Scope newScope, Block newBlock, int newIndex, @Nullable Block newFrom) {
    return new State(
        newScope, newBlock, newIndex, newFrom, conditions, memory, requests, started, forgotten);
  }

  State under(Conditions more) {
    return new State(scope, block, index, from, more, memory, requests, started, forgotten);
  }

  State storing(Sum address, Sum value) {
    Map<Sum, Sum> more = new HashMap<>(memory);
    more.put(address, value);
    return new State(
        scope, block, index, from, conditions, Map.copyOf(more), requests, started, forgotten);
  }

  State keepingRequestAt(Sum address) {
    Set<Sum> more = new HashSet<>(requests);
    more.add(address);
    return new State(
        scope, block, index, from, conditions, memory, Set.copyOf(more), started, forgotten);
  }

  boolean flying() {
    return started != null;
  }

  State startedBy(@Nullable Call call) {
    return new State(scope, block, index, from, conditions, memory, requests, call, forgotten);
  }

  State forgetting() {
    return new State(scope, block, index, from, conditions, memory, requests, started, true);
  }
}
