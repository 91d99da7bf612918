// ranks: 2
// The flag is reset by its owner in every iteration, before the answer.
#include <shmem.h>
#include <stdio.h>

int data[8], flag;
long answer;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    for (int i = 1; i <= 4; i++) {
        int local[8] = {i};
        if (me == 0) {
            shmem_int_put_nbi(data, local, 8, 1); // RACE
#ifdef FIXED
            shmem_fence();
#endif
            shmem_int_p(&flag, 1, 1);
            shmem_quiet();
            shmem_long_wait_until(&answer, SHMEM_CMP_EQ, i);
        } else {
            shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
            printf("%d\n", data[0]); // RACE
            flag = 0;
            shmem_long_p(&answer, i, 0);
        }
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
