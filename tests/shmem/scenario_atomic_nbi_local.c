// ranks: 2, OpenSHMEM 1.5
// The result of a nonblocking atomic is used before it is there.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    static int old;
    shmem_barrier_all();
    if (me == 0) {
        shmem_int_atomic_fetch_inc_nbi(&old, &x, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
        old++; // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
