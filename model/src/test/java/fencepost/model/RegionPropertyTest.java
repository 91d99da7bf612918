package fencepost.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/** Regions against explicit sets of bytes. */
class RegionPropertyTest {
  private static final int TRIES = 10_000;
  private static final int ELEMENT = 4;
  private static final int NO_PITCH = Integer.MAX_VALUE;

  /** What a region is made of, and its bytes one by one; the rows are a pitch apart, or not. */
  record Shape(long start, int size, int count, int stride, int pitch, List<Integer> rows) {

    static Shape even(long start, int size, int count, int stride, int rows, int pitch) {
      return new Shape(
          start,
          size,
          count,
          stride,
          pitch,
          IntStream.range(0, rows).map(row -> row * pitch).boxed().toList());
    }

    static Shape scattered(long start, int size, int count, int stride, List<Integer> rows) {
      return new Shape(start, size, count, stride, NO_PITCH, rows);
    }

    Region region() {
      if (pitch != NO_PITCH) {
        return new Region(start, size, count, stride, rows.size(), pitch);
      }
      Region row = new Region(start, size, count, stride, 1, 0);
      return Region.scattered(row, Distances.of(rows.stream().mapToLong(at -> at).toArray()));
    }

    TreeSet<Long> bytes() {
      return new TreeSet<>(elements(1).keySet());
    }

    /** Every byte, and the start of the element that it belongs to. */
    Map<Long, Long> elements(int elementSize) {
      Map<Long, Long> elements = new HashMap<>();
      for (int row : rows) {
        for (int block = 0; block < count; block++) {
          long at = start + row + block * stride;
          for (int i = 0; i < size; i++) {
            elements.put(at + i, at + i - i % elementSize);
          }
        }
      }
      return elements;
    }

