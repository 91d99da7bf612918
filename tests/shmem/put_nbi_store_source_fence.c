// ranks: 2
// A fence does not complete a nonblocking put, a quiet does.
#include <shmem.h>
#include <stdio.h>

int x[16];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    static int local[16];
    if (me == 0) {
        shmem_put_nbi(x, local, 16, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#else
        shmem_fence();
#endif
        local[3] = 1; // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
