// ranks: 2
// A flag that was cleared by its allocation and then given another value by its owner. Its first value is not what the wait has seen.
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    long *flag = shmem_calloc(2, sizeof(long)), *data = flag + 1;

    *flag = -1;
    shmem_barrier_all();
    if (me == 0) {
        shmem_long_p(data, 7, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_long_atomic_set(flag, 0, 1);
    } else {
        usleep(100000);
        shmem_long_wait_until(flag, SHMEM_CMP_EQ, 0);
        printf("%ld\n", *data); // RACE
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