    boolean touchesNoByteTwice() {
      return bytes().size() == size * count * rows.size();
    }
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void normalisationKeepsTheBytes(@ForAll("shapes") Shape shape) {
    Region region = shape.region();
    List<Integer> rows =
        LongStream.range(0, region.rows())
            .mapToObj(row -> (int) (region.rowStart(row) - region.start()))
            .toList();
    Shape normal =
        new Shape(
            region.start(),
            (int) region.size(),
            (int) region.count(),
            (int) region.stride(),
            region.offsets() == null ? (int) region.pitch() : NO_PITCH,
            rows);
    assertThat(normal.bytes()).isEqualTo(shape.bytes());
    assertThat(normal.region()).isEqualTo(region);
    assertThat(region.stride()).isNotNegative();
    assertThat(region.pitch()).isNotNegative();
    assertThat(region.isEmpty()).isEqualTo(shape.bytes().isEmpty());
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void aRegionSpansItsFirstAndItsLastByte(@ForAll("shapes") Shape shape) {
    Assume.that(shape.size > 0);
    Region region = shape.region();
    assertThat(region.start()).isEqualTo(shape.bytes().first());
    assertThat(region.end()).isEqualTo(shape.bytes().last() + 1);
    assertThat(region.within(region.start(), region.end())).isTrue();
    assertThat(region.within(region.start() + 1, region.end())).isFalse();
    assertThat(region.within(region.start(), region.end() - 1)).isFalse();
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void aShiftedRegionHasTheSameShape(
      @ForAll("shapes") Shape shape, @ForAll @IntRange(min = -50, max = 50) int distance) {
    Shape moved =
        new Shape(
            shape.start + distance, shape.size, shape.count, shape.stride, shape.pitch, shape.rows);
    assertThat(shape.region().shifted(distance)).isEqualTo(moved.region());
  }

  @Property(tries = TRIES, edgeCases = EdgeCasesMode.NONE)
  void theCommonByteWithinBoundsIsInBoth(
      @ForAll("shapes") Shape a,
      @ForAll("shapes") Shape b,
      @ForAll @IntRange(min = 120, max = 300) int from,
      @ForAll @IntRange(max = 100) int length) {
    TreeSet<Long> common = new TreeSet<>(a.bytes());
    common.retainAll(b.bytes());
    SortedSet<Long> within = common.subSet((long) from, (long) from + length);
    long found = a.region().commonByteWithin(b.region(), from, from + length);
    if (within.isEmpty()) {
      assertThat(found).isEqualTo(Region.NONE);
    } else {
      assertThat(within).contains(found);
    }
  }

  @Property(tries = 4 * TRIES, edgeCases = EdgeCasesMode.NONE)
  @StatisticsReport(onFailureOnly = true)
  void theCommonByteOfTwoRegionsIsInBoth(@ForAll("shapes") Shape a, @ForAll("shapes") Shape b) {
    Set<Long> common = new HashSet<>(a.bytes());
    common.retainAll(b.bytes());
    long found = a.region().commonByte(b.region());
    if (common.isEmpty()) {
      assertThat(found).isEqualTo(Region.NONE);
    } else {
      assertThat(common).contains(found);
    }
    assertThat(b.region().commonByte(a.region()) == Region.NONE).isEqualTo(common.isEmpty());
    boolean spansMeet =
        a.region().end() > b.region().start() && b.region().end() > a.region().start();
    Statistics.collect(spansMeet ? (common.isEmpty() ? "interleaved" : "common") : "apart");
    Statistics.coverage(
        c -> {
          c.check("interleaved").percentage(p -> p > 10);
          c.check("common").percentage(p -> p > 20);
        });
  }

  @Property(tries = 2 * TRIES, edgeCases = EdgeCasesMode.NONE)
  @StatisticsReport(onFailureOnly = true)
  void elementsCoincideIfTheyStartTogetherAtEveryCommonByte(
      @ForAll("elements") Shape a, @ForAll("elements") Shape b) {
    Assume.that(a.touchesNoByteTwice() && b.touchesNoByteTwice());
    long found = a.region().commonByte(b.region());
    Assume.that(found != Region.NONE);
    Map<Long, Long> other = b.elements(ELEMENT);
    boolean coincide =
        a.elements(ELEMENT).entrySet().stream()
            .allMatch(e -> other.getOrDefault(e.getKey(), e.getValue()).equals(e.getValue()));
    assertThat(a.region().coincides(b.region(), found, ELEMENT)).isEqualTo(coincide);
    assertThat(b.region().coincides(a.region(), found, ELEMENT)).isEqualTo(coincide);
    Statistics.collect(coincide);
    Statistics.coverage(c -> c.check(true).percentage(p -> p > 20 && p < 80));
  }

  @Provide
  Arbitrary<Shape> shapes() {
    return shapes(
        Arbitraries.longs().between(200, 230),
        Arbitraries.integers().between(0, 6),
        Arbitraries.integers().between(-12, 12));
  }

  /** Whole elements, most of them whole elements apart. */
  @Provide
  Arbitrary<Shape> elements() {
    Arbitrary<Integer> aligned = Arbitraries.integers().between(-5, 5).map(i -> i * ELEMENT);
    Arbitrary<Integer> stride =
        Arbitraries.oneOf(aligned, aligned, Arbitraries.integers().between(-12, 12));
    Arbitrary<Long> start = Arbitraries.longs().between(50, 58).map(i -> i * ELEMENT);
    return shapes(
        Arbitraries.oneOf(start, start, start.map(s -> s + 2)),
        Arbitraries.of(ELEMENT, 2 * ELEMENT),
        stride);
  }

  private static Arbitrary<Shape> shapes(
      Arbitrary<Long> start, Arbitrary<Integer> size, Arbitrary<Integer> stride) {
    Arbitrary<Integer> count = Arbitraries.integers().between(1, 4);
    Arbitrary<Integer> pitch = Arbitraries.oneOf(stride, stride.map(s -> 3 * s));
    Arbitrary<Shape> even =
        Combinators.combine(start, size, count, stride, Arbitraries.integers().between(1, 3), pitch)
            .as(Shape::even);
    Arbitrary<Shape> scattered =
        Combinators.combine(start, size, count, stride, pitch.list().ofMinSize(1).ofMaxSize(4))
            .as(Shape::scattered);
    return Arbitraries.frequencyOf(Tuple.of(2, even), Tuple.of(1, scattered));
  }
}
