// ranks: 4, OpenSHMEM 1.5
// Only the members of a team are synchronised by it.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_team_t even = SHMEM_TEAM_INVALID;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, 2, NULL, 0, &even);
    if (me == 0) {
        shmem_int_p(&x, 1, 2); // RACE
        shmem_quiet();
    }
#ifdef FIXED
    if (even != SHMEM_TEAM_INVALID)
        shmem_team_sync(even);
#endif
    if (me == 2)
        printf("%d\n", x); // RACE
    shmem_barrier_all();
    if (even != SHMEM_TEAM_INVALID)
        shmem_team_destroy(even);

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
