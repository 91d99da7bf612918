// ranks: 2 4 8
//
// A histogram whose bins are spread over all PEs. Samples are counted with atomic increments at the owner of their bin; after
// a barrier the owners look at their bins, and the largest one is found with a reduction.
//
// BUG 1: histogram_atomic.c:shmem_long_atomic_inc in count and load in largest: a sync in place of the barrier.
// BUG 2: histogram_atomic.c:shmem_long_atomic_inc in count and store in count: one's own bins are counted without atomics.
// BUG 3: histogram_atomic.c:shmem_long_atomic_inc in count and shmem_int_atomic_add in count: two types.
#include <shmem.h>
#include <stdio.h>

#ifndef BUG
#define BUG 0
#endif

enum { BINS = 8, SAMPLES = 300 };

static long bins[BINS];
static long mine, most;

static void count(int me, int pe, int bin) {
#if BUG == 2
    if (pe == me) {
        bins[bin]++; // BUG2
        return;
    }
#elif BUG == 3
    if (me == 1) {
        shmem_int_atomic_add((int *)&bins[bin], 1, pe); // BUG3
        return;
    }
#endif
    (void)me;
    shmem_long_atomic_inc(&bins[bin], pe); // BUG1 BUG2 BUG3
}

static long largest(void) {
    long found = 0;
    for (int i = 0; i < BINS; i++) {
        long bin = bins[i]; // BUG1
        if (bin > found) found = bin;
    }
    return found;
}

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    unsigned seed = (unsigned)me + 1;
    for (int i = 0; i < SAMPLES; i++) {
        seed = seed * 1664525u + 1013904223u;
        unsigned sample = seed >> 8;
        count(me, (int)(sample % (unsigned)n), (int)(sample / (unsigned)n % BINS));
    }
#if BUG == 1
    shmem_sync_all();
#else
    shmem_barrier_all();
#endif
    mine = largest();
    shmem_long_max_reduce(SHMEM_TEAM_WORLD, &most, &mine, 1);
    if (me == 0) printf("largest bin %ld\n", most);
    shmem_finalize();
    return 0;
}
