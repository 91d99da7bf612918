// ranks: 2
// Freeing begins with a barrier, which does not complete other contexts.
#include <shmem.h>
#include <stdio.h>

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int *block = shmem_malloc(16 * sizeof *block);
    int local[16] = {0};
    shmem_ctx_t ctx;
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    if (me == 0)
        shmem_ctx_int_put(ctx, block, local, 16, 1); // RACE
#ifdef FIXED
    shmem_ctx_quiet(ctx);
#endif
    shmem_free(block); // RACE
    shmem_ctx_destroy(ctx);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
