// ranks: 2
// Completing one context does not complete another.
#include <shmem.h>
#include <stdio.h>

static int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_ctx_t ctx;
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    shmem_barrier_all();
    if (me == 0) {
        shmem_ctx_int_p(ctx, &x, 1, 1); // RACE
#ifdef FIXED
        shmem_ctx_quiet(ctx);
#else
        shmem_quiet();
#endif
        shmem_int_p(&x, 2, 1); // RACE
    }
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
