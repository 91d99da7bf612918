// ranks: 2, OpenSHMEM 1.5
// Nonblocking atomics of two processes are atomic, and a quiet completes them (FIXED); a put is not atomic.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    static int old;
    shmem_barrier_all();
#ifdef FIXED
    shmem_int_atomic_fetch_add_nbi(&old, &x, 1, 1);
    shmem_quiet();
    printf("%d\n", shmem_int_atomic_fetch(&x, 1) + old);
#else
    if (me == 0)
        shmem_int_atomic_fetch_add_nbi(&old, &x, 1, 1); // RACE
    else
        shmem_int_p(&x, 5, 1); // RACE
    shmem_quiet();
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
