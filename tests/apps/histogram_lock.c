// ranks: 2 4 8
//
// A histogram distributed by bins. Each rank samples a batch and merges it into every owner's bins by a
// read-modify-write under an exclusive lock of that owner. The owners look at their own bins from time to time, under a
// shared lock on themselves. Apart from the start and the end only the locks synchronise.
//
// BUG 1: histogram_lock.c:MPI_Put in merge and MPI_Get in merge: the lock types are swapped, the writers share the lock;
//        several pairs: another rank's MPI_Get and its MPI_Put both meet the MPI_Put.
// BUG 2: histogram_lock.c:MPI_Put in merge and load in largest_bin: the owner reads its bins without a lock.
// BUG 3: histogram_lock.c:MPI_Put in merge and store in merge: the buffer is cleared before the unlock that completes the put.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#if BUG == 1
#define WRITER MPI_LOCK_SHARED
#define READER MPI_LOCK_EXCLUSIVE
#else
#define WRITER MPI_LOCK_EXCLUSIVE
#define READER MPI_LOCK_SHARED
#endif

struct histogram {
    int rank, size;
    int bins;        // per owner
    int64_t *batch;  // counts of one batch, for all owners
    int64_t *buffer; // bins of one owner
    int64_t largest; // largest own bin seen so far
    int64_t *own;    // window
    MPI_Win win;
};

static uint32_t next_random(uint32_t *state) {
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return *state >> 8;
}

static void create_histogram(struct histogram *h, int bins) {
    MPI_Comm_rank(MPI_COMM_WORLD, &h->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &h->size);
    h->bins = bins;
    h->batch = calloc((size_t)bins * h->size, sizeof(int64_t));
    h->buffer = calloc(bins, sizeof(int64_t));
    h->largest = 0;
    MPI_Aint bytes = ((MPI_Aint)bins + 1) / 2 * 16;
    MPI_Win_allocate(bytes, sizeof(int64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &h->own, &h->win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, h->rank, 0, h->win);
    for (int b = 0; b < bins; b++)
        h->own[b] = 0;
    MPI_Win_unlock(h->rank, h->win);
    MPI_Barrier(MPI_COMM_WORLD); // all bins are zero
}

static void destroy_histogram(struct histogram *h) {
    MPI_Win_free(&h->win);
    free(h->batch);
    free(h->buffer);
}

static void sample(struct histogram *h, int64_t *counts, int rank, int batch, int samples) {
    uint32_t state = UINT32_C(977) * (uint32_t)(rank + 1) + UINT32_C(131) * (uint32_t)batch;
    for (int i = 0; i < samples; i++)
        counts[next_random(&state) % (uint32_t)(h->bins * h->size)]++;
}

// Adds this batch's counts to the bins of one owner.
static void merge(struct histogram *h, int owner) {
    MPI_Win_lock(WRITER, owner, 0, h->win);
    MPI_Get(h->buffer, h->bins, MPI_INT64_T, owner, 0, h->bins, MPI_INT64_T, h->win); // BUG1
    MPI_Win_flush(owner, h->win);
    for (int b = 0; b < h->bins; b++)
        h->buffer[b] += h->batch[owner * h->bins + b];
    MPI_Put(h->buffer, h->bins, MPI_INT64_T, owner, 0, h->bins, MPI_INT64_T, h->win); // BUG1 BUG1 BUG2 BUG3
#if BUG != 3
    MPI_Win_unlock(owner, h->win);
#endif
    for (int b = 0; b < h->bins; b++)
        h->buffer[b] = 0; // BUG3
#if BUG == 3
    MPI_Win_unlock(owner, h->win);
#endif
}

static void merge_all(struct histogram *h) {
    for (int k = 0; k < h->size; k++)
        merge(h, (h->rank + k) % h->size);
    for (int b = 0; b < h->bins * h->size; b++)
        h->batch[b] = 0;
}

static void largest_bin(struct histogram *h) {
#if BUG != 2
    MPI_Win_lock(READER, h->rank, 0, h->win);
#endif
    for (int b = 0; b < h->bins; b++) {
        int64_t count = h->own[b]; // BUG2
        h->largest = count > h->largest ? count : h->largest;
    }
#if BUG != 2
    MPI_Win_unlock(h->rank, h->win);
#endif
}

static int count_errors(struct histogram *h, int batches, int samples) {
    int64_t *want = calloc((size_t)h->bins * h->size, sizeof(int64_t)), largest = 0;
    int errors = 0;
    for (int p = 0; p < h->size; p++)
        for (int k = 0; k < batches; k++)
            sample(h, want, p, k, samples);
    MPI_Win_lock(READER, h->rank, 0, h->win);
    for (int b = 0; b < h->bins; b++) {
        int64_t expected = want[h->rank * h->bins + b];
        errors += h->own[b] != expected;
        largest = expected > largest ? expected : largest;
    }
    MPI_Win_unlock(h->rank, h->win);
    errors += h->largest > largest;
    free(want);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int bins = argc > 1 ? atoi(argv[1]) : 8;
    int samples = argc > 2 ? atoi(argv[2]) : 200;
    int batches = argc > 3 ? atoi(argv[3]) : 2;

    struct histogram h;
    create_histogram(&h, bins);
    largest_bin(&h);
    for (int k = 0; k < batches; k++) {
        sample(&h, h.batch, h.rank, k, samples);
        merge_all(&h);
        largest_bin(&h);
    }
    MPI_Barrier(MPI_COMM_WORLD); // all batches are merged

    int errors = count_errors(&h, batches, samples);
    if (h.rank == 0)
        printf("histogram_lock: %d bins, %d samples, %d errors\n", bins * h.size, samples * batches * h.size, errors);
    destroy_histogram(&h);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
