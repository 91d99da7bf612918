// ranks: 2 4 8
//
// Two vertex programs on a distributed directed graph. Page rank: every vertex accumulates its share into its
// successors, whose owners then take and clear the sums. Label propagation: every vertex offers its label to its
// successors with a fetching MPI_MIN and learns from the old label whether it improved anything.
//
// BUG 1: graph_accumulate.c:MPI_Accumulate in push_shares and load and store in take: flush_local instead of flush before the barrier.
// BUG 2: graph_accumulate.c:MPI_Accumulate in push_shares and load and store in take: no barrier after the sums were cleared.
// BUG 3: graph_accumulate.c:MPI_Get_accumulate in push_labels and load in push_labels: the old labels are read before the flush.
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define DEGREE 3
#define DAMPING 0.85

struct graph {
    int rank, size;
    int vertices;    // of the whole graph
    int own;         // per rank
    int work;        // rounds of computation for each vertex
    double *value;   // page rank of the own vertices
    double *share;   // what each vertex gives to each successor; origin of the accumulates
    int64_t *mine;   // private copy of the own labels; origin of the get_accumulates
    int64_t *before; // their results, one per edge
    double *sums;    // window: own sums, then own labels
    int64_t *labels;
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

// The k-th successor of a vertex: a ring and some long-range edges.
static int successor(int vertices, int u, int k) {
    switch (k) {
    case 0: return (u + 1) % vertices;
    case 1: return (u * 5 + 3) % vertices;
    default: return (u * 11 + 7) % vertices;
    }
}

static int64_t first_label(int vertices, int u) { return (u * 37 + 11) % vertices; }

static void create_graph(struct graph *g, int vertices, int work) {
    MPI_Comm_rank(MPI_COMM_WORLD, &g->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &g->size);
    g->vertices = vertices;
    g->work = work;
    g->own = vertices / g->size;
    g->value = malloc(sizeof(double) * g->own);
    g->share = malloc(sizeof(double) * g->own);
    g->mine = malloc(sizeof(int64_t) * g->own);
    g->before = malloc(sizeof(int64_t) * g->own * DEGREE);
    MPI_Aint bytes = (MPI_Aint)g->own * 16;
    MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &g->sums, &g->win);
    g->labels = (int64_t *)(g->sums + g->own);
    for (int v = 0; v < g->own; v++) {
        g->value[v] = 1.0 / vertices;
        g->sums[v] = 0.0;
        g->labels[v] = first_label(vertices, g->rank * g->own + v);
    }
    MPI_Win_lock_all(0, g->win);
    MPI_Barrier(MPI_COMM_WORLD); // sums and labels are initialised everywhere
}

static void destroy_graph(struct graph *g) {
    MPI_Win_unlock_all(g->win);
    MPI_Win_free(&g->win);
    free(g->value);
    free(g->share);
    free(g->mine);
    free(g->before);
}

static void push_shares(struct graph *g) {
    for (int u = 0; u < g->own; u++)
        g->share[u] = g->value[u] / DEGREE;
    for (int u = 0; u < g->own; u++) {
        compute(g->work);
        for (int k = 0; k < DEGREE; k++) {
            int v = successor(g->vertices, g->rank * g->own + u, k);
            MPI_Accumulate(&g->share[u], 1, MPI_DOUBLE, v / g->own, v % g->own, 1, MPI_DOUBLE, MPI_SUM, g->win); // BUG1 BUG2
        }
    }
#if BUG == 1
    MPI_Win_flush_local_all(g->win);
#else
    MPI_Win_flush_all(g->win);
#endif
    MPI_Barrier(MPI_COMM_WORLD);
}

static double take(double *from) {
    double taken = *from; *from = 0.0; // BUG1 BUG2
    return taken;
}

static void take_sums(struct graph *g) {
    for (int v = 0; v < g->own; v++)
        g->value[v] = (1.0 - DAMPING) / g->vertices + DAMPING * take(&g->sums[v]);
#if BUG != 2
    MPI_Barrier(MPI_COMM_WORLD); // no share of the next iteration may arrive before the sum is cleared
#endif
}

