// ranks: 2
// Two processes join by a socket and merge; a barrier between them orders, in the racy twin before the put is complete.
#include <mpi.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank;
    int *mem;
    int one = 1;
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof here;
    int listening = socket(AF_INET, SOCK_STREAM, 0);
    MPI_Comm other, both;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        bind(listening, (struct sockaddr *)&here, sizeof here);
        listen(listening, 1);
        getsockname(listening, (struct sockaddr *)&here, &length);
    }
    MPI_Bcast(&here, sizeof here, MPI_BYTE, 0, MPI_COMM_WORLD);
    int fd = rank == 0 ? accept(listening, NULL, NULL) : socket(AF_INET, SOCK_STREAM, 0);
    if (rank == 1)
        connect(fd, (struct sockaddr *)&here, sizeof here);
    MPI_Comm_join(fd, &other);
    MPI_Intercomm_merge(other, rank, &both);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, both, &mem, &win);
    mem[0] = 0;
    MPI_Barrier(both);

    MPI_Win_lock_all(0, win);
    if (rank == 1)
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_flush_all(win);
    MPI_Barrier(other);
#else
    MPI_Barrier(other);
    MPI_Win_flush_all(win);
#endif
    if (rank == 0)
        printf("%d\n", mem[0]); // RACE
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Comm_free(&both);
    MPI_Comm_disconnect(&other);
    MPI_Finalize();
    close(fd);
    close(listening);
    return 0;
}
