// ranks: 2
// Completed by a quiet and made known by a sync, a nonblocking put is safe (FIXED).
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    static int local;
    shmem_barrier_all();
    if (me == 0) {
        shmem_int_put_nbi(&x, &local, 1, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
    }
    shmem_sync_all();
    if (me == 1)
        printf("%d\n", x); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
