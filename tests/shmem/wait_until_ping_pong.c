// ranks: 2
// Flags that are used in every iteration; the consumer must answer before its data is written again.
#include <shmem.h>
#include <stdio.h>

int data, full, empty;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    for (int i = 1; i <= 5; i++) {
        if (me == 0) {
#ifdef FIXED
            shmem_int_wait_until(&empty, SHMEM_CMP_GE, i - 1);
#endif
            shmem_int_p(&data, i, 1); // RACE
            shmem_fence();
            shmem_int_p(&full, i, 1);
        } else {
            shmem_int_wait_until(&full, SHMEM_CMP_GE, i);
            printf("%d\n", data); // RACE
            shmem_fence();
            shmem_int_p(&empty, i, 0);
        }
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
