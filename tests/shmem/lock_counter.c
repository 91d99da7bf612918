// ranks: 3
// The lock orders those who set it; the last one goes without.
#include <shmem.h>
#include <stdio.h>

long lock;
int counter;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

#ifdef FIXED
    int polite = 1;
#else
    int polite = me != 2;
#endif
    if (polite) {
        shmem_set_lock(&lock);
        int value = shmem_int_g(&counter, 0);
        shmem_int_p(&counter, value + 1, 0);
        shmem_clear_lock(&lock);
    }
    shmem_barrier_all();
    if (me == 1 || !polite)
        shmem_int_p(&counter, me, 0); // RACE RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
