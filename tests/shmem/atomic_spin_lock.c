// ranks: 3, OpenSHMEM 1.5
// A lock made of compare_swap orders those who hold it; the last one does not ask for it.
#include <shmem.h>
#include <stdio.h>

int lock, counter;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

#ifdef FIXED
    int polite = 1;
#else
    int polite = me != 2;
#endif
    if (me > 0) {
        if (polite) {
            while (shmem_int_atomic_compare_swap(&lock, 0, 1, 0) != 0)
                ;
            int value = shmem_int_g(&counter, 0);
            shmem_int_p(&counter, value + 1, 0);
            shmem_quiet();
            shmem_int_atomic_set(&lock, 0, 0);
        }
        shmem_team_t workers = SHMEM_TEAM_INVALID;
        (void)workers;
    }
    shmem_barrier_all();
    if (me == 1)
        shmem_int_p(&counter, 5, 0); // RACE
    if (me == 2)
#ifdef FIXED
        shmem_quiet();
#else
        shmem_int_p(&counter, 6, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
