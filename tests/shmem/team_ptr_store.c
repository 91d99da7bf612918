// ranks: 4, OpenSHMEM 1.5
// shmem_team_ptr takes the numbers of the team.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_team_t odd = SHMEM_TEAM_INVALID;
    shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, 2, NULL, 0, &odd);
    if (me == 1) {
        int *there = shmem_team_ptr(odd, &x, 1);
        if (there != NULL)
            *there = 7; // RACE
    }
#ifdef FIXED
    shmem_sync_all();
#endif
    if (me == 3)
        printf("%d\n", x); // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
