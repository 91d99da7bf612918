// ranks: 3, OpenSHMEM 1.5
// The index says whose flag has changed; the data of the other one may still be on its way.
#include <shmem.h>
#include <stdio.h>

int data[3], flags[3];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me > 0) {
        shmem_int_p(&data[me], me, 0); // RACE
        shmem_fence();
        shmem_int_atomic_set(&flags[me], 1, 0);
    } else {
        int done[3] = {1, 0, 0};
        size_t which = shmem_int_wait_until_any(flags, 3, done, SHMEM_CMP_NE, 0);
#ifdef FIXED
        printf("%d\n", data[which]);
#else
        printf("%d\n", data[3 - which]); // RACE
#endif
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
