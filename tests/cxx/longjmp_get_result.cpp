// ranks: 2
// An assertion that fails jumps out of a function template and a member function, past an array in which a Get is in flight.
// FIXED completes it before.
#include <mpi.h>

#include <array>
#include <csetjmp>
#include <cstdio>

struct Checked {
    MPI_Win win;
    std::jmp_buf failed;

    template <typename T> __attribute__((noinline)) T require(T value)
    {
        if (value > 3)
            std::longjmp(failed, static_cast<int>(value)); // RACE
        return value;
    }

    __attribute__((noinline)) long read(int wanted)
    {
        std::array<long, 4> values{};
        MPI_Get(values.data(), 4, MPI_LONG, 1, 0, 4, MPI_LONG, win); // RACE
#ifdef FIXED
        MPI_Win_flush(1, win);
#endif
        require(wanted);
        MPI_Win_flush(1, win);
        return values[0];
    }
};

__attribute__((noinline)) static long total(Checked &checked)
{
    volatile long sum = 0;
    for (volatile int i = 0; i < 5; i++) {
        int error = setjmp(checked.failed);
        sum += error == 0 ? checked.read(i) : 100 * error;
    }
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    long mem[4] = {rank, rank, rank, rank};
    Checked checked;
    MPI_Win_create(mem, sizeof mem, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &checked.win);
    MPI_Win_lock_all(0, checked.win);
    if (rank == 0)
        std::printf("%ld\n", total(checked));
    MPI_Win_unlock_all(checked.win);
    MPI_Win_free(&checked.win);
    MPI_Finalize();
    return 0;
}
