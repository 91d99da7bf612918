// ranks: 2
// A put of several elements is no flag: the element that is waited for may arrive in pieces.
#include <shmem.h>
#include <stdio.h>

int flags[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[4] = {1, 1, 1, 1};
    if (me == 0)
#ifdef FIXED
        for (int i = 0; i < 4; i++)
            shmem_int_p(&flags[i], 1, 1);
#else
        shmem_int_put(flags, local, 4, 1); // RACE
#endif
    else
        shmem_int_wait_until(&flags[1], SHMEM_CMP_EQ, 1); // RACE
    shmem_barrier_all();
    printf("%d\n", local[0]);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
