// ranks: 2
// The flag may overtake the data.
#include <shmem.h>
#include <stdio.h>

long flag, data[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    long local[4] = {1};
    if (me == 0) {
        shmem_long_put(data, local, 4, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
        shmem_long_atomic_set(&flag, 1, 1);
    }
    if (me == 1) {
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%ld\n", data[0]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
