// ranks: 3, OpenSHMEM 1.5
// What some flags say, of all of those that are set.
#include <shmem.h>
#include <stdio.h>

long data[3], flags[3];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me > 0) {
        shmem_long_p(&data[me], me, 0); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_long_atomic_set(&flags[me], me, 0);
    } else {
        int done[3] = {1, 0, 0};
        size_t indices[3];
        for (size_t left = 2; left > 0;) {
            size_t some = shmem_long_wait_until_some(flags, 3, indices, done, SHMEM_CMP_GT, 0);
            for (size_t i = 0; i < some; i++) {
                printf("%ld\n", data[indices[i]]); // RACE
                done[indices[i]] = 1;
            }
            left -= some;
        }
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
