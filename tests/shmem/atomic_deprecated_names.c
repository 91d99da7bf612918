// ranks: 2
// The deprecated names mean the same as the new ones.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        shmem_int_fadd(&x, 1, 1);
    shmem_sync_all();
    if (me == 1)
        shmem_int_inc(&x, 1); // RACE
    shmem_sync_all();
    if (me == 0)
#ifdef FIXED
        shmem_int_swap(&x, 9, 1);
#else
        shmem_int_p(&x, 9, 1); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
