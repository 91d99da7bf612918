// ranks: 2
// Two puts of one origin to the same place may arrive in any order unless there is a fence between them.
#include <shmem.h>
#include <stdio.h>

double x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    double one[4] = {1}, two[4] = {2};
    if (me == 0) {
        shmem_double_put(x, one, 4, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_double_put(x, two, 4, 1); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
