// ranks: 2
// The data is delivered before the flag if there is a fence between them.
#include <shmem.h>
#include <stdio.h>

int data[32], flag;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[32] = {3};
    if (me == 0) {
        shmem_int_put(data, local, 32, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_int_p(&flag, 1, 1);
    } else {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", data[5]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
