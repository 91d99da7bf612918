// ranks: 2 4 8
//
// Repeated B := A * B / n with block rows. A and the product are private, B is the window. Each rank walks over all
// owners, fetching the next block with MPI_Rget into one of two buffers while it multiplies with the other.
//
// BUG 1: matmul_get.c:MPI_Rget in fetch_block and load in multiply_block: the block is used before its request is waited for.
// BUG 2: matmul_get.c:MPI_Rget in fetch_block and load in multiply_block: the next block is fetched into the buffer in use.
// BUG 3: matmul_get.c:MPI_Rget in fetch_block and store in replace_block: B is overwritten without a barrier, while slower ranks still fetch.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

struct product {
    int rank, size;
    int n;    // order of the matrices
    int rows; // rows of one rank
    double *a;
    double *c;
    double *b; // window
    double *buf[2];
    MPI_Request req[2];
    MPI_Win win;
};

static double a_value(int i, int j) { return (double)((3 * i + 5 * j) % 7) - 2.0; }

static double b_value(int i, int j) { return (double)((i * j + i) % 5); }

static void create_product(struct product *p, int n) {
    MPI_Comm_rank(MPI_COMM_WORLD, &p->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p->size);
    p->n = n;
    p->rows = n / p->size;
    size_t bytes = sizeof(double) * p->rows * n;
    p->a = malloc(bytes);
    p->c = malloc(bytes);
    for (int k = 0; k < 2; k++)
        p->buf[k] = malloc(bytes);
    MPI_Win_allocate((MPI_Aint)bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &p->b, &p->win);
    for (int i = 0; i < p->rows; i++) {
        for (int j = 0; j < n; j++) {
            p->a[i * n + j] = a_value(p->rank * p->rows + i, j);
            p->b[i * n + j] = b_value(p->rank * p->rows + i, j);
        }
    }
    MPI_Win_lock_all(0, p->win);
    MPI_Win_sync(p->win);
    MPI_Barrier(MPI_COMM_WORLD); // B is complete everywhere
}

static void destroy_product(struct product *p) {
    MPI_Win_unlock_all(p->win);
    MPI_Win_free(&p->win);
    free(p->a);
    free(p->c);
    free(p->buf[0]);
    free(p->buf[1]);
}

static int owner_in(const struct product *p, int phase) { return (p->rank + phase) % p->size; }

static void fetch_block(struct product *p, int phase, int into) {
    int count = p->rows * p->n;
    MPI_Rget(p->buf[into], count, MPI_DOUBLE, owner_in(p, phase), 0, count, MPI_DOUBLE, p->win, &p->req[phase % 2]); // BUG1 BUG2 BUG3
}

static void wait_block(struct product *p, int phase) { MPI_Wait(&p->req[phase % 2], MPI_STATUS_IGNORE); }

// C += A(:, rows of the owner) * block
static void multiply_block(struct product *p, int owner, const double *block) {
    int n = p->n;
    const double *a = p->a + owner * p->rows;
    for (int i = 0; i < p->rows; i++)
        for (int k = 0; k < p->rows; k++)
            for (int j = 0; j < n; j++)
                p->c[i * n + j] += a[i * n + k] * block[k * n + j]; // BUG1 BUG2
}

static void multiply(struct product *p) {
    memset(p->c, 0, sizeof(double) * p->rows * p->n);
    fetch_block(p, 0, 0);
    for (int phase = 0; phase < p->size; phase++) {
        int more = phase + 1 < p->size;
#if BUG == 1
        if (more)
            fetch_block(p, phase + 1, (phase + 1) % 2);
        multiply_block(p, owner_in(p, phase), p->buf[phase % 2]);
        wait_block(p, phase);
#elif BUG == 2
        wait_block(p, phase);
        if (more)
            fetch_block(p, phase + 1, 0);
        multiply_block(p, owner_in(p, phase), p->buf[0]);
#else
        wait_block(p, phase);
        if (more)
            fetch_block(p, phase + 1, (phase + 1) % 2);
        multiply_block(p, owner_in(p, phase), p->buf[phase % 2]);
#endif
    }
}

static void replace_block(struct product *p) {
    for (int i = 0; i < p->rows * p->n; i++)
        p->b[i] = p->c[i] / p->n; // BUG3
}

static void iterate(struct product *p) {
    multiply(p);
#if BUG != 3
    MPI_Barrier(MPI_COMM_WORLD); // everybody has fetched the old B
#endif
    replace_block(p);
    MPI_Win_sync(p->win);
    MPI_Barrier(MPI_COMM_WORLD); // the new B is complete
    MPI_Win_sync(p->win);
}

static int count_errors(const struct product *p, int iterations) {
    int n = p->n, errors = 0;
    double *b = malloc(sizeof(double) * n * n), *c = malloc(sizeof(double) * n * n);
    for (int i = 0; i < n * n; i++)
        b[i] = b_value(i / n, i % n);
    for (int it = 0; it < iterations; it++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                c[i * n + j] = 0.0;
                for (int k = 0; k < n; k++)
                    c[i * n + j] += a_value(i, k) * b[k * n + j];
                c[i * n + j] /= n;
            }
        }
        double *t = b;
        b = c;
        c = t;
    }
    for (int i = 0; i < p->rows * n; i++)
        errors += fabs(p->b[i] - b[p->rank * p->rows * n + i]) > 1e-9;
    free(b);
    free(c);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 32;
    int iterations = argc > 2 ? atoi(argv[2]) : 3;

    struct product p;
    create_product(&p, n);
    if (p.rows * p.size != n)
        MPI_Abort(MPI_COMM_WORLD, 2);
    for (int it = 0; it < iterations; it++)
        iterate(&p);

    int errors = count_errors(&p, iterations);
    if (p.rank == 0)
        printf("matmul_get: order %d, %d iterations, %d wrong elements\n", n, iterations, errors);
    destroy_product(&p);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
