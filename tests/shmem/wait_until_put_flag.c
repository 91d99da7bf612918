// ranks: 2
// A put of one element can be the flag; without waiting for it there is no order.
#include <shmem.h>
#include <stdio.h>

int flag, data;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0) {
        int one = 1;
        shmem_int_p(&data, 7, 1); // RACE
        shmem_quiet();
        shmem_int_put(&flag, &one, 1, 1);
    }
    if (me == 1) {
#ifdef FIXED
        shmem_int_wait_until(&flag, SHMEM_CMP_NE, 0);
#endif
        printf("%d\n", data); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
