// ranks: 2
// Nonblocking puts are ordered by a fence, too, and so are atomics.
#include <shmem.h>
#include <stdio.h>

long data[32], flag;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    static long local[32];
    if (me == 0) {
        shmem_long_put_nbi(data, local, 32, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_long_atomic_inc(&flag, 1);
    } else {
        shmem_long_wait_until(&flag, SHMEM_CMP_GE, 1);
        printf("%ld\n", data[5]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
