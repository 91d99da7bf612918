// ranks: 2, OpenSHMEM 1.5
// The receiver polls the signal until it is set (FIXED), or only once.
#include <shmem.h>
#include <stdio.h>

static int x;
static uint64_t signal;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local = 1;
    shmem_barrier_all();
    if (me == 0)
        shmem_int_put_signal(&x, &local, 1, &signal, 1, SHMEM_SIGNAL_SET, 1); // RACE
    if (me == 1) {
#ifdef FIXED
        while (shmem_signal_fetch(&signal) == 0)
            ;
#endif
        printf("%d\n", x); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
