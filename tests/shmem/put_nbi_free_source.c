// ranks: 2
// A buffer is freed while the nonblocking put may still read it.
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

int x[64];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int *local = malloc(64 * sizeof *local);
    for (int i = 0; i < 64; i++)
        local[i] = i;
    if (me == 0) {
        shmem_int_put_nbi(x, local, 64, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
        free(local); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
