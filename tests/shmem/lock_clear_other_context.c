// ranks: 2
// Clearing a lock completes the default context only.
#include <shmem.h>
#include <stdio.h>

long lock;
int counter;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_ctx_t ctx;
    if (shmem_ctx_create(0, &ctx) != 0)
        shmem_global_exit(1);
    shmem_set_lock(&lock);
#ifdef FIXED
    shmem_int_p(&counter, me, 0);
#else
    shmem_ctx_int_p(ctx, &counter, me, 0); // RACE RACE
#endif
    shmem_clear_lock(&lock);
    shmem_ctx_destroy(ctx);
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
