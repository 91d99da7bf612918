package fencepost.frontend.shmem;

import fencepost.frontend.program.Rules.Rule;
import fencepost.frontend.program.Slots;
import fencepost.trace.RecordCursor;

/** Making teams (OpenSHMEM 1.5, 9.4). Every member of the parent takes part, and waits for all. */
final class Teams {
  private final ShmemFrontEnd frontEnd;

  Teams(ShmemFrontEnd frontEnd) {
    this.frontEnd = frontEnd;
  }

  void addRules() {
    frontEnd.rule("split", (slots, meaning) -> strided(slots));
    frontEnd.rule("split_2d", (slots, meaning) -> twoDimensional(slots));
  }

  /** What a member makes of its part. */
  private interface Maker {
    void make(ShmemProcess process, RecordCursor record, Team parent, Team.Split split);
  }

  private Rule<ShmemProcess> splitting(int parent, Maker maker) {
    return (process, record, returns) -> {
      Team team = process.team(record.slot(parent));
      if (team == null) {
        return true;
      }
      if (!returns) {
        Gathering.sync(frontEnd, process, team);
        return true;
      }
      if (!Gathering.leave(frontEnd, process, record)) {
        return false;
      }
      maker.make(process, record, team, team.nextSplit(team.member(process.rank.number)));
      return true;
    };
  }

  private Rule<ShmemProcess> strided(Slots slots) {
    int start = slots.of("start");
    int stride = slots.of("stride");
    int size = slots.of("size");
    int team = slots.of("new_team");
    return splitting(
        slots.of("parent_team"),
        (process, record, parent, split) -> {
          int first = (int) record.slot(start);
          int last = first + ((int) record.slot(size) - 1) * (int) record.slot(stride);
          if ((int) record.slot(size) <= 0 || !parent.has(first) || !parent.has(last)) {
            return; // there is no such team, and the call has failed
          }
          Team made =
              split.part(
                  "strided",
                  () ->
                      parent.strided(
                          (int) record.slot(start),
                          (int) record.slot(stride),
                          (int) record.slot(size)));
          define(process, record.slot(team), made);
        });
  }

  /** Numbers in the parent run along x first; the last row may be shorter (9.4.6). */
  private Rule<ShmemProcess> twoDimensional(Slots slots) {
    int range = slots.of("xrange");
    int alongX = slots.of("xaxis_team");
    int alongY = slots.of("yaxis_team");
    return splitting(
        slots.of("parent_team"),
        (process, record, parent, split) -> {
          int width = Math.min((int) record.slot(range), parent.size());
          int self = parent.member(process.rank.number);
          int x = self % width;
          int row = self - x;
          int columns = Math.min(width, parent.size() - row);
          int rows = (parent.size() - x + width - 1) / width;
          define(
              process,
              record.slot(alongX),
              split.part("row " + row, () -> parent.strided(row, 1, columns)));
          define(
              process,
              record.slot(alongY),
              split.part("column " + x, () -> parent.strided(x, width, rows)));
        });
  }

  /** Who is not a member gets an invalid handle. */
  private static void define(ShmemProcess process, long handle, Team team) {
    if (team.member(process.rank.number) >= 0 && handle != 0) {
      process.define(handle, team);
    }
  }
}
