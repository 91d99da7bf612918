package fencepost.engine;

import fencepost.model.Effect;
import fencepost.model.Point;
import org.jspecify.annotations.Nullable;

/**
 * Two effects that conflict and that nothing orders.
 *
 * @param earlier the one that was seen first; nothing says that it happened first
 * @param later the other
 * @param address a byte that both touch
 * @param lastKnown the last synchronisation of the earlier one's strand that the later one knew of
 * @param again whether the later one had happened before, in a loop
 */
public record Race(
    Effect earlier, Effect later, long address, @Nullable Point lastKnown, boolean again) {}
