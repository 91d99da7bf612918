// ranks: 2 4 8
//
// A matrix-vector product on a grid of PEs. Each PE holds a block of the matrix. The vector is fetched from the first PE of
// each column with nonblocking gets on a context of the column's team, two pieces at a time; the partial results are added up
// along the rows.
//
// BUG 1: matrix_teams.c:shmem_ctx_double_get_nbi in fetch, load in multiply and store in main: a quiet of the default context.
// BUG 2: matrix_teams.c:shmem_ctx_double_get_nbi in fetch and store in main: the vector is changed without waiting for the column.
// BUG 3: matrix_teams.c:shmem_double_sum_reduce in main and load in main: the result of the last step is read while the row
//        already adds up the next one.
#include <shmem.h>
#include <stdio.h>

#ifndef BUG
#define BUG 0
#endif

enum { SIZE = 8, HALF = SIZE / 2, STEPS = 4 };

static double vector[SIZE], block[SIZE][SIZE], partial[2][SIZE], result[2][SIZE];

static void fetch(shmem_ctx_t ctx, double *copy) {
    shmem_ctx_double_get_nbi(ctx, copy, vector, HALF, 0); // BUG1 BUG2
    shmem_ctx_double_get_nbi(ctx, copy + HALF, vector + HALF, HALF, 0); // BUG1 BUG2
#if BUG == 1
    shmem_quiet();
#else
    shmem_ctx_quiet(ctx);
#endif
}

static void multiply(double *into, const double *copy) {
    for (int i = 0; i < SIZE; i++) {
        double sum = 0;
        for (int j = 0; j < SIZE; j++) sum += block[i][j] * copy[j]; // BUG1
        into[i] = sum;
    }
}

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), width = n >= 4 ? n / 2 : n;
    shmem_team_t row, column;
    shmem_ctx_t ctx;
    shmem_team_split_2d(SHMEM_TEAM_WORLD, width, NULL, 0, &row, NULL, 0, &column);
    if (shmem_team_create_ctx(column, 0, &ctx) != 0) shmem_global_exit(1);
    for (int i = 0; i < SIZE; i++) {
        vector[i] = me + i;
        for (int j = 0; j < SIZE; j++) block[i][j] = (i + j + me) % 3;
    }
    shmem_barrier_all();
    double norm = 0;
    for (int step = 0; step < STEPS; step++) {
        static double copy[SIZE];
        int turn = BUG == 3 ? 0 : step % 2;
        fetch(ctx, copy);
        multiply(partial[turn], copy);
        shmem_double_sum_reduce(row, result[turn], partial[turn], SIZE); // BUG3
#if BUG != 2
        shmem_team_sync(column); // all have fetched the vector
#endif
        if (shmem_team_my_pe(column) == 0)
            for (int i = 0; i < SIZE; i++) vector[i] *= 0.5; // BUG1 BUG2
        for (int i = 0; i < SIZE; i++) norm += result[turn][i]; // BUG3
#if BUG == 1
        shmem_ctx_quiet(ctx);
#endif
        shmem_team_sync(column); // the vector is ready
    }
    shmem_ctx_destroy(ctx);
    shmem_team_destroy(column);
    shmem_team_destroy(row);
    shmem_barrier_all();
    if (me == 0) printf("%g\n", norm);
    shmem_finalize();
    return 0;
}
