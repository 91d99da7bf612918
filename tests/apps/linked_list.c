// ranks: 2 4 8
//
// A distributed singly linked list in a dynamic window. Every rank attaches a pool of nodes; a global pointer packs
// the rank and the index of a node into 32 bits. To insert a key, a rank walks from the head, compares keys, and links
// its node at the end with a compare-and-swap: a node is filled before it is published, and whoever finds its pointer
// may read it. Between rounds the nodes are recycled by their owners.
//
// BUG 1: linked_list.c:store of the key in insert and MPI_Get in insert: the key is stored after the node was published.
// BUG 2: linked_list.c:MPI_Get in walk and store in recycle: the nodes are recycled while other ranks still walk the list.
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define NIL (-1)
#define NO_KEY (-1)
#define RANK_SHIFT 16
#define NODE_INTS 4

struct node {
    int next; // global pointer
    int key;
    int value;
    int round;
};

struct list {
    int rank, size;
    int head;  // global pointer to the sentinel at rank 0
    int nodes; // in the pool
    int used;
    struct node *pool; // attached to the window
    MPI_Aint *base;    // addresses of all pools
    int nil;           // constant operand
    int mine, found, key;
    int work; // rounds of computation for each node that is visited
    struct node copy;
    MPI_Win win;
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

static int pointer_to(int rank, int index) { return rank << RANK_SHIFT | index; }

static int rank_of(int p) { return p >> RANK_SHIFT; }

static MPI_Aint field(const struct list *l, int p, size_t offset) {
    size_t index = (size_t)(p & ((1 << RANK_SHIFT) - 1));
    return MPI_Aint_add(l->base[rank_of(p)], (MPI_Aint)(index * sizeof(struct node) + offset));
}

static int value_of(int key, int round) { return key * key + 3 * round; }

// All nodes become free; the first one is the sentinel (used at rank 0 only).
static void recycle(struct list *l) {
    for (int i = 0; i < l->nodes; i++)
        l->pool[i] = (struct node){.next = NIL, .key = NO_KEY, .value = 0, .round = -1}; // BUG2
    l->used = 1;
}

static void create_list(struct list *l, int keys, int work) {
    MPI_Comm_rank(MPI_COMM_WORLD, &l->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &l->size);
    l->nil = NIL;
    l->work = work;
    l->nodes = keys + 1;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &l->win);
    MPI_Alloc_mem((MPI_Aint)(l->nodes * sizeof(struct node)), MPI_INFO_NULL, &l->pool);
    MPI_Win_attach(l->win, l->pool, (MPI_Aint)(l->nodes * sizeof(struct node)));
    recycle(l);
    l->head = pointer_to(0, 0);
    l->base = malloc(sizeof(MPI_Aint) * l->size);
    MPI_Get_address(l->pool, &l->base[l->rank]);
    MPI_Allgather(MPI_IN_PLACE, 1, MPI_AINT, l->base, 1, MPI_AINT, MPI_COMM_WORLD);
    MPI_Win_lock_all(0, l->win);
    MPI_Barrier(MPI_COMM_WORLD); // all pools are attached and empty
}

static void destroy_list(struct list *l) {
    MPI_Win_unlock_all(l->win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_detach(l->win, l->pool);
    MPI_Win_free(&l->win);
    MPI_Free_mem(l->pool);
    free(l->base);
}

static int read_next(struct list *l, int p) {
    MPI_Fetch_and_op(NULL, &l->found, MPI_INT, rank_of(p), field(l, p, offsetof(struct node, next)), MPI_NO_OP, l->win);
    MPI_Win_flush(rank_of(p), l->win);
    return l->found;
}

// Returns NIL if my node was linked behind p, else the pointer that was there already.
static int try_link(struct list *l, int p, int node) {
    l->mine = node;
    MPI_Compare_and_swap(&l->mine, &l->nil, &l->found, MPI_INT, rank_of(p), field(l, p, offsetof(struct node, next)), l->win);
    MPI_Win_flush(rank_of(p), l->win);
    return l->found;
}

// Appends the key unless the list has it already.
static int insert(struct list *l, int key, int round) {
    struct node *node = &l->pool[l->used];
#if BUG != 1
    node->key = key;
#endif
    node->value = value_of(key, round);
    node->round = round;
    MPI_Win_sync(l->win);

    int at = l->head;
    for (;;) {
        int next = read_next(l, at);
        if (next == NIL)
            next = try_link(l, at, pointer_to(l->rank, l->used));
        if (next == NIL)
            break; // mine is the last node now
        at = next;
        compute(l->work);
        MPI_Get(&l->key, 1, MPI_INT, rank_of(at), field(l, at, offsetof(struct node, key)), 1, MPI_INT, l->win); // BUG1
        MPI_Win_flush_local(rank_of(at), l->win);
        if (l->key == key)
            return 0; // my node stays unpublished, the next key will use it
    }
#if BUG == 1
    node->key = key; // BUG1
#endif
    l->used++;
    return 1;
}

// Reads the whole list; returns the number of errors.
static int walk(struct list *l, int round, int distinct) {
    int *seen = calloc(distinct, sizeof(int));
    int errors = 0, length = 0;
    for (int at = l->head; at != NIL; at = l->copy.next) {
        compute(l->work);
        MPI_Get(&l->copy, NODE_INTS, MPI_INT, rank_of(at), field(l, at, 0), NODE_INTS, MPI_INT, l->win); // BUG2
        MPI_Win_flush(rank_of(at), l->win);
        if (at == l->head)
            continue;
        length++;
        if (l->copy.key < 0 || l->copy.key >= distinct)
            errors++;
        else
            errors += seen[l->copy.key]++ > 0 || l->copy.value != value_of(l->copy.key, round) || l->copy.round != round;
    }
    free(seen);
    return errors + (length != distinct);
}

// Half of a rank's keys are those of its neighbour too; the last rank wraps around to the first.
static int key_of(const struct list *l, int keys, int i) {
    return (l->rank * (keys / 2) + i) % (l->size * (keys / 2));
}

static int run_round(struct list *l, int keys, int round) {
    for (int i = 0; i < keys; i++)
        insert(l, key_of(l, keys, i), round);
    MPI_Win_flush_all(l->win);
    MPI_Barrier(MPI_COMM_WORLD); // the list is complete

    int errors = walk(l, round, l->size * (keys / 2));
#if BUG != 2
    MPI_Barrier(MPI_COMM_WORLD); // nobody reads it any more
#endif
    recycle(l);
    MPI_Win_sync(l->win);
    MPI_Barrier(MPI_COMM_WORLD);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int keys = argc > 1 ? atoi(argv[1]) : 4;
    int rounds = argc > 2 ? atoi(argv[2]) : 2;
    int work = argc > 3 ? atoi(argv[3]) : 0;

    struct list l;
    create_list(&l, keys, work);
    int errors = 0;
    double start = MPI_Wtime();
    for (int r = 0; r < rounds; r++)
        errors += run_round(&l, keys, r);
    double seconds = MPI_Wtime() - start;

    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (l.rank == 0) {
        printf("linked_list: %d keys, %d rounds, %d errors\n", l.size * (keys / 2), rounds, errors);
        printf("compute_seconds %f\n", seconds);
    }
    destroy_list(&l);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
