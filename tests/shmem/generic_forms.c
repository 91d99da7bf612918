// ranks: 2
// The generic forms are the typed functions.
#include <shmem.h>
#include <stdio.h>

double x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    double local[4] = {0};
    if (me == 0) {
        shmem_put_nbi(x, local, 4, 1); // RACE
        shmem_fence();
        shmem_p(x, 1.0, 1);
#ifdef FIXED
        shmem_quiet();
#endif
        x[3] = shmem_g(x + 1, me);
        local[2] = 1; // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
