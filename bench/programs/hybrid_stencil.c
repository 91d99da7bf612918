// Benchmark: 2-D five-point stencil, MPI between ranks and OpenMP inside of them.
//
//     mpirun -n RANKS hybrid_stencil [ITERATIONS N THREADS]        default: 200 1200 2
//
// Each rank has N rows of N points, and a window with a row from the rank above and one from the rank below. In each iteration
// the first and the last row are put to the neighbours between two fences; then the threads share the rows.
//
// Prints "compute_seconds T" (slowest rank) and "ok"; exit code 1 if the sum of all points is not what it must be.

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static double *row(double *grid, int n, int i) { return grid + (size_t)i * n; }

static void sweep(int n, const double *above, const double *in, const double *below, double *out)
{
    for (int j = 1; j < n - 1; j++)
        out[j] = 0.2 * (above[j] + below[j] + in[j - 1] + in[j + 1] + in[j]);
    out[0] = in[0];
    out[n - 1] = in[n - 1];
}

int main(int argc, char **argv)
{
    int provided, rank, size;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int iterations = argc > 1 ? atoi(argv[1]) : 200;
    int n = argc > 2 ? atoi(argv[2]) : 1200;
    int threads = argc > 3 ? atoi(argv[3]) : 2;
    double *in = calloc((size_t)n * n, sizeof(double)), *out = calloc((size_t)n * n, sizeof(double)), *halo;
    MPI_Win win;
    MPI_Win_allocate((MPI_Aint)(2 * sizeof(double)) * n, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &halo, &win);
    for (size_t i = 0; i < (size_t)n * n; i++) in[i] = 1;
    int up = rank > 0 ? rank - 1 : MPI_PROC_NULL, down = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    for (int j = 0; j < 2 * n; j++) halo[j] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int iteration = 0; iteration < iterations; iteration++) {
        MPI_Win_fence(0, win);
        MPI_Put(row(in, n, 0), n, MPI_DOUBLE, up, n, n, MPI_DOUBLE, win);
        MPI_Put(row(in, n, n - 1), n, MPI_DOUBLE, down, 0, n, MPI_DOUBLE, win);
        MPI_Win_fence(0, win);
#pragma omp parallel for num_threads(threads) schedule(static)
        for (int i = 0; i < n; i++)
            sweep(n, i > 0 ? row(in, n, i - 1) : halo, row(in, n, i), i < n - 1 ? row(in, n, i + 1) : halo + n, row(out, n, i));
        double *last = in;
        in = out;
        out = last;
    }
    double seconds = MPI_Wtime() - begin, slowest, sum = 0, all;
    for (size_t i = 0; i < (size_t)n * n; i++) sum += in[i];
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    int wrong = fabs(all / ((double)n * n * size) - 1) > 1e-9;
    if (rank == 0) printf("compute_seconds %f\n%s\n", slowest, wrong ? "wrong" : "ok");
    MPI_Win_free(&win);
    free(in);
    free(out);
    MPI_Finalize();
    return wrong;
}
