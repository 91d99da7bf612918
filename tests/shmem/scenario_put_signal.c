// ranks: 2, OpenSHMEM 1.5
// The receiver looks at the signal with a plain load.
#include <shmem.h>
#include <stdio.h>

static int x;
static volatile uint64_t signal;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local = 1;
    shmem_barrier_all();
    if (me == 0)
        shmem_int_put_signal(&x, &local, 1, (uint64_t *)&signal, 1, SHMEM_SIGNAL_SET, 1); // RACE
    if (me == 1) {
#ifdef FIXED
        shmem_signal_wait_until((uint64_t *)&signal, SHMEM_CMP_EQ, 1);
        printf("%d\n", x);
#endif
        printf("%d\n", (int)signal); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
