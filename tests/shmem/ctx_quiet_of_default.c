// ranks: 2
// shmem_quiet completes the default context only.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_ctx_t ctx;
    if (shmem_ctx_create(SHMEM_CTX_PRIVATE, &ctx) != 0)
        shmem_global_exit(1);
    if (me == 0) {
        shmem_ctx_int_p(ctx, &x, 1, 1); // RACE
#ifdef FIXED
        shmem_ctx_quiet(ctx);
#else
        shmem_quiet();
#endif
    }
    shmem_sync_all();
    if (me == 1)
        printf("%d\n", x); // RACE
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
