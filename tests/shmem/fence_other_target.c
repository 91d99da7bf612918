// ranks: 3
// A fence orders what goes to one target: the flag at rank 2 says nothing about the data at rank 1; a quiet does.
#include <shmem.h>
#include <stdio.h>

int data, flag;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0) {
        shmem_int_p(&data, 1, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#else
        shmem_fence();
#endif
        shmem_int_p(&flag, 1, 2);
    }
    if (me == 2) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", shmem_int_g(&data, 1)); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
