// ranks: 2 4 8
//
// An MCS queue lock: the tail of the queue lives at rank 0, every rank has its own queue node (successor and blocked
// flag) and spins only on that. All lock words are accessed with atomics, also one's own. The lock protects an
// account record on the last rank, in a window of its own, which is read, changed and written back.
//
// BUG 1: mcs_lock.c:MPI_Put in update_account and MPI_Get in update_account: the lock is released before the put is flushed;
//        several pairs: the next holder's MPI_Get and its MPI_Put both meet the pending MPI_Put.
// BUG 2: mcs_lock.c:MPI_Accumulate in acquire and load in my_successor: the holder polls its own queue node with plain loads.
// BUG 3: mcs_lock.c:MPI_Get in update_account and load and store in update_account: the copy is changed before the get is flushed.
#include <mpi.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define NOBODY (-1)
#define FIELDS 4

enum { HOME = 0 };                           // rank of the tail
enum { NEXT, BLOCKED, TAIL, WORDS = TAIL + 2 }; // window layout in ints (16 bytes)

struct mcs_lock {
    int rank;
    int nobody, yes, no; // constant operands
    int found;           // result of the fetching calls
    int *words;          // window
    MPI_Win win;
};

struct account {
    int owner;
    int64_t *copy;
    int64_t *record; // window; used at the owner only
    MPI_Win win;
};

static void create_lock(struct mcs_lock *l) {
    MPI_Comm_rank(MPI_COMM_WORLD, &l->rank);
    l->nobody = NOBODY;
    l->yes = 1;
    l->no = 0;
    MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &l->words, &l->win);
    l->words[NEXT] = NOBODY;
    l->words[BLOCKED] = 0;
    l->words[TAIL] = NOBODY;
    MPI_Win_lock_all(0, l->win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void destroy_lock(struct mcs_lock *l) {
    MPI_Win_unlock_all(l->win);
    MPI_Win_free(&l->win);
}

static void pause_briefly(void) {
    int flag;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); // progress
    sched_yield();
}

static int still_blocked(struct mcs_lock *l) {
    MPI_Fetch_and_op(NULL, &l->found, MPI_INT, l->rank, BLOCKED, MPI_NO_OP, l->win);
    MPI_Win_flush(l->rank, l->win);
    return l->found;
}

static int my_successor(struct mcs_lock *l) {
#if BUG == 2
    MPI_Win_sync(l->win);
    return ((volatile int *)l->words)[NEXT]; // BUG2
#else
    MPI_Fetch_and_op(NULL, &l->found, MPI_INT, l->rank, NEXT, MPI_NO_OP, l->win);
    MPI_Win_flush(l->rank, l->win);
    return l->found;
#endif
}

static void acquire(struct mcs_lock *l) {
    MPI_Accumulate(&l->nobody, 1, MPI_INT, l->rank, NEXT, 1, MPI_INT, MPI_REPLACE, l->win);
    MPI_Accumulate(&l->yes, 1, MPI_INT, l->rank, BLOCKED, 1, MPI_INT, MPI_REPLACE, l->win);
    MPI_Win_flush(l->rank, l->win);

    MPI_Fetch_and_op(&l->rank, &l->found, MPI_INT, HOME, TAIL, MPI_REPLACE, l->win);
    MPI_Win_flush(HOME, l->win);
    int predecessor = l->found;
    if (predecessor == NOBODY)
        return;
    MPI_Accumulate(&l->rank, 1, MPI_INT, predecessor, NEXT, 1, MPI_INT, MPI_REPLACE, l->win); // BUG2
    MPI_Win_flush(predecessor, l->win);
    while (still_blocked(l))
        pause_briefly();
}

static void wait_for_successor(struct mcs_lock *l) {
    while (my_successor(l) == NOBODY)
        pause_briefly();
}

static void release(struct mcs_lock *l) {
    MPI_Compare_and_swap(&l->nobody, &l->rank, &l->found, MPI_INT, HOME, TAIL, l->win);
    MPI_Win_flush(HOME, l->win);
    if (l->found == l->rank)
        return; // nobody was waiting
    wait_for_successor(l);
    int next = my_successor(l);
    MPI_Accumulate(&l->no, 1, MPI_INT, next, BLOCKED, 1, MPI_INT, MPI_REPLACE, l->win);
    MPI_Win_flush(next, l->win);
}

static void create_account(struct account *a, int size) {
    a->owner = size - 1;
    a->copy = calloc(FIELDS, sizeof(int64_t));
    MPI_Win_allocate(FIELDS * sizeof(int64_t), sizeof(int64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &a->record, &a->win);
    for (int k = 0; k < FIELDS; k++)
        a->record[k] = 100 * k;
    MPI_Win_lock_all(0, a->win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void destroy_account(struct account *a) {
    MPI_Win_unlock_all(a->win);
    MPI_Win_free(&a->win);
    free(a->copy);
}

// Adds (k + 1) * amount to field k. To be called with the lock held.
static void update_account(struct account *a, int64_t amount) {
    MPI_Get(a->copy, FIELDS, MPI_INT64_T, a->owner, 0, FIELDS, MPI_INT64_T, a->win); // BUG1 BUG3
#if BUG != 3
    MPI_Win_flush(a->owner, a->win);
#endif
    for (int k = 0; k < FIELDS; k++)
        a->copy[k] += (k + 1) * amount; // BUG3
#if BUG == 3
    MPI_Win_flush(a->owner, a->win);
#endif
    MPI_Put(a->copy, FIELDS, MPI_INT64_T, a->owner, 0, FIELDS, MPI_INT64_T, a->win); // BUG1 BUG1
#if BUG != 1
    MPI_Win_flush(a->owner, a->win);
#endif
}

static void leave(struct mcs_lock *l, struct account *a) {
    release(l);
#if BUG == 1
    MPI_Win_flush(a->owner, a->win);
#else
    (void)a;
#endif
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rounds = argc > 1 ? atoi(argv[1]) : 3;
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    struct mcs_lock lock;
    struct account account;
    create_lock(&lock);
    create_account(&account, size);

    // Rank 0 enters first and stays until somebody queues up behind it, so that the queue is used in every run.
    if (lock.rank == HOME)
        acquire(&lock);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int r = 0; r < rounds; r++) {
        if (lock.rank != HOME || r > 0)
            acquire(&lock);
        update_account(&account, (lock.rank + 1) * (r + 1));
        if (lock.rank == HOME && r == 0)
            wait_for_successor(&lock);
        leave(&lock, &account);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    int errors = 0;
    if (lock.rank == account.owner) {
        int64_t total = (int64_t)size * (size + 1) / 2 * rounds * (rounds + 1) / 2;
        for (int k = 0; k < FIELDS; k++)
            errors += account.record[k] != 100 * k + (k + 1) * total;
    }
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (lock.rank == 0)
        printf("mcs_lock: %d rounds, %d errors\n", rounds, errors);
    destroy_account(&account);
    destroy_lock(&lock);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
