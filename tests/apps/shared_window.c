// ranks: 2 4 8
//
// Heat conduction on a periodic rod whose pieces lie in one shared-memory window. Neighbours read each other's end
// cells through the pointers of MPI_Win_shared_query; there is no RMA call at all. Two time levels alternate, so one
// barrier per step separates the writes of a level from the reads of it. Rank 0 adds up the ranks' partial
// changes, which alternate as well.
//
// BUG 1: shared_window.c:load of the neighbours' cells in advance and store of the new cells in advance: MPI_Win_sync alone, no barrier after the step.
// BUG 2: shared_window.c:load of the neighbours' cells in advance and store of the new cells in advance: the cells are updated in place.
// BUG 3: shared_window.c:store of the partial change in step and load in total_change: rank 0 adds up before the barrier.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define CONDUCTION 0.2

// One rank's piece: two levels of n cells, then two partial changes.
struct rod {
    MPI_Comm node;
    int rank, size;
    int n;
    double *mine, *left, *right; // pieces of this rank and of its neighbours
    double **piece;              // of every rank
    MPI_Win win;
};

static double initial_heat(int g) { return (double)((g * g + 3 * g) % 17); }

static double *piece_of(const struct rod *r, int rank) {
    MPI_Aint bytes;
    int unit;
    double *base;
    MPI_Win_shared_query(r->win, rank, &bytes, &unit, &base);
    return base;
}

static double *level(const struct rod *r, double *piece, int which) { return piece + which * r->n; }

static double *partial(const struct rod *r, double *piece, int which) { return piece + 2 * r->n + which; }

static void create_rod(struct rod *r, int n) {
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &r->node);
    MPI_Comm_rank(r->node, &r->rank);
    MPI_Comm_size(r->node, &r->size);
    r->n = n;
    MPI_Aint bytes = (MPI_Aint)(2 * n + 2) * (MPI_Aint)sizeof(double);
    MPI_Win_allocate_shared(bytes, sizeof(double), MPI_INFO_NULL, r->node, &r->mine, &r->win);
    r->piece = malloc(sizeof(double *) * r->size);
    for (int p = 0; p < r->size; p++)
        r->piece[p] = piece_of(r, p);
    r->left = r->piece[(r->rank + r->size - 1) % r->size];
    r->right = r->piece[(r->rank + 1) % r->size];

    MPI_Win_lock_all(MPI_MODE_NOCHECK, r->win);
    for (int i = 0; i < n; i++) {
        level(r, r->mine, 0)[i] = initial_heat(r->rank * n + i);
        level(r, r->mine, 1)[i] = 0.0;
    }
    MPI_Win_sync(r->win);
    MPI_Barrier(r->node);
    MPI_Win_sync(r->win);
}

static void destroy_rod(struct rod *r) {
    MPI_Win_unlock_all(r->win);
    MPI_Win_free(&r->win);
    MPI_Comm_free(&r->node);
    free(r->piece);
}

// One step from level cur to the other; returns how much this rank's cells changed.
static double advance(struct rod *r, int cur) {
    const double *u = level(r, r->mine, cur);
#if BUG == 2
    double *v = level(r, r->mine, cur);
#else
    double *v = level(r, r->mine, 1 - cur);
#endif
    double ends[2], change = 0.0;
    ends[0] = level(r, r->left, cur)[r->n - 1], ends[1] = level(r, r->right, cur)[0]; // BUG1 BUG2
    for (int i = 0; i < r->n; i++) {
        double w = i > 0 ? u[i - 1] : ends[0], e = i < r->n - 1 ? u[i + 1] : ends[1];
        double d = CONDUCTION * (w + e - 2.0 * u[i]);
        v[i] = u[i] + d; // BUG1 BUG2
        change += fabs(d);
    }
    return change;
}

static double total_change(const struct rod *r, int which) {
    double total = 0.0;
    for (int p = 0; p < r->size; p++)
        total += *partial(r, r->piece[p], which); // BUG3
    return total;
}

static void synchronise(struct rod *r) {
    MPI_Win_sync(r->win);
#if BUG != 1
    MPI_Barrier(r->node);
#endif
    MPI_Win_sync(r->win);
}

// The change is wanted at rank 0 only. With BUG 1 it is not collected: the step has no barrier.
static double step(struct rod *r, int s) {
    int cur = BUG == 2 ? 0 : s % 2;
    double change = advance(r, cur), total = 0.0;
    if (BUG != 1)
        *partial(r, r->mine, s % 2) = change; // BUG3
#if BUG == 3
    if (r->rank == 0)
        total = total_change(r, s % 2);
    synchronise(r);
#else
    synchronise(r);
    if (r->rank == 0 && BUG != 1)
        total = total_change(r, s % 2);
#endif
    return total;
}

static int count_errors(const struct rod *r, int steps, double last_change) {
    int total = r->n * r->size, errors = 0;
    double *u = malloc(sizeof(double) * total), *v = malloc(sizeof(double) * total), change = 0.0;
    for (int g = 0; g < total; g++)
        u[g] = initial_heat(g);
    for (int s = 0; s < steps; s++) {
        change = 0.0;
        for (int g = 0; g < total; g++) {
            double d = CONDUCTION * (u[(g + total - 1) % total] + u[(g + 1) % total] - 2.0 * u[g]);
            v[g] = u[g] + d;
            change += fabs(d);
        }
        double *t = u;
        u = v;
        v = t;
    }
    for (int i = 0; i < r->n; i++)
        errors += fabs(level(r, r->mine, steps % 2)[i] - u[r->rank * r->n + i]) > 1e-10;
    if (r->rank == 0)
        errors += fabs(last_change - change) > 1e-9;
    free(u);
    free(v);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 20;
    int steps = argc > 2 ? atoi(argv[2]) : 8;
    if (n < 1)
        MPI_Abort(MPI_COMM_WORLD, 2);

    struct rod r;
    create_rod(&r, n);
    double change = 0.0;
    for (int s = 0; s < steps; s++)
        change = step(&r, s);

    int errors = count_errors(&r, steps, change);
    if (r.rank == 0)
        printf("shared_window: %d cells on the node, %d steps, %d errors\n", n * r.size, steps, errors);
    destroy_rod(&r);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
