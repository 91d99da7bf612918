// ranks: 2 4 8
//
// An integer sort. Keys are sent to the PE that is responsible for their range: the sender reserves room there with a
// fetch_add, and puts them into it. After a barrier everyone sorts what it has got.
//
// BUG 1: integer_sort.c:shmem_int_put_nbi in distribute and load in sort_bucket: a sync in place of the barrier.
// BUG 2: integer_sort.c:shmem_int_put_nbi in distribute and store in distribute: the sorted keys are overwritten before a quiet.
// BUG 3: integer_sort.c:shmem_int_atomic_fetch_add in distribute and load in distribute: the owner looks how full its bucket is
//        while others fill it.
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

enum { KEYS = 200, RANGE = 1 << 12, ROUNDS = 3 };

static int *bucket, filled;
static int errors, all_errors;

static int next_key(unsigned *seed) {
    *seed = *seed * 1103515245u + 12345u;
    return (int)(*seed >> 8) % RANGE;
}

static void distribute(int me, int n, unsigned *seed) {
    static int sorted[KEYS];
    int keys[KEYS], count[64] = {0}, start[64] = {0}, width = (RANGE + n - 1) / n;
    for (int i = 0; i < KEYS; i++) {
        keys[i] = next_key(seed);
        count[keys[i] / width]++;
    }
    for (int pe = 1; pe < n; pe++) start[pe] = start[pe - 1] + count[pe - 1];
    int place[64];
    for (int pe = 0; pe < n; pe++) place[pe] = start[pe];
    for (int i = 0; i < KEYS; i++) sorted[place[keys[i] / width]++] = keys[i];
    for (int i = 0; i < n; i++) {
        int pe = (me + i) % n;
        int at = shmem_int_atomic_fetch_add(&filled, count[pe], pe); // BUG3
        shmem_int_put_nbi(bucket + at, sorted + start[pe], count[pe], pe); // BUG1 BUG2
    }
#if BUG == 2
    sorted[0] = -1; // BUG2
#elif BUG == 3
    if (filled < count[me]) errors++; // BUG3
#endif
}

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int sort_bucket(int me, int n) {
    int width = (RANGE + n - 1) / n, wrong = 0;
    int *copy = malloc((size_t)filled * sizeof *copy + 1);
    for (int i = 0; i < filled; i++) copy[i] = bucket[i]; // BUG1
    qsort(copy, (size_t)filled, sizeof *copy, compare);
    for (int i = 0; i < filled; i++) wrong += copy[i] / width != me;
    free(copy);
    return wrong;
}

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    unsigned seed = 17u * (unsigned)me + 1;
    bucket = shmem_malloc((size_t)(KEYS * n) * sizeof *bucket);
    for (int round = 0; round < ROUNDS; round++) {
        distribute(me, n, &seed);
#if BUG == 1
        shmem_sync_all();
#else
        shmem_barrier_all();
#endif
        errors += sort_bucket(me, n);
#if BUG == 1
        shmem_quiet();
#endif
        shmem_barrier_all();
        filled = 0;
        shmem_barrier_all();
    }
    shmem_barrier_all();
    shmem_int_sum_reduce(SHMEM_TEAM_WORLD, &all_errors, &errors, 1);
    if (me == 0) printf("%s\n", all_errors && BUG == 0 ? "WRONG" : "sorted");
    shmem_free(bucket);
    shmem_finalize();
    return BUG == 0 && all_errors != 0;
}
