// ranks: 2
// A quiet completes the put, but nothing tells the target; FIXED synchronises afterwards.
#include <shmem.h>
#include <stdio.h>

int x[8];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[8] = {me};
    if (me == 0) {
        shmem_int_put(x, local, 8, 1); // RACE
        shmem_quiet();
    }
#ifdef FIXED
    shmem_sync_all();
#endif
    if (me == 1)
        printf("%d\n", x[3]); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
