// The halo exchange of examples/mpi; with -DRACY it has the race of halo_racy.c.
//
// 1-D halo exchange with MPI_Put and fences.
//
// A pulse travels to the right on a periodic line of cells (first-order upwind advection).
// Each rank owns CELLS cells, u[1] .. u[CELLS]. u[0] is the halo: the copy of the left
// neighbour's last cell, which that neighbour puts there in every step. The whole of u is
// the window. Upwind looks only to the left, so one halo cell is enough.
//
// Two fences per step: one after the put, so that the halo has arrived when it is read, and
// one after the update, so that nobody overwrites a halo that is still being read.

#include <mpi.h>
#include <stdio.h>

enum { CELLS = 99, STEPS = 100 };

static const double COURANT = 0.5;

static void initial_pulse(double *u, int rank)
{
    u[0] = 0.0;
    for (int i = 1; i <= CELLS; i++)
        u[i] = (rank == 0 && i > CELLS / 4 && i <= CELLS / 2) ? 1.0 : 0.0;
}

// The scheme conserves the sum over all cells; a halo read too early does not.
static double total_mass(const double *u)
{
    double mine = 0.0, total = 0.0;
    for (int i = 1; i <= CELLS; i++)
        mine += u[i];
    MPI_Reduce(&mine, &total, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    return total;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int right = (rank + 1) % ranks;

    double *u, updated[CELLS + 1];
    MPI_Win win;
    MPI_Win_allocate((CELLS + 1) * sizeof(double), sizeof(double), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &u, &win);
    initial_pulse(u, rank);
    double before = total_mass(u);

    MPI_Win_fence(0, win);
    for (int step = 0; step < STEPS; step++) {
        MPI_Put(&u[CELLS], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win); // RACE
#ifndef RACY
        MPI_Win_fence(0, win);
#endif

        for (int i = 1; i <= CELLS; i++)
            updated[i] = u[i] - COURANT * (u[i] - u[i - 1]); // RACE
        MPI_Win_fence(0, win);

        for (int i = 1; i <= CELLS; i++)
            u[i] = updated[i];
    }

    double after = total_mass(u);
    if (rank == 0)
        printf("mass before %.6f, after %d steps %.6f\n", before, STEPS, after);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
