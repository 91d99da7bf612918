// ranks: 2
// iget reads every third element of the owner, who writes one of them.
#include <shmem.h>
#include <stdio.h>

int x[30];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[10] = {0};
    if (me == 0)
        shmem_int_iget(local, x, 1, 3, 10, 1); // RACE
    if (me == 1)
#ifdef FIXED
        x[10] = 1;
#else
        x[9] = 1; // RACE
#endif
    shmem_barrier_all();
    printf("%d\n", local[3]);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
