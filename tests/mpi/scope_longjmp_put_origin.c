// ranks: 2
// An error in the middle of a calculation jumps out of two functions, one of which has a Put in flight from a local variable. What the
// setting function itself puts goes on. FIXED flushes before the jump.
#include <mpi.h>
#include <setjmp.h>
#include <stdio.h>

static jmp_buf on_error;
static MPI_Win win;

__attribute__((noinline)) static void check(const int *values)
{
    if (values[1] > values[0])
        longjmp(on_error, 7); // RACE
}

__attribute__((noinline)) static void publish(int first)
{
    int values[2] = {first, first + 1};
    MPI_Put(values, 2, MPI_INT, 1, 0, 2, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_flush_local(1, win);
#endif
    check(values);
    MPI_Win_flush_local(1, win);
}

__attribute__((noinline)) static int attempt(void)
{
    int own = 4;
    int error;
    MPI_Put(&own, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    if ((error = setjmp(on_error)) == 0)
        publish(5);
    MPI_Win_flush(1, win);
    return error;
}

int main(int argc, char **argv)
{
    int rank, error = 0;
    int mem[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(mem, sizeof(mem), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0)
        error = attempt();

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (rank == 0)
        printf("error %d\n", error);
    MPI_Finalize();
    return 0;
}
