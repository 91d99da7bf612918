package fencepost.frontend.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import fencepost.model.Region;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Regions that lie in the memory of several processes. */
class AddressMapTest {
  private static final long BASE = 1_000_000;

  /** Three parts that touch or leave gaps; the owner's address is its number times BASE more. */
  private static AddressMap threeParts() {
    AddressMap map = new AddressMap(0);
    map.map(100, 50, 1, BASE + 100);
    map.map(150, 30, 2, 2 * BASE + 150);
    map.map(200, 40, 3, 3 * BASE + 200);
    return map;
  }

  private static int owner(long address) {
    return address >= 100 && address < 150
        ? 1
        : address >= 150 && address < 180 ? 2 : address >= 200 && address < 240 ? 3 : 0;
  }

  @Test
  void everyByteGoesToItsOwnerOnce() {
    Random random = new Random(1);
    for (int i = 0; i < 5_000; i++) {
      Region region =
          new Region(
              60 + random.nextInt(150),
              1 + random.nextInt(12),
              1 + random.nextInt(9),
              12 + random.nextInt(20),
              1 + random.nextInt(3),
              random.nextInt(400));
      Map<Long, Integer> expected = new TreeMap<>();
      bytes(region).forEach(at -> expected.put(at + owner(at) * BASE, owner(at)));
      Map<Long, Integer> found = new TreeMap<>();
      threeParts()
          .locate(region, (owner, there) -> bytes(there).forEach(at -> found.put(at, owner)));
      assertThat(found).as(region.toString()).isEqualTo(expected);
    }
  }

  private static List<Long> bytes(Region region) {
    List<Long> bytes = new ArrayList<>();
    for (long row = 0; row < region.rows(); row++) {
      for (long block = 0; block < region.count(); block++) {
        long start = region.rowStart(row) + block * region.stride();
        for (long at = start; at < start + region.size(); at++) {
          bytes.add(at);
        }
      }
    }
    return bytes;
  }

  @Test
  void aLongRowIsToldInAsManyPiecesAsThereAreParts() {
    List<Integer> owners = new ArrayList<>();
    threeParts().locate(Region.strided(0, 1, 1L << 40, 2), (owner, there) -> owners.add(owner));
    assertThat(owners).containsExactly(0, 1, 2, 0, 3, 0);
  }

  @Test
  void rowsWithoutEndAreRefused() {
    Region region = new Region(0, 1, 300, 2, 1L << 30, 1 << 20);
    assertThatThrownBy(() -> threeParts().locate(region, (owner, there) -> {}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
