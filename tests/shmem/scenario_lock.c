// ranks: 2
// Everyone adds one under a lock; or only one of them takes the lock.
#include <shmem.h>
#include <stdio.h>

static long lock;
static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_barrier_all();
#ifndef FIXED
    if (me == 0)
#endif
        shmem_set_lock(&lock);
    int value = me;
    shmem_int_put(&x, &value, 1, 0); // RACE RACE
#ifndef FIXED
    if (me == 0)
#endif
        shmem_clear_lock(&lock);
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
