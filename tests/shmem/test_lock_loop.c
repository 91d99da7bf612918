// ranks: 2
// A lock that is tried until it is free.
#include <shmem.h>
#include <stdio.h>

long lock;
int counter;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

#ifdef FIXED
    while (shmem_test_lock(&lock) != 0)
        ;
#endif
    shmem_int_p(&counter, me, 0); // RACE RACE
#ifdef FIXED
    shmem_clear_lock(&lock);
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
