// ranks: 2
// A barrier completes the default context only.
#include <shmem.h>
#include <stdio.h>

int x[4];

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local[4] = {0};
    shmem_ctx_t ctx;
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    if (me == 0)
#ifdef FIXED
        shmem_int_put(x, local, 4, 1);
#else
        shmem_ctx_int_put(ctx, x, local, 4, 1); // RACE
#endif
    shmem_barrier_all();
    if (me == 1)
        x[1] = 1; // RACE
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
