// ranks: 3
// An access reaches its target only when the target has granted the epoch (MPI 4.1, 12.5.1 to 12.5.3): by its entry into a fence that no barrier
// is part of, by a post, by a lock. The exit code says if all was right.
#include <mpi.h>
#include <stdlib.h>

static int rank, size, *memory;
static MPI_Win win;

static void expect(int value)
{
    if (*memory != value)
        exit(1);
}

/* What was put in the step before is still there when the next step begins. */
static void fences(void)
{
    int out;
    for (int step = 1; step <= 3; step++) {
        MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
        out = step;
        MPI_Put(&out, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        expect(step);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

/* The first member starts before the others have posted, and reaches them only then. */
static void posts(MPI_Group world)
{
    int first = 0, out = 10;
    MPI_Group others, origin;
    MPI_Group_excl(world, 1, &first, &others);
    MPI_Group_incl(world, 1, &first, &origin);
    for (int step = 0; step < 2; step++, out++) {
        if (rank == 0) {
            MPI_Win_start(others, 0, win);
            for (int target = 1; target < size; target++)
                MPI_Put(&out, 1, MPI_INT, target, 0, 1, MPI_INT, win);
            MPI_Win_complete(win);
        } else {
            expect(step == 0 ? 3 : 10);
            MPI_Win_post(origin, 0, win);
            MPI_Win_wait(win);
            expect(out);
        }
    }
    MPI_Group_free(&others);
    MPI_Group_free(&origin);
}

/* While another holds the lock, neither a lock on oneself nor one on all is granted. */
static void locks(void)
{
    int out = 1, token = 0;
    *memory = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&out, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        out = 2;
        MPI_Put(&out, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    } else if (rank == 1) {
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock_all(0, win);
        expect(2);
        MPI_Win_unlock_all(win);
    }
}

/* A lock on memory that is mapped here protects loads and stores: it is held on return. */
static void mapped(void)
{
    int token = 0, unit, *base, *first;
    MPI_Aint bytes;
    MPI_Win shared;
    MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &shared);
    MPI_Win_shared_query(shared, 0, &bytes, &unit, &first);
    *base = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, shared);
        MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
        *first = 1;
        MPI_Win_unlock(0, shared);
    } else if (rank == 2) {
        MPI_Recv(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, shared);
        if (*first != 1)
            exit(2);
        MPI_Win_unlock(0, shared);
    }
    MPI_Win_free(&shared);
}

int main(int argc, char **argv)
{
    MPI_Group world;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    *memory = 0;
    fences();
    posts(world);
    locks();
    mapped();
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
