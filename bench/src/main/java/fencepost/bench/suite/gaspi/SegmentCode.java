package fencepost.bench.suite.gaspi;

import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Text;

/** A segment of all processes. */
record SegmentCode(int id) implements Declaration {
  private static final int SIZE = 512;

  @Override
  public String name() {
    return "segment_" + id;
  }

  @Override
  public void declare(Text text) {
    text.handle("gaspi_pointer_t", name());
  }

  @Override
  public void setUp(Text text) {
    text.line(
        "gaspi_segment_create(%d, %d, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);"
            .formatted(id, SIZE));
    text.line("gaspi_segment_ptr(%d, &%s);".formatted(id, name()));
  }
}
