// ranks: 2 4 8
//
// Ring all-reduce (reduce-scatter, then all-gather) over one-sided puts. Every rank has a single slot in the window,
// filled by its left neighbour. A flushed put is announced by an empty message; the slot is handed back by a
// credit message that carries the step number. No barrier anywhere.
//
// BUG 1: ring_allreduce.c:MPI_Put in ring_step and load in consume_slot: the message is sent before the put is flushed.
// BUG 2: ring_allreduce.c:MPI_Put in ring_step and load in consume_slot: the credit is awaited only after the slot was overwritten.
// BUG 3: ring_allreduce.c:MPI_Put in ring_step and load in consume_slot: the credit is returned before the slot was consumed.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

enum { TAG_READY = 1, TAG_CREDIT = 2 };

struct ring {
    int rank, size;
    int left, right;
    int chunk;    // elements per step
    int step;     // steps so far, over all reductions
    int errors;   // protocol errors
    double *slot; // window
    MPI_Win win;
};

static void create_ring(struct ring *r, int chunk) {
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->size);
    r->left = (r->rank + r->size - 1) % r->size;
    r->right = (r->rank + 1) % r->size;
    r->chunk = chunk;
    r->step = 0;
    r->errors = 0;
    MPI_Aint bytes = ((MPI_Aint)chunk + 1) / 2 * 16;
    MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &r->slot, &r->win);
    MPI_Win_lock_all(0, r->win);
}

// The right neighbour has consumed the previous step's data.
static void wait_credit(struct ring *r) {
    int consumed;
    MPI_Recv(&consumed, 1, MPI_INT, r->right, TAG_CREDIT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    r->errors += consumed != r->step - 1;
}

static void grant_credit(const struct ring *r) {
    MPI_Send(&r->step, 1, MPI_INT, r->left, TAG_CREDIT, MPI_COMM_WORLD);
}

static void announce(const struct ring *r) {
    MPI_Send(NULL, 0, MPI_BYTE, r->right, TAG_READY, MPI_COMM_WORLD);
}

static void await_data(const struct ring *r) {
    MPI_Recv(NULL, 0, MPI_BYTE, r->left, TAG_READY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void consume_slot(const struct ring *r, double *to, int add) {
    for (int i = 0; i < r->chunk; i++)
        to[i] = (add ? to[i] : 0.0) + r->slot[i]; // BUG1 BUG2 BUG3
}

// Sends one chunk to the right and adds (or copies) the one that comes from the left.
static void ring_step(struct ring *r, const double *out, double *in, int add) {
#if BUG != 2
    if (r->step > 0)
        wait_credit(r);
#endif
    MPI_Put(out, r->chunk, MPI_DOUBLE, r->right, 0, r->chunk, MPI_DOUBLE, r->win); // BUG1 BUG2 BUG3
#if BUG == 1
    announce(r);
    MPI_Win_flush(r->right, r->win);
#else
    MPI_Win_flush(r->right, r->win);
    announce(r);
#endif
#if BUG == 2
    if (r->step > 0)
        wait_credit(r);
#endif
    await_data(r);
#if BUG == 3
    grant_credit(r);
    consume_slot(r, in, add);
#else
    consume_slot(r, in, add);
    grant_credit(r);
#endif
    r->step++;
}

static double *chunk_of(const struct ring *r, double *x, int index) {
    return x + (index % r->size + r->size) % r->size * r->chunk;
}

static void allreduce(struct ring *r, double *x) {
    for (int s = 0; s < r->size - 1; s++)
        ring_step(r, chunk_of(r, x, r->rank - s), chunk_of(r, x, r->rank - s - 1), 1);
    for (int s = 0; s < r->size - 1; s++)
        ring_step(r, chunk_of(r, x, r->rank + 1 - s), chunk_of(r, x, r->rank - s), 0);
}

static void destroy_ring(struct ring *r) {
    if (r->step > 0)
        wait_credit(r); // the last one is still on its way
    MPI_Win_unlock_all(r->win);
    MPI_Win_free(&r->win);
}

// Gradient descent on a toy problem: the gradients of all ranks are summed in every iteration.
static double gradient(double weight, int rank, int i) { return weight * 0.5 + rank + (i % 7); }

static int train(struct ring *r, int n, int iterations) {
    double *weights = calloc(n, sizeof(double)), *expected = calloc(n, sizeof(double)), *g = malloc(sizeof(double) * n);
    int errors = 0;
    for (int it = 0; it < iterations; it++) {
        for (int i = 0; i < n; i++)
            g[i] = gradient(weights[i], r->rank, i);
        allreduce(r, g);
        for (int i = 0; i < n; i++)
            weights[i] -= 0.01 * g[i];
        for (int i = 0; i < n; i++) {
            double total = 0.0;
            for (int p = 0; p < r->size; p++)
                total += gradient(expected[i], p, i);
            expected[i] -= 0.01 * total;
        }
    }
    for (int i = 0; i < n; i++)
        errors += fabs(weights[i] - expected[i]) > 1e-9;
    free(weights);
    free(expected);
    free(g);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int n = argc > 1 ? atoi(argv[1]) : 64;
    int iterations = argc > 2 ? atoi(argv[2]) : 3;
    if (n % size != 0)
        MPI_Abort(MPI_COMM_WORLD, 2);

    struct ring r;
    create_ring(&r, n / size);
    int errors = train(&r, n, iterations);
    destroy_ring(&r);
    errors += r.errors;

    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (r.rank == 0)
        printf("ring_allreduce: %d weights, %d iterations, %d errors\n", n, iterations, errors);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
