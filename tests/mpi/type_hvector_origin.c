// ranks: 2
// MPI_Type_create_hvector at the origin: what a pending Get writes is loaded; FIXED loads from a gap.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int data[16] = {0};
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    MPI_Type_create_hvector(3, 1, 16, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Get(data, 1, type, 1, 0, 1, type, win); // RACE
#ifdef FIXED
        printf("%d\n", data[9]);
#else
        printf("%d\n", data[8]); // RACE
#endif
    }
    MPI_Type_free(&type);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
