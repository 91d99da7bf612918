// ranks: 2 4 8
//
// Two spin locks, one taken by MPI_Compare_and_swap and one by a swap that also writes when it fails. Many ranks try at
// the same time, so that somebody often sees the lock taken before its holder knows that it has it. Each lock protects a
// counter on the last rank, which is read, incremented and written back.
//
// BUG 1: spin_lock.c:MPI_Put in increment and MPI_Get in increment: the lock is given back before the put is flushed;
//        several pairs: the next holder's MPI_Get and its MPI_Put both meet the pending MPI_Put.
// BUG 2: spin_lock.c:MPI_Get in increment and load and store in increment: the copy is changed before the get is flushed.
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

enum { HOME = 0 };                            // rank of the locks
enum { COMPARED, SWAPPED, COUNTERS, WORDS = COUNTERS + 2 }; // window layout in ints

struct locks {
    int owner; // rank of the counters
    int one, zero, found, copy;
    int *words; // window
    MPI_Win win;
};

static void create(struct locks *l) {
    MPI_Comm_size(MPI_COMM_WORLD, &l->owner);
    l->owner--;
    l->one = 1;
    l->zero = 0;
    MPI_Win_allocate(WORDS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &l->words, &l->win);
    for (int k = 0; k < WORDS; k++)
        l->words[k] = 0;
    MPI_Win_lock_all(0, l->win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void pause_briefly(void) {
    int flag;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); // progress
    sched_yield();
}

static int is_taken(struct locks *l, int lock) {
    if (lock == COMPARED)
        MPI_Compare_and_swap(&l->one, &l->zero, &l->found, MPI_INT, HOME, lock, l->win);
    else
        MPI_Fetch_and_op(&l->one, &l->found, MPI_INT, HOME, lock, MPI_REPLACE, l->win);
    MPI_Win_flush(HOME, l->win);
    return l->found;
}

static void acquire(struct locks *l, int lock) {
    while (is_taken(l, lock))
        pause_briefly();
}

static void release(struct locks *l, int lock) {
    MPI_Accumulate(&l->zero, 1, MPI_INT, HOME, lock, 1, MPI_INT, MPI_REPLACE, l->win);
    MPI_Win_flush(HOME, l->win);
}

// To be called with the lock held.
static void increment(struct locks *l, int lock) {
    int counter = COUNTERS + lock;
    MPI_Get(&l->copy, 1, MPI_INT, l->owner, counter, 1, MPI_INT, l->win); // BUG1 BUG2
#if BUG != 2
    MPI_Win_flush(l->owner, l->win);
#endif
    l->copy++; // BUG2
#if BUG == 2
    MPI_Win_flush(l->owner, l->win);
#endif
    MPI_Put(&l->copy, 1, MPI_INT, l->owner, counter, 1, MPI_INT, l->win); // BUG1
#if BUG != 1
    MPI_Win_flush(l->owner, l->win);
#endif
}

static void leave(struct locks *l, int lock) {
    release(l, lock);
#if BUG == 1
    MPI_Win_flush(l->owner, l->win);
#endif
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rounds = argc > 1 ? atoi(argv[1]) : 20;
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    struct locks locks;
    create(&locks);
    for (int r = 0; r < rounds; r++) {
        for (int lock = COMPARED; lock <= SWAPPED; lock++) {
            acquire(&locks, lock);
            increment(&locks, lock);
            leave(&locks, lock);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    int errors = 0;
    if (rank == locks.owner)
        for (int lock = COMPARED; lock <= SWAPPED; lock++)
            errors += locks.words[COUNTERS + lock] != rounds * size;
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf("spin_lock: %d rounds, %d errors\n", rounds, errors);
    MPI_Win_unlock_all(locks.win);
    MPI_Win_free(&locks.win);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
