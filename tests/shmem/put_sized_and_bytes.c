// ranks: 3
// put64 of one origin overlaps the bytes that putmem of another writes.
#include <shmem.h>
#include <stdio.h>

char x[64];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    char local[64] = {0};
    if (me == 1)
        shmem_put64(x, local, 4, 0); // RACE
    if (me == 2)
#ifdef FIXED
        shmem_putmem(x + 32, local, 8, 0);
#else
        shmem_putmem(x + 31, local, 8, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
