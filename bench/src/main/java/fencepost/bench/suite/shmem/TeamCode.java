package fencepost.bench.suite.shmem;

import fencepost.bench.suite.source.Arg;
import fencepost.bench.suite.source.Declaration;
import fencepost.bench.suite.source.Text;
import java.util.List;
import java.util.stream.IntStream;

/** A team of some PEs at a constant distance; size 0 stands for all. */
record TeamCode(String name, int start, int stride, int size) implements Declaration {
  static final TeamCode WORLD = new TeamCode("SHMEM_TEAM_WORLD", 0, 1, 0);

  static TeamCode of(int start, int stride, int size) {
    return new TeamCode("team_" + start + "_" + stride + "_" + size, start, stride, size);
  }

  Arg argument() {
    return size == 0 ? Arg.name(name) : Arg.of(this);
  }

  List<Integer> members(int ranks) {
    int number = size == 0 ? ranks : size;
    return IntStream.range(0, number).map(i -> start + i * stride).boxed().toList();
  }

  @Override
  public void declare(Text text) {
    text.handle("shmem_team_t", name);
  }

  @Override
  public void setUp(Text text) {
    text.line(
        "shmem_team_split_strided(SHMEM_TEAM_WORLD, %d, %d, %d, NULL, 0, &%s);"
            .formatted(start, stride, size, name));
  }
}
