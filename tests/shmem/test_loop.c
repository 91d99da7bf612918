// ranks: 2
// A test that succeeds is like a wait.
#include <shmem.h>
#include <stdio.h>

int data, flag;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0) {
        shmem_int_p(&data, 1, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_int_p(&flag, 1, 1);
    } else {
        while (!shmem_int_test(&flag, SHMEM_CMP_EQ, 1))
            ;
        printf("%d\n", data); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
