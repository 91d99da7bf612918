// ranks: 2 4 8
//
// A distributed hash table with open addressing. A slot is claimed by a compare-and-swap on its key; the winner then
// puts the value. In each round every rank inserts a batch of its own keys, and after a flush and a barrier looks up
// its neighbour's batch, while each owner counts the used slots of its part by plain loads.
//
// BUG 1: hash_table.c:MPI_Compare_and_swap in insert and load of the result in insert: collisions are counted before the flush delivers the result.
// BUG 2: hash_table.c:MPI_Put in insert and MPI_Get in lookup: the values are not flushed before the barrier.
// BUG 3: hash_table.c:MPI_Compare_and_swap in insert and load in count_used: the owner counts before the barrier, while others still insert.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define EMPTY (-1)
#define PENDING (-2)
#define NOT_FOUND (-3)

struct slot {
    int key;
    int value;
};

struct table {
    int rank, size;
    int slots;         // per rank
    struct slot *part; // window memory of this rank
    int empty;         // constant compare value
    int wanted;        // origin and result of the compare-and-swap
    int seen;
    int collisions;
    int work; // rounds of computation for each key
    struct slot copy; // result of a lookup
    MPI_Win win;
};

struct batch {
    int count;
    int *keys;
    int *values;
};

static uint64_t mix(uint64_t x) {
    x ^= x >> 33;
    x *= UINT64_C(0xff51afd7ed558ccd);
    x ^= x >> 29;
    x *= UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ (x >> 32);
}

// The application's own work between its remote operations: so many rounds of a hash function.
static void compute(int rounds) {
    static volatile uint64_t result;
    uint64_t x = result;
    for (int i = 0; i < rounds; i++)
        x = mix(x + (uint64_t)i);
    result = x;
}

static int key_of(int rank, int round, int i) { return rank * 1000000 + round * 10000 + i; }

static int value_of(int key) { return (int)(mix((uint64_t)key + 17) & 0xffffff); }

static int home_of(const struct table *t, int key) { return (int)(mix((uint64_t)key) % (uint64_t)t->size); }

static int first_slot(const struct table *t, int key) { return (int)(mix((uint64_t)key) / (uint64_t)t->size % (uint64_t)t->slots); }

static void create_table(struct table *t, int slots, int work) {
    MPI_Comm_rank(MPI_COMM_WORLD, &t->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &t->size);
    t->slots = (slots + 1) / 2 * 2;
    t->collisions = 0;
    t->work = work;
    t->empty = EMPTY;
    MPI_Aint bytes = t->slots * (MPI_Aint)sizeof(struct slot);
    MPI_Win_allocate(bytes, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &t->part, &t->win);
    for (int i = 0; i < t->slots; i++)
        t->part[i] = (struct slot){.key = EMPTY, .value = 0};
    MPI_Win_lock_all(0, t->win);
    MPI_Barrier(MPI_COMM_WORLD); // no insertion before every part is empty
}

static void destroy_table(struct table *t) {
    MPI_Win_unlock_all(t->win);
    MPI_Win_free(&t->win);
}

// Claims a slot and starts the put of the value. Returns false if the owner's part is full. The value must
// stay untouched until the next flush.
static int insert(struct table *t, int key, const int *value) {
    int home = home_of(t, key);
    for (int probe = 0; probe < t->slots; probe++) {
        int at = (first_slot(t, key) + probe) % t->slots;
        t->wanted = key;
        t->seen = PENDING;
        MPI_Compare_and_swap(&t->wanted, &t->empty, &t->seen, MPI_INT, home, 2 * at, t->win); // BUG1 BUG3
#if BUG == 1
        t->collisions += t->seen != EMPTY; // BUG1
        MPI_Win_flush(home, t->win);
#else
        MPI_Win_flush(home, t->win);
        t->collisions += t->seen != EMPTY;
#endif
        if (t->seen == EMPTY) {
            MPI_Put(value, 1, MPI_INT, home, 2 * at + 1, 1, MPI_INT, t->win); // BUG2
            return 1;
        }
    }
    return 0;
}

static int lookup(struct table *t, int key) {
    int home = home_of(t, key);
    for (int probe = 0; probe < t->slots; probe++) {
        int at = (first_slot(t, key) + probe) % t->slots;
        MPI_Get(&t->copy, 2, MPI_INT, home, 2 * at, 2, MPI_INT, t->win); // BUG2
        MPI_Win_flush(home, t->win);
        if (t->copy.key == key)
            return t->copy.value;
        if (t->copy.key == EMPTY)
            break;
    }
    return NOT_FOUND;
}

static int count_used(const struct table *t) {
    int used = 0;
    for (int i = 0; i < t->slots; i++)
        used += t->part[i].key != EMPTY; // BUG3
    return used;
}

static struct batch make_batch(int rank, int round, int count) {
    struct batch b = {.count = count, .keys = malloc(sizeof(int) * count), .values = malloc(sizeof(int) * count)};
    for (int i = 0; i < count; i++) {
        b.keys[i] = key_of(rank, round, i);
        b.values[i] = value_of(b.keys[i]);
    }
    return b;
}

static void free_batch(struct batch *b) {
    free(b->keys);
    free(b->values);
}

static int run_round(struct table *t, int round, int count) {
    struct batch mine = make_batch(t->rank, round, count);
    struct batch other = make_batch((t->rank + 1) % t->size, round, count);
    int errors = 0;
    int used;

    for (int i = 0; i < mine.count; i++) {
        compute(t->work);
        errors += !insert(t, mine.keys[i], &mine.values[i]);
    }
#if BUG != 2
    MPI_Win_flush_all(t->win);
#endif
#if BUG == 3
    used = count_used(t);
    MPI_Barrier(MPI_COMM_WORLD);
#else
    MPI_Barrier(MPI_COMM_WORLD);
    used = count_used(t); // plain loads beside the others' gets: all of them only read
#endif
    for (int i = 0; i < other.count; i++) {
        compute(t->work);
        errors += lookup(t, other.keys[i]) != value_of(other.keys[i]);
    }
    MPI_Win_flush_all(t->win);
    MPI_Barrier(MPI_COMM_WORLD); // the next round's insertions must not meet these reads

    MPI_Allreduce(MPI_IN_PLACE, &used, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    errors += used != t->size * count * (round + 1);
    free_batch(&mine);
    free_batch(&other);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int count = argc > 1 ? atoi(argv[1]) : 8;
    int rounds = argc > 2 ? atoi(argv[2]) : 2;
    int work = argc > 3 ? atoi(argv[3]) : 0;

    struct table t;
    create_table(&t, 4 * count * rounds, work);
    int errors = 0;
    double start = MPI_Wtime();
    for (int round = 0; round < rounds; round++)
        errors += run_round(&t, round, count);
    double seconds = MPI_Wtime() - start;

    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (t.rank == 0) {
        printf("hash_table: %d keys, %d collisions at rank 0, %d errors\n", t.size * count * rounds, t.collisions, errors);
        printf("compute_seconds %f\n", seconds);
    }
    destroy_table(&t);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
