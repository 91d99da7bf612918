// ranks: 3, OpenSHMEM 1.5
// Two set the same signal: who sees it does not know whose data has arrived, whichever came first in this run.
#include <shmem.h>
#include <stdio.h>

int data[3], issued;
uint64_t signals[3];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me > 0) {
#ifdef FIXED
        uint64_t *signal = &signals[me];
#else
        uint64_t *signal = &signals[1];
#endif
        shmem_int_put_signal(&data[me], &me, 1, signal, 1, SHMEM_SIGNAL_SET, 0); // RACE
        shmem_int_atomic_inc(&issued, 0);
        shmem_quiet();
    } else {
        shmem_int_wait_until(&issued, SHMEM_CMP_EQ, 2);
        shmem_signal_wait_until(&signals[1], SHMEM_CMP_GE, 1);
#ifdef FIXED
        shmem_signal_wait_until(&signals[2], SHMEM_CMP_GE, 1);
#endif
        printf("%d\n", data[2]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
