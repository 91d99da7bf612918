// ranks: 2 4 8
//
// A thread computes, another one communicates: between them is a ring of slots with two C11 atomic counters. The communicating
// thread puts each slot into the next rank's window, and gives the slot back when its data may be overwritten.
//
// BUG 1: queue_without_locks.c:MPI_Put in communicate and store in compute: a slot is given back before the flush.
// BUG 2: queue_without_locks.c:MPI_Put in communicate and store in compute: a slot is given away with a relaxed store.
#include <mpi.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#ifndef BUG
#define BUG 0
#endif

#define SLOTS 4
#define ITEMS 24

static long slot[SLOTS];
static atomic_int filled, sent;
static MPI_Win win;
static int next;

static void *compute(void *unused) {
    for (int i = 0; i < ITEMS; i++) {
        while (i - atomic_load_explicit(&sent, memory_order_acquire) == SLOTS) sched_yield();
        slot[i % SLOTS] = (long)i * i; // BUG1 BUG2
        atomic_store_explicit(&filled, i + 1, BUG == 2 ? memory_order_relaxed : memory_order_release);
    }
    return unused;
}

static void communicate(void) {
    for (int i = 0; i < ITEMS; i++) {
        while (atomic_load_explicit(&filled, memory_order_acquire) <= i) sched_yield();
        MPI_Put(&slot[i % SLOTS], 1, MPI_LONG, next, i, 1, MPI_LONG, win); // BUG1 BUG2
        if (BUG == 1) atomic_store_explicit(&sent, i + 1, memory_order_release);
        MPI_Win_flush_local(next, win);
        if (BUG != 1) atomic_store_explicit(&sent, i + 1, memory_order_release);
    }
}

int main(int argc, char **argv) {
    int provided, rank, size;
    long *memory, sum = 0;
    pthread_t thread;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    MPI_Win_allocate(ITEMS * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    pthread_create(&thread, NULL, compute, NULL);
    communicate();
    pthread_join(thread, NULL);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < ITEMS; i++) sum += memory[i];
    printf("%ld\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
