// ranks: 4, OpenSHMEM 1.5
// Rows and columns: a sync of the row does not reach the other row.
#include <shmem.h>
#include <stdio.h>

int x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    shmem_team_t row, column;
    shmem_team_split_2d(SHMEM_TEAM_WORLD, 2, NULL, 0, &row, NULL, 0, &column);
    if (me == 0) {
        shmem_int_p(&x, 1, 2); // RACE
        shmem_quiet();
    }
#ifdef FIXED
    shmem_team_sync(column);
#else
    shmem_team_sync(row);
#endif
    if (me == 2)
        x = 2; // RACE
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
