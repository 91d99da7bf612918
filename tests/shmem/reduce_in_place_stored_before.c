// ranks: 3, OpenSHMEM 1.5
// A reduction in place needs what its owner has stored: it writes there only when the owner has come. A destination of its own may be written before.
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

long x[2], y[2];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 1)
        usleep(50000);
    x[0] = me + 1;
#ifdef FIXED
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, x, x, 2);
#else
    if (me == 1)
        y[0] = -1; // RACE
    shmem_long_sum_reduce(SHMEM_TEAM_WORLD, y, x, 2); // RACE
#endif
    if (me == 0)
        printf("%ld\n", x[0]);
    shmem_finalize();
    return 0;
}
