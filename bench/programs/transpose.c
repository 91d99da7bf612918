// Benchmark: distributed matrix transpose with MPI_Put under lock_all.
//
//     mpirun -n RANKS transpose [ITERATIONS N]        default: ITERATIONS 80, N 1680
//
// In the spirit of the Parallel Research Kernels' Transpose, written anew. Two N x N matrices of
// doubles are cut into N / RANKS rows per rank. In each iteration
//
//     B += transpose(A);  A += 1
//
// A rank's rows of A are RANKS square blocks, one for each rank. A block is transposed locally, tile
// by tile, into a send slot and put into the receive slot that its new owner keeps for the sender.
// A starts as A[i][j] = i * N + j, so B is known exactly after any number of iterations.
//
// N must be a multiple of the number of ranks.
//
// The window holds the receive slots only. It is race-free because
//   - each slot has one sender and each put a send slot of its own;
//   - flush_all completes the puts, before the send slots are rewritten and before the barrier that
//     tells the receivers;
//   - a second barrier comes after the slots were read, before the next puts overwrite them.
//
// Prints "compute_seconds T" (the iteration loop, slowest rank) and "ok"; exit code 1 if the result
// is wrong, 2 on wrong use.

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { TILE = 32, DEFAULT_ITERATIONS = 80, DEFAULT_N = 1680, MAX_N = 46340 };

struct matrices {
    int rank, ranks;
    int n, rows;   // order of the matrices, rows of each that this rank owns
    double *a, *b; // rows x n
    double *sent, *received; // one slot of rows x rows for each rank
    MPI_Win win;             // over `received`
};

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

static double *allocate(size_t count)
{
    double *memory = calloc(count, sizeof(double));
    if (!memory) {
        fprintf(stderr, "transpose: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return memory;
}

static struct matrices make_matrices(int rank, int ranks, int n)
{
    struct matrices m = {.rank = rank, .ranks = ranks, .n = n, .rows = n / ranks};
    size_t elements = (size_t)m.rows * n;
    m.a = allocate(elements);
    m.b = allocate(elements);
    m.sent = allocate(elements);
    MPI_Win_allocate(elements * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &m.received, &m.win);
    for (size_t i = 0; i < elements; i++)
        m.a[i] = (double)((size_t)rank * elements + i);
    return m;
}

static void free_matrices(struct matrices *m)
{
    MPI_Win_free(&m->win);
    free(m->a);
    free(m->b);
    free(m->sent);
}

static size_t slot_size(const struct matrices *m)
{
    return (size_t)m->rows * m->rows;
}

// slot = transpose of my block of A for rank `to`.
static void transpose_block(const struct matrices *m, int to, double *restrict slot)
{
    const double *restrict block = m->a + (size_t)to * m->rows;
    size_t rows = m->rows, n = m->n;
    for (int i0 = 0; i0 < m->rows; i0 += TILE)
        for (int j0 = 0; j0 < m->rows; j0 += TILE) {
            int i1 = min_int(i0 + TILE, m->rows), j1 = min_int(j0 + TILE, m->rows);
            for (int j = j0; j < j1; j++)
                for (int i = i0; i < i1; i++)
                    slot[j * rows + i] = block[i * n + j];
        }
}

// Block `from` of my rows of B += slot, which is transposed already.
static void add_block(struct matrices *m, int from, const double *restrict slot)
{
    size_t rows = m->rows;
    for (int i = 0; i < m->rows; i++) {
        double *restrict b = m->b + (size_t)i * m->n + (size_t)from * rows;
        for (int j = 0; j < m->rows; j++)
            b[j] += slot[i * rows + j];
    }
}

static void add_one(struct matrices *m)
{
    size_t elements = (size_t)m->rows * m->n;
    for (size_t i = 0; i < elements; i++)
        m->a[i] += 1.0;
}

static void iterate(struct matrices *m)
{
    size_t slot = slot_size(m);
    // Begin with the rank after mine, so that not everybody sends to rank 0 first.
    for (int k = 1; k < m->ranks; k++) {
        int to = (m->rank + k) % m->ranks;
        double *block = m->sent + to * slot;
        transpose_block(m, to, block);
        MPI_Put(block, (int)slot, MPI_DOUBLE, to, (MPI_Aint)(m->rank * slot), (int)slot, MPI_DOUBLE,
                m->win);
    }
    // My own block needs no window.
    double *own = m->sent + m->rank * slot;
    transpose_block(m, m->rank, own);
    add_block(m, m->rank, own);
    add_one(m);

    MPI_Win_flush_all(m->win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(m->win);
    for (int k = 1; k < m->ranks; k++) {
        int from = (m->rank + m->ranks - k) % m->ranks;
        add_block(m, from, m->received + from * slot);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

// B[i][j] is the sum of A[j][i] + t over the iterations t = 0, 1, ...
static long count_wrong(const struct matrices *m, int iterations)
{
    double t = iterations;
    long wrong = 0;
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->n; j++) {
            double original = (double)j * m->n + (double)(m->rank * m->rows + i);
            double expected = t * original + t * (t - 1.0) / 2.0;
            // Written so that a NaN counts as wrong.
            wrong += !(fabs(m->b[(size_t)i * m->n + j] - expected) <= 1e-12 * expected);
        }
    return wrong;
}

static int parse_positive(const char *text, int largest)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value > 0 && value <= largest ? (int)value : 0;
}

// Returns 0 if the arguments cannot be used; rank 0 says why.
static int arguments(int argc, char **argv, int rank, int ranks, int *iterations, int *n)
{
    *iterations = argc == 3 ? parse_positive(argv[1], 1000000) : DEFAULT_ITERATIONS;
    *n = argc == 3 ? parse_positive(argv[2], MAX_N) : DEFAULT_N;
    if ((argc != 1 && argc != 3) || *iterations == 0 || *n == 0) {
        if (rank == 0)
            fprintf(stderr, "usage: transpose [ITERATIONS N], up to 1000000 and %d\n", MAX_N);
        return 0;
    }
    if (*n % ranks != 0) {
        if (rank == 0)
            fprintf(stderr, "transpose: N = %d is not a multiple of the %d ranks\n", *n, ranks);
        return 0;
    }
    return 1;
}

// Runs the benchmark and returns the exit code.
static int run(int rank, int ranks, int iterations, int n)
{
    struct matrices m = make_matrices(rank, ranks, n);
    MPI_Win_lock_all(0, m.win);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < iterations; i++)
        iterate(&m);
    double seconds = MPI_Wtime() - start;
    MPI_Win_unlock_all(m.win);

    long wrong = count_wrong(&m, iterations);
    double slowest = 0.0;
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("compute_seconds %.6f\n", slowest);
        if (wrong == 0)
            printf("ok\n");
        else
            fprintf(stderr, "transpose: wrong result in %ld elements\n", wrong);
    }
    free_matrices(&m);
    return wrong == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    int iterations, n, code = 2;
    if (arguments(argc, argv, rank, ranks, &iterations, &n))
        code = run(rank, ranks, iterations, n);

    MPI_Finalize();
    return code;
}
