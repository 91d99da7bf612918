// ranks: 2
// A fence orders puts with puts; a get may overtake the put before it.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local = 7;
    if (me == 0) {
        shmem_int_put(&x, &local, 1, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#else
        shmem_fence();
#endif
        shmem_int_get(&local, &x, 1, 1); // RACE
    }
    shmem_barrier_all();
    printf("%d\n", local);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
