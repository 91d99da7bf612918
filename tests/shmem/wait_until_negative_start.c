// ranks: 2
// A flag that does not begin at zero.
#include <shmem.h>
#include <stdio.h>

int data, flag = -1;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    flag = -1;
    shmem_barrier_all();
    if (me == 0) {
        shmem_int_p(&data, 3, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_int_atomic_inc(&flag, 1);
    } else {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 0);
        printf("%d\n", data); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
