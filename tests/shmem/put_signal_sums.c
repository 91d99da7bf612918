// ranks: 4, OpenSHMEM 1.5
// Each of three senders adds to the signal; the receiver needs all of them.
#include <shmem.h>
#include <stdio.h>

int data[4];
uint64_t signal;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me > 0) {
        shmem_int_put_signal(&data[me], &me, 1, &signal, 1, SHMEM_SIGNAL_ADD, 0); // RACE
    } else {
#ifdef FIXED
        shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 3);
#endif
        printf("%d\n", data[1] + data[2] + data[3]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
