// ranks: 2, OpenSHMEM 1.5
// Polling with shmem_signal_fetch is atomic and sees what the signal says; a plain load is neither.
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
        while (shmem_signal_fetch(&signal) != 1)
            ;
        printf("%d\n", data);
#else
        printf("%d\n", (int)*(volatile uint64_t *)&signal); // RACE
#endif
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
