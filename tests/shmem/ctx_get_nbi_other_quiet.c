// ranks: 2
// The result of a nonblocking get on a context is there after a quiet of that context.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    int local = 0;
    shmem_ctx_t ctx;
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    if (me == 0) {
        shmem_ctx_int_get_nbi(ctx, &local, &x, 1, 1); // RACE
#ifdef FIXED
        shmem_ctx_quiet(ctx);
#else
        shmem_quiet();
#endif
        local++; // RACE
    }
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();
    printf("%d\n", local);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
