package fencepost.check.shmem;

import fencepost.check.machine.Halt;
import fencepost.check.mpi.Round;
import fencepost.frontend.program.Sequence;
import java.util.List;

/** Processes that call collectives together: a team or an active set. */
final class CheckedTeam {
  final List<Integer> members;
  private final Sequence<Round> rounds;

  CheckedTeam(List<Integer> members) {
    this.members = members;
    this.rounds = new Sequence<>(members.size(), Round::new);
  }

  int size() {
    return members.size();
  }

  boolean has(int number) {
    return number >= 0 && number < members.size();
  }

  /** The process that has a number in the team. */
  int process(int number) {
    if (!has(number)) {
      throw Halt.fault("there is no PE " + number + " among " + members.size());
    }
    return members.get(number);
  }

  /** The number of a process in the team; -1 if it is not a member. */
  int number(int process) {
    return members.indexOf(process);
  }

  /** What the next collective of a member is. */
  Round next(int process) {
    if (number(process) < 0) {
      throw Halt.fault("PE " + process + " calls a collective of others");
    }
    return rounds.next(number(process));
  }
}
