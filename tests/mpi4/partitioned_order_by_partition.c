// ranks: 2
// The arrival of partition 0 says nothing of what came after its MPI_Pready; FIXED asks for the partition that was made ready after the flush.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int mem[16] = {0};
    int data[2] = {0}, value = 1;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Psend_init(data, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request);
        MPI_Put(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
        MPI_Pready(1, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        int arrived = 0;
#ifdef FIXED
        int partition = 1;
#else
        int partition = 0;
#endif
        MPI_Precv_init(data, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        while (!arrived)
            MPI_Parrived(request, partition, &arrived);
        printf("%d\n", mem[3]); // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
