// ranks: 2, any threads, also one
// One section fetches into a buffer, another one uses it: no thread that executes both orders them. Fixed by one section for both.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, provided, *memory, buffer = 0, used = 0, counted = 0;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel sections
        {
#pragma omp section
            {
                MPI_Get(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
                MPI_Win_flush(1, win);
#ifdef FIXED
                used = buffer + 1;
#endif
            }
#ifndef FIXED
#pragma omp section
            used = buffer + 1; // RACE
#endif
#pragma omp section
            counted = 1;
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return used + counted < 0;
}
