// ranks: 4
// Everyone counts itself and waits for the others: a barrier made of a counter. Without the wait there is no order.
#include <shmem.h>
#include <stdio.h>

int counter, data;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    int n = shmem_n_pes();

    if (me == 0)
        data = 42; // RACE
    shmem_int_atomic_inc(&counter, 0);
#ifdef FIXED
    while (shmem_int_atomic_fetch(&counter, 0) < n)
        ;
#else
    printf("%d\n", n);
#endif
    if (me == 1)
        printf("%d\n", shmem_int_g(&data, 0)); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
