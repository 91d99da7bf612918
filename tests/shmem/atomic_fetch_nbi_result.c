// ranks: 2, OpenSHMEM 1.5
// The result of a nonblocking fetch is there after a quiet.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int old = 0;
    if (me == 0) {
        shmem_int_atomic_fetch_add_nbi(&old, &x, 1, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
        printf("%d\n", old); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
