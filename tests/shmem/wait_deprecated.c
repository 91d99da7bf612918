// ranks: 2
// shmem_wait waits until the value is another one.
#include <shmem.h>
#include <stdio.h>

long data, flag;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0) {
        shmem_long_p(&data, 1, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_long_p(&flag, 1, 1);
    } else {
        shmem_long_wait(&flag, 0);
        printf("%ld\n", data); // RACE
    }
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
