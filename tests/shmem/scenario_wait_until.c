// ranks: 2
// The data must be complete before the flag is set.
#include <shmem.h>
#include <stdio.h>

static int x, flag;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local = 1;
    shmem_barrier_all();
    if (me == 0) {
        shmem_int_put(&x, &local, 1, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
        shmem_int_atomic_set(&flag, 1, 1);
    }
    if (me == 1) {
        shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
        printf("%d\n", x); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
