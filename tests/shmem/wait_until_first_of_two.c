// ranks: 3
// A counter of at least one says that someone has come, not who; two means both.
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

int data[2], count;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 2)
        usleep(300000); // so that the first one to come is seen alone
    if (me > 0) {
        shmem_int_p(&data[me - 1], me, 0); // RACE
        shmem_quiet();
        shmem_int_atomic_inc(&count, 0);
        shmem_int_atomic_inc(&count, 0);
    } else {
#ifdef FIXED
        shmem_int_wait_until(&count, SHMEM_CMP_GE, 4);
#else
        shmem_int_wait_until(&count, SHMEM_CMP_GE, 1);
        shmem_int_wait_until(&count, SHMEM_CMP_GE, 1);
#endif
        printf("%d\n", data[0] + data[1]); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
