// ranks: 2
// Puts on two contexts are never ordered by a fence.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_ctx_t one, two;
    if (shmem_ctx_create(0, &one) != 0 || shmem_ctx_create(0, &two) != 0)
        shmem_global_exit(1);
    if (me == 0) {
        shmem_ctx_int_p(one, &x, 1, 1); // RACE
#ifdef FIXED
        shmem_ctx_quiet(one);
#else
        shmem_ctx_fence(one);
        shmem_ctx_fence(two);
#endif
        shmem_ctx_int_p(two, &x, 2, 1); // RACE
    }
    shmem_ctx_destroy(one);
    shmem_ctx_destroy(two);
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
