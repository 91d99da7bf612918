package fencepost.bench;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Repeated measurements of the same thing. */
public final class Sample {
  private final double[] sorted;

  public Sample(List<Double> values) {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("nothing was measured");
    }
    sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
  }

  public double median() {
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  public double min() {
    return sorted[0];
  }

  public double max() {
    return sorted[sorted.length - 1];
  }

  /** The median with the range around it. */
  public String show() {
    return String.format(Locale.ROOT, "%.2f (%.2f to %.2f)", median(), min(), max());
  }
}
