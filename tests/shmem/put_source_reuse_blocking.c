// ranks: 2
// The source of a blocking put may be overwritten at once (FIXED), that of a nonblocking one not before a quiet.
#include <shmem.h>
#include <stdio.h>

int x[16];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[16] = {me};
    if (me == 0) {
#ifdef FIXED
        shmem_int_put(x, local, 16, 1);
#else
        shmem_int_put_nbi(x, local, 16, 1); // RACE
#endif
        local[7] = 1; // RACE
    }
    shmem_barrier_all();
    printf("%d %d\n", x[7], local[7]);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
