// ranks: 3, OpenSHMEM 1.5
// Nobody leaves a reduction before all have come.
#include <shmem.h>
#include <stdio.h>

int data;
int x, y;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 1) {
        shmem_int_p(&data, 1, 2); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
    }
    shmem_int_max_reduce(SHMEM_TEAM_WORLD, &y, &x, 1);
    if (me == 2)
        printf("%d\n", data); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
