// ranks: 2
// The source variable of a nonblocking put is changed.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local = 1;
    shmem_barrier_all();
    if (me == 0) {
        shmem_int_put_nbi(&x, &local, 1, 1); // RACE
#ifdef FIXED
        shmem_quiet();
#endif
        local = 2; // RACE
    }
    shmem_barrier_all();
    printf("%d\n", local);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
