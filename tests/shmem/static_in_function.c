// ranks: 2
// A static variable of a function is symmetric, too.
#include <shmem.h>
#include <stdio.h>

static int *counter(void)
{
    static int value;
    return &value;
}

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        shmem_int_p(counter(), 1, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 1)
        printf("%d\n", *counter()); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
