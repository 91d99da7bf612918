// ranks: 2
// The result of a nonblocking get is there after a quiet.
#include <shmem.h>
#include <stdio.h>

long x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    long local[4] = {0};
    if (me == 0) {
        shmem_long_get_nbi(local, x, 4, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
        printf("%ld\n", local[1]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
