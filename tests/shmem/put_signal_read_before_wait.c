// ranks: 2, OpenSHMEM 1.5
// The data may be read when the signal has been seen, not before.
#include <shmem.h>
#include <stdio.h>

int data[8];
uint64_t signal;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[8] = {5};
    if (me == 0)
        shmem_int_put_signal(data, local, 8, &signal, 1, SHMEM_SIGNAL_SET, 1); // RACE
    else {
#ifdef FIXED
        shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 1);
#endif
        printf("%d\n", data[3]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
