// ranks: 3
// A put and a get of two processes meet at a third.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local = 1;
    shmem_barrier_all();
    if (me == 0)
        shmem_int_put(&x, &local, 1, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 2)
        shmem_int_get(&local, &x, 1, 1); // RACE
    shmem_barrier_all();
    printf("%d\n", local);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
