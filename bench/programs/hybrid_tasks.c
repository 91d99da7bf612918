// Benchmark: a matrix product in blocks, one OpenMP task for each block of the result, MPI between ranks.
//
//     mpirun -n RANKS hybrid_tasks [ROUNDS BLOCKS THREADS]        default: 6 12 2
//
// In each round the tasks compute C = A B in blocks of 64 x 64; then the first column of blocks is put to the next rank, which
// takes it for its own in the next round.
//
// Prints "compute_seconds T" (slowest rank) and "ok"; exit code 1 if the result is not what it must be.

#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { B = 64 };

static void multiply(const double *a, const double *b, double *c)
{
    for (int i = 0; i < B; i++)
        for (int k = 0; k < B; k++)
            for (int j = 0; j < B; j++) c[i * B + j] += a[i * B + k] * b[k * B + j];
}

int main(int argc, char **argv)
{
    int provided, rank, size;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int rounds = argc > 1 ? atoi(argv[1]) : 6;
    int blocks = argc > 2 ? atoi(argv[2]) : 12;
    int threads = argc > 3 ? atoi(argv[3]) : 2;
    size_t all = (size_t)blocks * blocks * B * B, column = (size_t)blocks * B * B;
    double *a = malloc(all * sizeof(double)), *b = malloc(all * sizeof(double)), *c = malloc(all * sizeof(double)), *given;
    MPI_Win win;
    MPI_Win_allocate((MPI_Aint)(column * sizeof(double)), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &given, &win);
    for (size_t i = 0; i < all; i++) a[i] = b[i] = 1.0 / (blocks * B);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    for (int round = 0; round < rounds; round++) {
#pragma omp parallel num_threads(threads)
#pragma omp single
        for (int i = 0; i < blocks; i++)
            for (int j = 0; j < blocks; j++) {
#pragma omp task firstprivate(i, j)
                {
                    double *result = c + ((size_t)i * blocks + j) * B * B;
                    for (int k = 0; k < B * B; k++) result[k] = 0;
                    for (int k = 0; k < blocks; k++)
                        multiply(a + ((size_t)i * blocks + k) * B * B, b + ((size_t)k * blocks + j) * B * B, result);
                }
            }
        MPI_Win_fence(0, win);
        MPI_Put(c, (int)column, MPI_DOUBLE, (rank + 1) % size, 0, (int)column, MPI_DOUBLE, win);
        MPI_Win_fence(0, win);
        for (size_t i = 0; i < column; i++) a[i] = given[i];
    }
    double seconds = MPI_Wtime() - begin, slowest;
    int wrong = fabs(c[all - 1] * blocks * B - 1) > 1e-9;
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) printf("compute_seconds %f\n%s\n", slowest, wrong ? "wrong" : "ok");
    MPI_Win_free(&win);
    free(a);
    free(b);
    free(c);
    MPI_Finalize();
    return wrong;
}
