// ranks: 2 4 8
//
// B += transpose(A), A += 1, repeated: the matrices are distributed by block columns. Each rank packs one transposed
// block per peer and puts it into that peer's inbox (its own block takes the same path). One passive-target epoch
// for the whole run; flush and barrier separate the phases.
//
// BUG 1: transpose_flush.c:MPI_Put in send_blocks and load in add_inbox: the flush comes after the barrier, so a peer may read too early.
// BUG 2: transpose_flush.c:MPI_Put in send_blocks and load in add_inbox: no barrier at the end of the iteration, the next puts overwrite an inbox in use.
// BUG 3: transpose_flush.c:MPI_Put in send_blocks and store in pack_block: one pack buffer for all peers, refilled while a put still reads it.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

struct matrices {
    int rank, size;
    int order;     // rows and columns of the whole matrix
    int cols;      // columns of one rank
    int block;     // elements of a cols x cols block
    double *a;     // private: order x cols, column by column
    double *b;     // private, the same layout
    double *out;   // private: one packed block per peer
    double *inbox; // window: one block per peer
    MPI_Win win;
};

static void create_matrices(struct matrices *m, int order) {
    MPI_Comm_rank(MPI_COMM_WORLD, &m->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &m->size);
    m->order = order;
    m->cols = order / m->size;
    m->block = m->cols * m->cols;
    m->a = malloc(sizeof(double) * order * m->cols);
    m->b = malloc(sizeof(double) * order * m->cols);
    m->out = malloc(sizeof(double) * m->size * m->block);
    for (int j = 0; j < m->cols; j++) {
        for (int i = 0; i < order; i++) {
            m->a[j * order + i] = (double)order * (m->rank * m->cols + j) + i;
            m->b[j * order + i] = 0.0;
        }
    }
    MPI_Aint bytes = (MPI_Aint)sizeof(double) * m->size * m->block;
    MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &m->inbox, &m->win);
    for (int i = 0; i < m->size * m->block; i++)
        m->inbox[i] = 0.0;
}

static void destroy_matrices(struct matrices *m) {
    MPI_Win_free(&m->win);
    free(m->a);
    free(m->b);
    free(m->out);
}

// The rows of my columns that belong to the peer's columns, transposed.
static void pack_block(const struct matrices *m, int peer, double *buf) {
    const double *from = m->a + peer * m->cols;
    for (int j = 0; j < m->cols; j++)
        for (int i = 0; i < m->cols; i++)
            buf[i * m->cols + j] = from[j * m->order + i]; // BUG3
}

static void send_blocks(struct matrices *m) {
    for (int phase = 0; phase < m->size; phase++) {
        int peer = (m->rank + phase) % m->size;
#if BUG == 3
        double *buf = m->out;
#else
        double *buf = m->out + phase * m->block;
#endif
        pack_block(m, peer, buf);
        MPI_Aint disp = (MPI_Aint)m->rank * m->block;
        MPI_Put(buf, m->block, MPI_DOUBLE, peer, disp, m->block, MPI_DOUBLE, m->win); // BUG1 BUG2 BUG3
    }
}

static void add_inbox(struct matrices *m) {
    for (int peer = 0; peer < m->size; peer++) {
        const double *from = m->inbox + peer * m->block;
        double *to = m->b + peer * m->cols;
        for (int j = 0; j < m->cols; j++)
            for (int i = 0; i < m->cols; i++)
                to[j * m->order + i] += from[j * m->cols + i]; // BUG1 BUG2
    }
}

static void increment(struct matrices *m) {
    for (int i = 0; i < m->order * m->cols; i++)
        m->a[i] += 1.0;
}

static void iterate(struct matrices *m) {
    send_blocks(m);
#if BUG == 1
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_flush_all(m->win);
#else
    MPI_Win_flush_all(m->win);
    MPI_Barrier(MPI_COMM_WORLD);
#endif
    add_inbox(m);
    increment(m);
#if BUG != 2
    MPI_Barrier(MPI_COMM_WORLD);
#endif
}

// After n iterations, B[i][j] = n * A0[j][i] + (0 + 1 + ... + n - 1).
static int count_errors(const struct matrices *m, int iterations) {
    double added = iterations * (iterations - 1) / 2.0;
    int errors = 0;
    for (int j = 0; j < m->cols; j++) {
        for (int i = 0; i < m->order; i++) {
            double a0 = (double)m->order * i + (m->rank * m->cols + j);
            errors += fabs(m->b[j * m->order + i] - (iterations * a0 + added)) > 1e-8;
        }
    }
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int order = argc > 1 ? atoi(argv[1]) : 32;
    int iterations = argc > 2 ? atoi(argv[2]) : 5;

    struct matrices m;
    create_matrices(&m, order);
    if (m.cols * m.size != order)
        MPI_Abort(MPI_COMM_WORLD, 2);

    MPI_Win_lock_all(MPI_MODE_NOCHECK, m.win);
    MPI_Barrier(MPI_COMM_WORLD); // every inbox is initialised
    for (int it = 0; it < iterations; it++)
        iterate(&m);
    MPI_Win_unlock_all(m.win);

    int errors = count_errors(&m, iterations);
    if (m.rank == 0)
        printf("transpose_flush: order %d, %d iterations, %d wrong elements\n", order, iterations, errors);
    destroy_matrices(&m);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
