// ranks: 2 4 8
//
// A histogram whose bins are spread over all ranks and counted up with gaspi_atomic_fetch_add. After each round every rank looks at
// its own bins, rank 0 reads all of them, and the owners set them back to zero.
//
// BUG 1: histogram.c:gaspi_atomic_fetch_add in count and load in fullest: a rank looks at its bins before the barrier.
// BUG 2: histogram.c:gaspi_atomic_fetch_add in count and store in clear: no barrier between clearing and the next round.
// BUG 3: histogram.c:gaspi_atomic_fetch_add in count and update in count: own bins are counted up without an atomic.
// BUG 4: histogram.c:gaspi_read in gather and load in count_errors: the bins are used before gaspi_wait.
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define OK(call)                                                                          \
    do {                                                                                  \
        gaspi_return_t outcome = (call);                                                  \
        if (outcome != GASPI_SUCCESS) {                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, gaspi_error_str(outcome)); \
            exit(EXIT_FAILURE);                                                           \
        }                                                                                 \
    } while (0)

enum { BINS = 0, GATHERED = 1, QUEUE = 0, EACH = 16 }; // segments; bins of each rank

struct histogram {
    int rank, size, items; // items of each rank in a round
    gaspi_atomic_value_t *bins, *gathered;
};

static int owner(int bin) { return bin / EACH; }

// The bin of an item: first each bin once, then some more often than others.
static int bin_of(const struct histogram *h, int rank, int round, int item) {
    int all = EACH * h->size, shifted = (item * 5 + rank * 3 + round) % all;
    return item < all ? shifted : shifted * shifted % all;
}

static gaspi_atomic_value_t *create_segment(gaspi_segment_id_t segment, int bins) {
    gaspi_pointer_t memory;
    OK(gaspi_segment_create(segment, bins * sizeof(gaspi_atomic_value_t), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(segment, &memory));
    return memory;
}

static void create_histogram(struct histogram *h) {
    gaspi_rank_t rank, size;
    OK(gaspi_proc_rank(&rank));
    OK(gaspi_proc_num(&size));
    h->rank = rank;
    h->size = size;
    h->items = 3 * EACH * size;
    h->bins = create_segment(BINS, EACH);
    h->gathered = create_segment(GATHERED, EACH * size);
}

static void count(const struct histogram *h, int bin) {
    gaspi_atomic_value_t before;
#if BUG == 3
    if (owner(bin) == h->rank) {
        h->bins[bin % EACH]++; // BUG3
        return;
    }
#endif
    OK(gaspi_atomic_fetch_add(BINS, bin % EACH * sizeof before, owner(bin), 1, &before, GASPI_BLOCK)); // BUG1 BUG2 BUG3
    (void)h;
}

// Those of the own bins first: they are near.
static void count_all(const struct histogram *h, int round) {
    for (int near = 1; near >= 0; near--)
        for (int item = 0; item < h->items; item++) {
            int bin = bin_of(h, h->rank, round, item);
            if ((owner(bin) == h->rank) == near)
                count(h, bin);
        }
}

static int fullest(const struct histogram *h) {
    int found = 0;
    gaspi_atomic_value_t most = 0;
    for (int k = 0; k < EACH; k++) {
        gaspi_atomic_value_t n = h->bins[k]; // BUG1
        if (n > most) {
            most = n;
            found = k;
        }
    }
    return found;
}

static void gather(const struct histogram *h) {
    for (int rank = 0; rank < h->size; rank++)
        OK(gaspi_read(GATHERED, rank * EACH * sizeof *h->gathered, rank, BINS, 0, EACH * sizeof *h->bins, QUEUE, GASPI_BLOCK)); // BUG4
#if BUG != 4
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
#endif
}

static int count_errors(const struct histogram *h, int round) {
    int errors = 0;
    gaspi_atomic_value_t *want = calloc(EACH * h->size, sizeof *want);
    for (int rank = 0; rank < h->size; rank++)
        for (int item = 0; item < h->items; item++)
            want[bin_of(h, rank, round, item)]++;
    for (int bin = 0; bin < EACH * h->size; bin++)
        errors += h->gathered[bin] != want[bin]; // BUG4
    free(want);
    return errors;
}

static void clear(const struct histogram *h) {
    for (int k = 0; k < EACH; k++)
        h->bins[k] = 0; // BUG2
}

static int run_round(const struct histogram *h, int round, int *shown) {
    int errors = 0;
    count_all(h, round);
#if BUG == 1
    *shown = fullest(h);
#endif
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK)); // everything is counted
#if BUG != 1
    *shown = fullest(h);
#endif
    if (h->rank == 0) {
        gather(h);
        errors = count_errors(h, round);
#if BUG == 4
        OK(gaspi_wait(QUEUE, GASPI_BLOCK));
#endif
    }
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK)); // rank 0 has read all bins
    clear(h);
#if BUG != 2
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK)); // all bins are empty
#endif
    return errors;
}

int main(int argc, char **argv) {
    OK(gaspi_proc_init(GASPI_BLOCK));
    int rounds = argc > 1 ? atoi(argv[1]) : 3;
    struct histogram h;
    create_histogram(&h);
    int errors = 0, shown = 0;
    for (int round = 0; round < rounds; round++)
        errors += run_round(&h, round, &shown);
    if (h.rank == 0)
        printf("histogram: %d bins, %d rounds, bin %d last the fullest of rank 0, %d errors\n", EACH * h.size, rounds, shown, errors);
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_proc_term(GASPI_BLOCK));
    return BUG == 0 && errors > 0;
}
