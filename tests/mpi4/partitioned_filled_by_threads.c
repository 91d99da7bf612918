// ranks: 2
// A thread fills a partition of a send; the main thread says that it is ready, without having joined the thread. FIXED joins it.
#include <mpi.h>
#include <pthread.h>

static int out[2], in[2];

static void *fill(void *argument) {
    out[1] = *(int *)argument; // RACE
    return NULL;
}

int main(int argc, char **argv) {
    int rank, provided, value = 5;
    MPI_Request request;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        pthread_t thread;
        MPI_Psend_init(out, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        pthread_create(&thread, NULL, fill, &value);
        out[0] = 4;
        MPI_Pready(0, request);
#ifdef FIXED
        pthread_join(thread, NULL);
#endif
        MPI_Pready(1, request); // RACE
        MPI_Wait(&request, MPI_STATUS_IGNORE);
#ifndef FIXED
        pthread_join(thread, NULL);
#endif
    } else {
        MPI_Precv_init(in, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return in[1] < 0;
}
