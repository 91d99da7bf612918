// The interface from C++: without the generic forms.
#include <shmem.h>

#include <cstdio>
#include <vector>

static long flags[2];

struct counter {
  counter() { value = 5; }
  long value;
};
static counter global; // built before shmem_init, and kept by it

int main() {
  shmem_init();
  int me = shmem_my_pe(), pes = shmem_n_pes(), right = (me + 1) % pes, left = (me + pes - 1) % pes;
  std::vector<double> source(10, me + 0.5);
  auto *dest = static_cast<double *>(shmem_malloc(10 * sizeof(double)));
  bool kept = global.value == 5;
  shmem_barrier_all();
  shmem_double_put(dest, source.data(), 10, right);
  shmem_fence();
  shmem_long_atomic_set(&flags[0], 1, right);
  shmem_long_wait_until(&flags[0], SHMEM_CMP_EQ, 1);
  bool arrived = dest[9] == left + 0.5;
  static uint32_t bits, all;
  bits = 1u << me;
  shmem_uint32_or_reduce(SHMEM_TEAM_WORLD, &all, &bits, 1);
  shmem_uint32_atomic_xor(&bits, 1, me);
  shmem_team_t team;
  bool split = shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 1, nullptr, 0, &team) == 0;
  bool alone = (team == SHMEM_TEAM_INVALID) == (me != 0);
  shmem_finalize();
  if (kept && arrived && all == (1u << pes) - 1 && split && alone) return 0;
  std::fprintf(stderr, "plain.cpp: PE %d: %d %d %x %d %d\n", me, kept, arrived, all, split, alone);
  return 1;
}
