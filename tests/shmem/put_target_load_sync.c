// ranks: 2
// shmem_sync_all orders the processes but does not complete the put; shmem_barrier_all does both.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        shmem_int_p(&x, 42, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#else
    shmem_sync_all();
#endif
    if (me == 1)
        printf("%d\n", x); // RACE

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
