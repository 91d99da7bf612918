// ranks: 2
// A flag in a shared window says that the data beside it is there. A relaxed one orders nothing; FIXED releases and acquires it.
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

#ifdef FIXED
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#else
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#endif

struct mailbox {
    atomic_int full;
    int letter[100];
};

int main(int argc, char **argv)
{
    int rank, unit, sum = 0;
    MPI_Aint bytes;
    MPI_Win win;
    struct mailbox *box;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *box : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &box, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &box);
    if (rank == 0)
        atomic_init(&box->full, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 1; round < 20; round += 2) {
        if (rank == 0) {
            while (atomic_load_explicit(&box->full, ACQUIRE) != round - 1) {
            }
            for (int i = 0; i < 100; i++)
                box->letter[i] = round + i; // RACE
            atomic_store_explicit(&box->full, round, RELEASE);
        } else {
            while (atomic_load_explicit(&box->full, ACQUIRE) != round) {
            }
            for (int i = 0; i < 100; i++)
                sum += box->letter[i]; // RACE
            atomic_store_explicit(&box->full, round + 1, RELEASE);
        }
    }
    printf("%d\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
