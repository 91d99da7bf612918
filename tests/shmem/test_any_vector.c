// ranks: 3, OpenSHMEM 1.5
// Testing all flags until one is set.
#include <shmem.h>
#include <stdio.h>

int data[3], flags[3];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int values[3] = {-1, 1, 1};
    if (me > 0) {
        shmem_int_p(&data[me], me, 0); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_int_p(&flags[me], 1, 0);
    } else {
        int done[3] = {1, 0, 0};
        for (int left = 2; left > 0; left--) {
            size_t which;
            do
                which = shmem_int_test_any_vector(flags, 3, done, SHMEM_CMP_EQ, values);
            while (which == SIZE_MAX);
            printf("%d\n", data[which]); // RACE
            done[which] = 1;
        }
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
