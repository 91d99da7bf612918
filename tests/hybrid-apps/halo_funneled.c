// ranks: 2 4 8
//
// Heat in a bar, with OpenMP inside of each rank: the master sends the edges to the neighbours with puts between fences while the
// other threads compute the inner cells; then all of them compute the cells at the edges, which need what the neighbours sent.
//
// BUG 1: halo_funneled.c:MPI_Put in exchange and load in edge_left: no barrier between the exchange and the edges.
// BUG 2: halo_funneled.c:MPI_Put in exchange and store in cool: an edge is changed while it is sent.
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define CELLS 64
#define STEPS 6
#define THREADS 3

static double now[CELLS], next[CELLS];
static double *halo; // window: what the left and the right neighbour sent
static MPI_Win win;
static int rank, size;

static void exchange(void) {
    MPI_Win_fence(0, win);
    if (rank > 0) MPI_Put(&now[0], 1, MPI_DOUBLE, rank - 1, 1, 1, MPI_DOUBLE, win); // BUG2
    if (rank < size - 1) MPI_Put(&now[CELLS - 1], 1, MPI_DOUBLE, rank + 1, 0, 1, MPI_DOUBLE, win); // BUG1
    MPI_Win_fence(0, win);
}

static void cool(void) { now[0] *= 0.99; } // BUG2

static double edge_left(void) { return rank > 0 ? halo[0] : now[0]; } // BUG1

static void step(void) {
#pragma omp master
    exchange();
    if (omp_get_thread_num() == 1 && BUG == 2) cool();
#pragma omp for nowait schedule(static)
    for (int i = 1; i < CELLS - 1; i++) next[i] = now[i] + 0.1 * (now[i - 1] - 2 * now[i] + now[i + 1]);
#if BUG != 1
#pragma omp barrier
#endif
    if (omp_get_thread_num() == 1) next[0] = now[0] + 0.1 * (edge_left() - 2 * now[0] + now[1]);
#pragma omp barrier
#pragma omp single
    {
        double right = rank < size - 1 ? halo[1] : now[CELLS - 1];
        next[CELLS - 1] = now[CELLS - 1] + 0.1 * (now[CELLS - 2] - 2 * now[CELLS - 1] + right);
    }
#pragma omp for schedule(static)
    for (int i = 0; i < CELLS; i++) now[i] = next[i];
}

int main(int argc, char **argv) {
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(2 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &halo, &win);
    for (int i = 0; i < CELLS; i++) now[i] = rank + i % 3;
#pragma omp parallel num_threads(THREADS)
    for (int i = 0; i < STEPS; i++) step();
    double sum = 0, all = 0;
    for (int i = 0; i < CELLS; i++) sum += now[i];
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("%g\n", all);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
