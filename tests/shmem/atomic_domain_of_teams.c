// ranks: 2, OpenSHMEM 1.5
// Contexts of teams that descend from different predefined teams are not atomic with each other.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_ctx_t world, shared;
    if (shmem_team_create_ctx(SHMEM_TEAM_WORLD, 0, &world) != 0)
        shmem_global_exit(1);
    if (shmem_team_create_ctx(SHMEM_TEAM_SHARED, 0, &shared) != 0)
        shmem_global_exit(1);
    if (me == 0)
        shmem_ctx_int_atomic_inc(world, &x, 0); // RACE
    else
#ifdef FIXED
        shmem_int_atomic_inc(&x, 0);
#else
        shmem_ctx_int_atomic_inc(shared, &x, 0); // RACE
#endif
    shmem_ctx_destroy(world);
    shmem_ctx_destroy(shared);
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
