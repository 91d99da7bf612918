// ranks: 2, OpenSHMEM 1.5
// A team takes its contexts with it, and completes them.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_team_t team;
    shmem_ctx_t ctx;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &team);
    if (shmem_team_create_ctx(team, 0, &ctx) != 0)
        shmem_global_exit(1);
    if (me == 0)
        shmem_ctx_int_p(ctx, &x, 1, 1); // RACE
#ifdef FIXED
    shmem_team_destroy(team);
#endif
    shmem_sync_all();
    if (me == 1)
        printf("%d\n", x); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