// One synchronous round; returns whether any vertex of any rank got a smaller label.
static int push_labels(struct graph *g) {
    for (int v = 0; v < g->own; v++)
        g->mine[v] = g->labels[v];
    MPI_Barrier(MPI_COMM_WORLD); // all owners have read their labels
    for (int u = 0; u < g->own; u++) {
        compute(g->work);
        for (int k = 0; k < DEGREE; k++) {
            int v = successor(g->vertices, g->rank * g->own + u, k), to = v / g->own, at = g->own + v % g->own;
            MPI_Get_accumulate(&g->mine[u], 1, MPI_INT64_T, &g->before[u * DEGREE + k], 1, MPI_INT64_T, to, at, 1, MPI_INT64_T, MPI_MIN, g->win); // BUG3
        }
    }
#if BUG != 3
    MPI_Win_flush_all(g->win);
#endif
    int improved = 0;
    for (int e = 0; e < g->own * DEGREE; e++)
        improved |= g->before[e] > g->mine[e / DEGREE]; // BUG3
#if BUG == 3
    MPI_Win_flush_all(g->win);
#endif
    MPI_Allreduce(MPI_IN_PLACE, &improved, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
    return improved;
}

static int check_values(const struct graph *g, int iterations) {
    int n = g->vertices, errors = 0;
    double *value = malloc(sizeof(double) * n), *sums = malloc(sizeof(double) * n);
    for (int v = 0; v < n; v++)
        value[v] = 1.0 / n;
    for (int it = 0; it < iterations; it++) {
        for (int v = 0; v < n; v++)
            sums[v] = 0.0;
        for (int e = 0; e < n * DEGREE; e++)
            sums[successor(n, e / DEGREE, e % DEGREE)] += value[e / DEGREE] / DEGREE;
        for (int v = 0; v < n; v++)
            value[v] = (1.0 - DAMPING) / n + DAMPING * sums[v];
    }
    for (int v = 0; v < g->own; v++)
        errors += fabs(g->value[v] - value[g->rank * g->own + v]) > 1e-12;
    free(value);
    free(sums);
    return errors;
}

static int check_labels(const struct graph *g, int rounds, int last_improved) {
    int n = g->vertices, errors = 0, improved = 0;
    int64_t *label = malloc(sizeof(int64_t) * n), *next = malloc(sizeof(int64_t) * n);
    for (int v = 0; v < n; v++)
        label[v] = first_label(n, v);
    for (int r = 0; r < rounds; r++) {
        improved = 0;
        for (int v = 0; v < n; v++)
            next[v] = label[v];
        for (int e = 0; e < n * DEGREE; e++) {
            int v = successor(n, e / DEGREE, e % DEGREE);
            improved |= next[v] > label[e / DEGREE];
            next[v] = next[v] < label[e / DEGREE] ? next[v] : label[e / DEGREE];
        }
        int64_t *t = label;
        label = next;
        next = t;
    }
    for (int v = 0; v < g->own; v++)
        errors += g->labels[v] != label[g->rank * g->own + v];
    free(label);
    free(next);
    return errors + (improved != last_improved);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int vertices = argc > 1 ? atoi(argv[1]) : 64;
    int iterations = argc > 2 ? atoi(argv[2]) : 4;
    int work = argc > 3 ? atoi(argv[3]) : 0;

    struct graph g;
    create_graph(&g, vertices, work);
    if (g.own * g.size != vertices)
        MPI_Abort(MPI_COMM_WORLD, 2);
    double start = MPI_Wtime();
    for (int it = 0; it < iterations; it++) {
        push_shares(&g);
        take_sums(&g);
    }
    int improved = 0;
    for (int it = 0; it < iterations; it++)
        improved = push_labels(&g);
    double seconds = MPI_Wtime() - start;

    int errors = check_values(&g, iterations) + check_labels(&g, iterations, improved);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (g.rank == 0) {
        printf("graph_accumulate: %d vertices, %d iterations, %d errors\n", vertices, iterations, errors);
        printf("compute_seconds %f\n", seconds);
    }
    destroy_graph(&g);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
