package fencepost.check.gaspi;

import fencepost.check.machine.Image;
import fencepost.check.machine.MachineProcess;
import fencepost.check.machine.Unknowns;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A call with a time-out that cannot succeed at once. Whether it will do so in time depends on the
 * speed of the others, which is not known: as with an input, an execution assumes an answer for
 * each place in the source, and another execution is tried with the other answer if the program
 * behaves by it. A call that is assumed to succeed waits for as many turns as it has milliseconds,
 * but not if nobody moves.
 */
final class Timed {
  private static final int IN_TIME = GaspiOutcome.SUCCESS.code;
  private static final int TOO_LATE = GaspiOutcome.TIMEOUT.code;

  private final GaspiCall call;
  private final BooleanSupplier ready;
  private final Supplier<GaspiOutcome> rest;

  Timed(GaspiCall call, BooleanSupplier ready, Supplier<GaspiOutcome> rest) {
    this.call = call;
    this.ready = ready;
    this.rest = rest;
  }

  void begin(long milliseconds) {
    Unknowns unknowns = call.invocation.process().machine().unknowns();
    if (unknowns.value(unknowns.named(question(), IN_TIME, IN_TIME, TOO_LATE)) == TOO_LATE) {
      call.poll();
      returnAnswer();
    } else {
      await(milliseconds);
    }
  }

  private String question() {
    Image image = call.invocation.process().machine().image();
    Image.Place place = image.place(call.invocation.site());
    String file = place.file().substring(place.file().lastIndexOf('/') + 1);
    return "whether " + call.name() + " in " + file + ":" + place.line() + " times out";
  }

  private void returnAnswer() {
    call.invocation.returnsNamed(question(), IN_TIME, IN_TIME, TOO_LATE);
  }

  private void await(long turns) {
    long before = stepsOfOthers();
    call.invocation.waitFor(
        new NextTurn(),
        () -> {
          if (ready.getAsBoolean()) {
            succeed();
          } else if (turns == 1 || stepsOfOthers() == before) {
            call.timeOut();
          } else {
            await(turns - 1);
          }
        });
  }

  private void succeed() {
    GaspiOutcome outcome = rest.get();
    if (outcome == GaspiOutcome.SUCCESS) {
      returnAnswer();
    } else {
      call.done(outcome);
    }
  }

  private long stepsOfOthers() {
    MachineProcess self = call.invocation.process();
    return self.machine().processes().stream()
        .filter(process -> process != self)
        .mapToLong(MachineProcess::steps)
        .sum();
  }

  /** Holds in the next turn of the process, when it is asked again. */
  private static final class NextTurn implements BooleanSupplier {
    private boolean asked;

    @Override
    public boolean getAsBoolean() {
      boolean again = asked;
      asked = true;
      return again;
    }
  }
}
