// ranks: 4, OpenSHMEM 1.5
// The processes of a team's context have the numbers of the team.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_team_t odd = SHMEM_TEAM_INVALID;
    shmem_ctx_t ctx;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, 2, NULL, 0, &odd);
    if (me == 1) {
        if (shmem_team_create_ctx(odd, 0, &ctx) != 0)
            shmem_global_exit(1);
        shmem_ctx_int_p(ctx, &x, 1, 1); // RACE
        shmem_ctx_destroy(ctx);
    }
    if (me == 3) {
#ifdef FIXED
        shmem_team_sync(odd);
        printf("%d\n", x);
#else
        printf("%d\n", x); // RACE
#endif
    }
#ifdef FIXED
    if (me == 1)
        shmem_team_sync(odd);
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
