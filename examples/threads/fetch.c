// ranks: 2
//
// One thread fetches a value from the neighbour while another one computes.
//
// What is fetched is used after the parallel region, whose end orders all threads.

#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int provided, rank, *mine, fetched = 0, used = 0;
    MPI_Win win;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    *mine = rank;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    #pragma omp parallel sections num_threads(2)
    {
        #pragma omp section
        {
            MPI_Get(&fetched, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
            MPI_Win_flush(1 - rank, win);
        }
        #pragma omp section
        used = 1;
    }
    used += fetched;

    MPI_Win_unlock_all(win);
    printf("%d\n", used);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
