// ranks: 3, OpenSHMEM 1.5
// Every flag has its own condition.
#include <shmem.h>
#include <stdio.h>

int data[3], flags[3];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int values[3] = {0, 10, 20};
    if (me > 0) {
        shmem_int_p(&data[me], me, 0); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_int_p(&flags[me], 10 * me, 0);
    } else {
        shmem_int_wait_until_all_vector(flags, 3, NULL, SHMEM_CMP_EQ, values);
        printf("%d\n", data[1] + data[2]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
