// ranks: 2 4 8
//
// A table of accounts at PE 0, protected by one lock for each group of accounts. Everyone moves amounts between two accounts
// of a group: get, change, put, all under the lock; clearing the lock completes the puts.
//
// BUG 1: locked_table.c:shmem_long_put in transfer with itself and with shmem_long_get: each PE uses a lock of its own.
// BUG 2: locked_table.c:shmem_ctx_long_put in write_back with itself and with shmem_long_get in transfer: clearing the lock does
//        not complete the context of the puts.
#include <shmem.h>
#include <stdio.h>

#ifndef BUG
#define BUG 0
#endif

enum { GROUPS = 2, SIZE = 4, TRANSFERS = 6, START = 100 };

static long locks[64];
static long accounts[GROUPS][SIZE];

static void write_back(shmem_ctx_t ctx, int group, const long *copy) {
    shmem_ctx_long_put(ctx, accounts[group], copy, SIZE, 0); // BUG1 BUG2
}

static void transfer(shmem_ctx_t ctx, int me, int group, int from, int to, long amount) {
    long copy[SIZE];
    long *lock = BUG == 1 ? &locks[GROUPS + me] : &locks[group];
    shmem_set_lock(lock);
    shmem_long_get(copy, accounts[group], SIZE, 0); // BUG1 BUG2
    copy[from] -= amount;
    copy[to] += amount;
    write_back(ctx, group, copy);
    shmem_clear_lock(lock);
}

int main(void) {
    shmem_init();
    int me = shmem_my_pe();
    shmem_ctx_t ctx = SHMEM_CTX_DEFAULT;
#if BUG == 2
    if (shmem_ctx_create(0, &ctx) != 0) shmem_global_exit(1);
#endif
    for (int i = 0; i < GROUPS * SIZE; i++) accounts[i / SIZE][i % SIZE] = START;
    shmem_barrier_all();
    for (int i = 0; i < TRANSFERS; i++) transfer(ctx, me, i % GROUPS, (me + i) % SIZE, (me + i + 1) % SIZE, 1 + i);
#if BUG == 2
    shmem_ctx_destroy(ctx);
#endif
    shmem_barrier_all();
    long sum = 0;
    for (int i = 0; i < GROUPS * SIZE; i++) sum += accounts[i / SIZE][i % SIZE];
    if (me == 0) printf("sum %ld\n", sum);
    shmem_finalize();
    return BUG == 0 && me == 0 && sum != (long)GROUPS * SIZE * START;
}
