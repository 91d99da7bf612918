// ranks: 2, OpenSHMEM 1.5
// The owner resets its signal with a plain store while the next one may be on its way.
#include <shmem.h>
#include <stdio.h>

int data;
uint64_t signal;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local = 1;
    if (me == 0) {
        shmem_int_put_signal(&data, &local, 1, &signal, 1, SHMEM_SIGNAL_SET, 1); // RACE
    } else {
#ifdef FIXED
        shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 1);
#endif
        signal = 0; // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
