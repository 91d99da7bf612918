// ranks: 2
// Destroying a context completes it; destroying it after the sync is too late.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_ctx_t ctx;
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    if (me == 0)
        shmem_ctx_int_p(ctx, &x, 1, 1); // RACE
#ifdef FIXED
    shmem_ctx_destroy(ctx);
    shmem_sync_all();
#else
    shmem_sync_all();
#endif
    if (me == 1)
        printf("%d\n", x); // RACE
#ifndef FIXED
    shmem_ctx_destroy(ctx);
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
