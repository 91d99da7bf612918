// ranks: 2
// The source array of a nonblocking put is changed.
#include <shmem.h>
#include <stdio.h>

static int x[100];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    static int local[100];
    shmem_barrier_all();
    if (me == 0) {
        shmem_int_put_nbi(x, local, 100, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
        for (int i = 0; i < 100; i++)
            local[i] = i; // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
