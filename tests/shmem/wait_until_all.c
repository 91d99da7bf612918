// ranks: 4, OpenSHMEM 1.5
// The master waits for all flags; one rank does not complete its data first.
#include <shmem.h>
#include <stdio.h>

int data[4], flags[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    int n = shmem_n_pes();

    if (me > 0) {
        shmem_int_p(&data[me], me, 0); // RACE
#ifndef FIXED
        if (me != 2)
#endif
            shmem_quiet();
        shmem_int_p(&flags[me], 1, 0);
    } else {
        int skip[4] = {1, 0, 0, 0};
        shmem_int_wait_until_all(flags, 4, skip, SHMEM_CMP_EQ, 1);
        for (int i = 1; i < n; i++)
            printf("%d\n", data[i]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
