// ranks: 2, OpenSHMEM 1.5
// A put to the destination of a reduction over a team.
#include <shmem.h>
#include <stdio.h>

static int source, dest;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    int n = shmem_n_pes();

    shmem_team_t team;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, 0, &team);
    shmem_barrier_all();
    shmem_int_sum_reduce(team, &dest, &source, 1); // RACE
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (me == 0)
        shmem_int_p(&dest, 2, 1); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
