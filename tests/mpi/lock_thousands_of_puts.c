// ranks: 3
// Nothing proves for thousands of operations that a lock is held; the order of the locks is known all the same.
#include <mpi.h>
#include <stdio.h>

#define N 3500

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    static int values[N];
    int *data, one = 1;
    MPI_Win window;
    MPI_Win_allocate(N * sizeof *data, sizeof *data, MPI_INFO_NULL, MPI_COMM_WORLD, &data, &window);
#ifdef FIXED
    int type = MPI_LOCK_EXCLUSIVE;
#else
    int type = MPI_LOCK_SHARED;
#endif
    if (rank == 0) {
        MPI_Win_lock(type, 1, 0, window);
        for (int i = 0; i < N; i++)
            MPI_Put(&values[i], 1, MPI_INT, 1, i, 1, MPI_INT, window); // RACE
        MPI_Win_unlock(1, window);
    } else if (rank == 2) {
        MPI_Win_lock(type, 1, 0, window);
        MPI_Put(&one, 1, MPI_INT, 1, 3000, 1, MPI_INT, window); // RACE
        MPI_Win_unlock(1, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        printf("%d\n", data[3000]);
        MPI_Win_unlock(1, window);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
