// ranks: 3, OpenSHMEM 1.5
// Signals that are set and signals that are added to are not atomic with each other.
#include <shmem.h>
#include <stdio.h>

int data[2];
uint64_t signal;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local = me;
    if (me == 1)
        shmem_int_put_signal(&data[0], &local, 1, &signal, 1, SHMEM_SIGNAL_ADD, 0); // RACE
    if (me == 2)
#ifdef FIXED
        shmem_int_put_signal(&data[1], &local, 1, &signal, 1, SHMEM_SIGNAL_ADD, 0);
#else
        shmem_int_put_signal(&data[1], &local, 1, &signal, 1, SHMEM_SIGNAL_SET, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
