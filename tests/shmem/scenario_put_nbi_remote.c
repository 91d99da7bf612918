// ranks: 2
// A nonblocking put and the owner's load.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    static int local;
    shmem_barrier_all();
    if (me == 0)
        shmem_int_put_nbi(&x, &local, 1, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 1)
        printf("%d\n", x); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
