// ranks: 2
// What a nonblocking get has read may be overwritten after a quiet and a sync (FIXED).
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
        shmem_int_get_nbi(&local, &x, 1, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
    }
    shmem_sync_all();
    if (me == 1)
        x = 1; // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
