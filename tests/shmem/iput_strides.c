// ranks: 2
// iput writes every second element; the owner writes the others (FIXED) or one of the same.
#include <shmem.h>
#include <stdio.h>

int x[16];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[8] = {0};
    if (me == 0)
        shmem_int_iput(x, local, 2, 1, 8, 1); // RACE
    if (me == 1)
#ifdef FIXED
        x[7] = 1;
#else
        x[6] = 1; // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
