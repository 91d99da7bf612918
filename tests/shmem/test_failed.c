// ranks: 2
// A test that fails says nothing.
#include <shmem.h>
#include <stdio.h>

int data, flag;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0)
        shmem_int_p(&data, 1, 1); // RACE
    else {
        int seen = shmem_int_test(&flag, SHMEM_CMP_EQ, 1);
#ifdef FIXED
        if (seen)
#else
        if (!seen)
#endif
            printf("%d\n", data); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
