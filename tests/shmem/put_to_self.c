// ranks: 2
// A put to oneself is not complete before a quiet either.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0) {
        shmem_int_p(&x, 1, 0); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
        printf("%d\n", x); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
