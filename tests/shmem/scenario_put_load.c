// ranks: 2
// The owner loads before it knows of the put.
#include <shmem.h>
#include <stdio.h>

static int x[8];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[8] = {1};
    shmem_barrier_all();
    if (me == 0) {
        shmem_int_put(x, local, 8, 1); // RACE
        shmem_quiet();
    }
#ifdef FIXED
    shmem_sync_all();
#endif
    int sum = 0;
    for (int i = 0; i < 8 && me == 1; i++)
        sum += x[i]; // RACE
    shmem_barrier_all();
    printf("%d\n", sum);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
