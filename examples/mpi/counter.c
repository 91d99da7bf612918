// ranks: 4
//
// Dynamic load balancing with a shared counter.
//
// Rank 0 hosts the counter. Each rank draws the number of its next task with
// MPI_Fetch_and_op, works on it, and draws again until the tasks are used up. The update is
// atomic, so no task is drawn twice and none is left out, whoever is faster.
// Together the tasks integrate 4 / (1 + x^2) from 0 to 1, which gives pi.

#include <mpi.h>
#include <stdio.h>

enum { TASKS = 200, POINTS_PER_TASK = 1000, HOST = 0 };

static double integrate(long task)
{
    double width = 1.0 / ((double)TASKS * POINTS_PER_TASK), sum = 0.0;
    for (int i = 0; i < POINTS_PER_TASK; i++) {
        double x = ((double)task * POINTS_PER_TASK + i + 0.5) * width;
        sum += 4.0 / (1.0 + x * x);
    }
    return sum * width;
}

static long next_task(MPI_Win win)
{
    const long one = 1;
    long task;
    MPI_Fetch_and_op(&one, &task, MPI_LONG, HOST, 0, MPI_SUM, win);
    MPI_Win_flush(HOST, win);
    return task;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    long *counter;
    MPI_Win win;
    MPI_Win_allocate(rank == HOST ? sizeof(long) : 0, sizeof(long), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &counter, &win);
    MPI_Win_lock_all(0, win);
    if (rank == HOST)
        *counter = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD); // nobody draws before the counter is set

    double mine = 0.0;
    int done = 0;
    for (long task = next_task(win); task < TASKS; task = next_task(win)) {
        mine += integrate(task);
        done++;
    }
    MPI_Win_unlock_all(win);

    double pi = 0.0;
    int all_done = 0;
    MPI_Reduce(&mine, &pi, 1, MPI_DOUBLE, MPI_SUM, HOST, MPI_COMM_WORLD);
    MPI_Reduce(&done, &all_done, 1, MPI_INT, MPI_SUM, HOST, MPI_COMM_WORLD);
    if (rank == HOST)
        printf("pi = %.10f from %d of %d tasks\n", pi, all_done, TASKS);

    MPI_Win_free(&win);
    MPI_Finalize();
    return rank == HOST && all_done != TASKS;
}
