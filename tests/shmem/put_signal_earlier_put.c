// ranks: 2, OpenSHMEM 1.5
// The signal speaks for its own data only; an earlier put needs a fence.
#include <shmem.h>
#include <stdio.h>

int data[8], more[8];
uint64_t signal;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[8] = {5};
    if (me == 0) {
        shmem_int_put(more, local, 8, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_int_put_signal(data, local, 8, &signal, 1, SHMEM_SIGNAL_SET, 1);
    } else {
        shmem_signal_wait_until(&signal, SHMEM_CMP_EQ, 1);
        printf("%d %d\n", data[3], more[3]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
