// ranks: 4
//
// Each PE puts its number into its right neighbour's memory and tells it so with a flag.
//
// This version has a race: nothing says that the data arrives before the flag.

#include <shmem.h>
#include <stdio.h>

static int data, flag;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe(), right = (me + 1) % shmem_n_pes();

    shmem_int_p(&data, me, right); // RACE
    shmem_int_p(&flag, 1, right);

    shmem_int_wait_until(&flag, SHMEM_CMP_EQ, 1);
    printf("PE %d got %d\n", me, data); // RACE

    shmem_finalize();
    return 0;
}
