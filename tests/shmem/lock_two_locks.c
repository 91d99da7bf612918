// ranks: 2
// Two locks do not exclude each other.
#include <shmem.h>
#include <stdio.h>

long locks[2];
int counter;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

#ifdef FIXED
    long *lock = &locks[0];
#else
    long *lock = &locks[me];
#endif
    shmem_set_lock(lock);
    shmem_int_p(&counter, me, 0); // RACE RACE
    shmem_clear_lock(lock);
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
