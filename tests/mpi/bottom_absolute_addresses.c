// ranks: 2
// MPI_BOTTOM and a type of absolute addresses: the second variable is stored to; FIXED flushes first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int one = 1, other = 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    int lengths[2] = {1, 1};
    MPI_Aint places[2];
    MPI_Datatype types[2] = {MPI_INT, MPI_INT}, type;
    MPI_Get_address(&one, &places[0]);
    MPI_Get_address(&other, &places[1]);
    MPI_Type_create_struct(2, lengths, places, types, &type);
    MPI_Type_commit(&type);
    if (rank == 0) {
        MPI_Put(MPI_BOTTOM, 1, type, 1, 0, 2, MPI_INT, win); // RACE
#ifdef FIXED
        MPI_Win_flush_local(1, win);
#endif
        other = 5; // RACE
    }
    MPI_Type_free(&type);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
