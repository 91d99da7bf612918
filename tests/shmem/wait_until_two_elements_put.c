// ranks: 2
// Two elements that together are as large as one flag are no flag either, whatever their values.
#include <shmem.h>
#include <stdio.h>

int flags[2] __attribute__((aligned(8)));

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[2] = {1, 0};
    if (me == 0)
#ifdef FIXED
        shmem_int_put(flags, local, 1, 1);
#else
        shmem_int_put(flags, local, 2, 1); // RACE
#endif
    else
        shmem_int_wait_until(&flags[0], SHMEM_CMP_EQ, 1); // RACE
    shmem_barrier_all();
    printf("%d\n", local[0]);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
