// ranks: 2
// Rank 0 names the only edge of this graph, on which it receives from rank 1; FIXED has the edge turned around.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int window[4] = {0};
    int value = 1, received[1];
    int source[1], destination[1], degree[1] = {1}, weight[1] = {1};
    MPI_Win win;
    MPI_Comm graph;
#ifdef FIXED
    int sender = 0;
#else
    int sender = 1;
#endif

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(window, sizeof(window), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    source[0] = sender;
    destination[0] = 1 - sender;
    MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 0, source, degree, destination, weight, MPI_INFO_NULL, 0, &graph);
    MPI_Win_lock_all(0, win);

    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 2, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
    }
    MPI_Neighbor_allgather(&value, 1, MPI_INT, received, 1, MPI_INT, graph);
    if (rank == 1)
        printf("%d\n", window[2]); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&graph);
    MPI_Finalize();
    return 0;
}
