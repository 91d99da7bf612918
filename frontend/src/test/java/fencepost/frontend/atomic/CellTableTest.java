package fencepost.frontend.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The table answers as a map would, whatever is removed on the way. */
class CellTableTest {
  private static final int ADDRESSES = 200;

  private final Random random = new Random(5);
  private final CellTable table = new CellTable();
  private final Map<Long, Cell> map = new HashMap<>();

  private long address() {
    return 4L * random.nextInt(ADDRESSES) - 2 * ADDRESSES;
  }

  private void addOrRemove(long address) {
    Cell cell = map.get(address);
    if (cell == null) {
      Cell added = new Cell(address, false);
      table.add(added);
      map.put(address, added);
    } else {
      table.remove(cell);
      map.remove(address);
    }
  }

  private void check() {
    assertThat(table.size()).isEqualTo(map.size());
    for (long address = -2 * ADDRESSES; address < 2 * ADDRESSES; address += 4) {
      assertThat(table.get(address)).isSameAs(map.get(address));
      if (map.containsKey(address)) {
        assertThat(table.maySpan(address, address + 1)).isTrue();
      }
    }
  }

  @Test
  void itAnswersAsAMapWould() {
    for (int i = 0; i < 400; i++) {
      for (int j = 0; j < 7; j++) {
        addOrRemove(address());
      }
      check();
      if (i % 37 == 0) {
        int rest = random.nextInt(3);
        table.removeIf(cell -> cell.address / 4 % 3 == rest);
        map.values().removeIf(cell -> cell.address / 4 % 3 == rest);
        check();
      }
    }
  }

  @Test
  void whereNoCellEverWasNoneIsSought() {
    List.of(100L, 200L).forEach(this::addOrRemove);
    assertThat(table.maySpan(0, 100)).isFalse();
    assertThat(table.maySpan(201, 300)).isFalse();
    assertThat(table.maySpan(0, 101)).isTrue();
    assertThat(table.maySpan(200, 300)).isTrue();
    assertThat(new CellTable().maySpan(Long.MIN_VALUE, Long.MAX_VALUE)).isFalse();
  }
}
