package fencepost.frontend.program;

import java.util.ArrayList;
import java.util.List;

/** Rings when something has come that processes wait for, so that nobody has to ask again. */
public final class Bell {
  private List<Runnable> sleepers = List.of();

  /** The record at hand of the process waits for it. */
  public void wakes(Rank rank) {
    if (sleepers.isEmpty()) {
      sleepers = new ArrayList<>();
    }
    sleepers.add(rank.sleep());
  }

  /** It has come. */
  public void ring() {
    List<Runnable> woken = sleepers;
    sleepers = List.of();
    woken.forEach(Runnable::run);
  }
}
