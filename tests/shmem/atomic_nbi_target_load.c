// ranks: 2, OpenSHMEM 1.5
// A nonblocking atomic is complete at the target after a quiet.
#include <shmem.h>
#include <stdio.h>

unsigned x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    unsigned old = 0;
    if (me == 0) {
        shmem_uint_atomic_fetch_or_nbi(&old, &x, 1, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
    }
    shmem_sync_all();
    if (me == 1)
        printf("%u\n", x); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
