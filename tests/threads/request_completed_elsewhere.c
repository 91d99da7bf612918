// ranks: 2
// One thread starts a put with a request, its sibling waits for the request. Fixed by the barrier that tells the first one so.
#include <mpi.h>
#include <omp.h>

int main(int argc, char **argv) {
    int provided, rank, *memory, buffer = 1;
    MPI_Win win;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 0) MPI_Rput(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request); // RACE
#pragma omp barrier
            if (omp_get_thread_num() == 1) MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifdef FIXED
#pragma omp barrier
#endif
            if (omp_get_thread_num() == 0) buffer = 2; // RACE
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return buffer < 0;
}
