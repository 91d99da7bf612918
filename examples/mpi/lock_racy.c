// ranks: 3
//
// A bank account on rank 0, into which the other ranks pay.
//
// Each payment gets the balance, adds the amount and puts the new balance back, all of it
// between MPI_Win_lock and MPI_Win_unlock. In the end rank 0 compares the balance with what
// was paid in.
//
// This version has a race: now and then a payment is lost.
//
// Hint: two ranks can be between lock and unlock at the same time. Which kind of lock would
// keep the second one out until the first one is done?

#include <mpi.h>
#include <stdio.h>

enum { BANK = 0, PAYMENTS = 100 };

static void pay(double amount, MPI_Win win)
{
    double balance;
    MPI_Win_lock(MPI_LOCK_SHARED, BANK, 0, win);
    MPI_Get(&balance, 1, MPI_DOUBLE, BANK, 0, 1, MPI_DOUBLE, win); // RACE
    MPI_Win_flush(BANK, win);
    balance += amount;
    MPI_Put(&balance, 1, MPI_DOUBLE, BANK, 0, 1, MPI_DOUBLE, win); // RACE
    MPI_Win_unlock(BANK, win);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);

    double *account;
    MPI_Win win;
    MPI_Win_allocate(rank == BANK ? sizeof(double) : 0, sizeof(double), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &account, &win);

    if (rank == BANK) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, BANK, 0, win);
        *account = 0.0;
        MPI_Win_unlock(BANK, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank != BANK)
        for (int i = 0; i < PAYMENTS; i++)
            pay(1.0, win);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == BANK) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, BANK, 0, win);
        printf("paid in %.2f, balance %.2f\n", 1.0 * PAYMENTS * (ranks - 1), *account);
        MPI_Win_unlock(BANK, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
