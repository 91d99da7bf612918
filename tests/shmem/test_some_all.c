// ranks: 3, OpenSHMEM 1.5
// Testing for some, then for all.
#include <shmem.h>
#include <stdio.h>

int data[3], flags[3];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me > 0) {
        shmem_int_p(&data[me], me, 0); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_int_p(&flags[me], 1, 0);
    } else {
        size_t indices[3];
        while (shmem_int_test_some(flags + 1, 2, indices, NULL, SHMEM_CMP_EQ, 1) == 0)
            ;
        while (!shmem_int_test_all(flags + 1, 2, NULL, SHMEM_CMP_EQ, 1))
            ;
        printf("%d\n", data[1] + data[2]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
