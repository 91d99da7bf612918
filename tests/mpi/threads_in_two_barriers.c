// ranks: 2
// Two threads of rank 0 are in barriers of different communicators at the same time. What the first barrier orders is not what the second one
// does: rank 1 puts between the two, while the thread behind the first one loads; FIXED puts before both.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

static int mem = 1;
static MPI_Comm early, late;

static void *helper(void *unused)
{
    (void)unused;
    MPI_Barrier(early);
    printf("%d\n", mem); // RACE
    MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return NULL;
}

static void put(MPI_Win win)
{
    static int value = 2;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); // RACE
    MPI_Win_flush(0, win);
}

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Win win;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE) {
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &early);
    MPI_Comm_dup(MPI_COMM_WORLD, &late);
    MPI_Win_create(&mem, sizeof mem, sizeof mem, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, helper, NULL);
        MPI_Barrier(late);
        pthread_join(thread, NULL);
    } else {
#ifdef FIXED
        put(win);
#endif
        MPI_Barrier(early);
#ifndef FIXED
        put(win);
#endif
        MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(late);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&early);
    MPI_Comm_free(&late);
    MPI_Finalize();
    return 0;
}
