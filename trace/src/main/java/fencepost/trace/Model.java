package fencepost.trace;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The programming models, with their numbers in records. */
public enum Model {
  MPI(0),
  SHMEM(1),
  GASPI(2);

  /** Where the number stands in the code of a call. */
  static final int SHIFT = 12;

  private static final Model[] ALL = values();

  private final int number;
  private @Nullable ApiTable table;

  Model(int number) {
    this.number = number;
  }

  /** The model that records know by a number. */
  public static Model at(int number) {
    for (Model model : ALL) {
      if (model.number == number) {
        return model;
      }
    }
    throw new BrokenTraceException("programming model " + number);
  }

  /** What stands in place of a call's code in records that are about no call. */
  public int code() {
    return number << SHIFT;
  }

  /** The name of its table, and what users call it. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What is recorded of its calls; read once. */
  public synchronized ApiTable table() {
    if (table == null) {
      table = ApiTable.of(this);
    }
    return table;
  }
}
