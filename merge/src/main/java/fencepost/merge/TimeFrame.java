package fencepost.merge;

/**
 * The clock of one process in the time that all processes share. What it shows may be off by a
 * known error, so a time is an interval: a conclusion must hold for every time in it.
 */
public interface TimeFrame {
  /** The clock that all processes of one machine share. */
  TimeFrame EXACT =
      new TimeFrame() {
        @Override
        public long earliest(long shown) {
          return shown;
        }

        @Override
        public long latest(long shown) {
          return shown;
        }
      };

  /** For the beginning of something. */
  long earliest(long shown);

  /** For the end of something. */
  long latest(long shown);
}
