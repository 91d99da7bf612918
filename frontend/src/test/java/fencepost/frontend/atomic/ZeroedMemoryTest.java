package fencepost.frontend.atomic;

import static org.assertj.core.api.Assertions.assertThat;

import fencepost.model.Region;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which words are certain to be zero. */
class ZeroedMemoryTest {
  private final ZeroedMemory memory = new ZeroedMemory();

  @BeforeEach
  void allocate() {
    memory.allocated(0, 0x1000, 64);
  }

  @Test
  void memoryIsZeroUntilItIsWritten() {
    assertThat(memory.isZero(0, 0x1008)).isTrue();
    memory.written(0, Region.of(0x1008, 4));
    assertThat(memory.isZero(0, 0x1008)).isFalse();
    assertThat(memory.isZero(0, 0x1000)).isTrue();
    assertThat(memory.isZero(0, 0x1010)).isTrue();
  }

  @Test
  void nothingIsKnownOfOtherMemoryAndOfOtherProcesses() {
    assertThat(memory.isZero(0, 0xff8)).isFalse();
    assertThat(memory.isZero(0, 0x1040)).isFalse();
    assertThat(memory.isZero(1, 0x1008)).isFalse();
  }

  @Test
  void aWriteMayBeginBeforeTheBlock() {
    memory.written(0, Region.of(0xff0, 24));
    assertThat(memory.isZero(0, 0x1000)).isFalse();
    assertThat(memory.isZero(0, 0x1008)).isTrue();
  }

  @Test
  void whatIsFreedIsNotZeroAndWhatIsAllocatedAnewIs() {
    memory.written(0, Region.of(0x1000, 64));
    assertThat(memory.isZero(0, 0x1008)).isFalse();
    memory.allocated(0, 0x1000, 32);
    assertThat(memory.isZero(0, 0x1008)).isTrue();
    assertThat(memory.isZero(0, 0x1020)).isFalse();
  }
}
