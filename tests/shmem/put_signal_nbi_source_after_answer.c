// ranks: 2, OpenSHMEM 1.5
// The source of a nonblocking put with signal is free when the receiver has answered.
#include <shmem.h>
#include <stdio.h>

long data[4];
uint64_t signal;
int answer;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    long local[4] = {1};
    if (me == 0) {
        shmem_long_put_signal_nbi(data, local, 4, &signal, 1, SHMEM_SIGNAL_ADD, 1); // RACE
#ifdef FIXED
        shmem_int_wait_until(&answer, SHMEM_CMP_EQ, 1);
#endif
        local[0] = 2; // RACE
    } else {
        shmem_signal_wait_until(&signal, SHMEM_CMP_GE, 1);
        shmem_int_p(&answer, 1, 0);
    }
    shmem_barrier_all();
    printf("%ld\n", local[0]);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
