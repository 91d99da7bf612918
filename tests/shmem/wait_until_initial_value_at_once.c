// ranks: 2
// A wait that ends at once with what the flag has from the beginning, before anybody has set it.
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

#ifdef FIXED
#define VALUE 4
#else
#define VALUE 3
#endif

long flag = 3, data;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    if (me == 0) {
        usleep(100000);
        shmem_long_p(&data, 7, 1); // RACE
        shmem_quiet();
        shmem_long_atomic_set(&flag, VALUE, 1);
    } else {
        shmem_long_wait_until(&flag, SHMEM_CMP_EQ, VALUE);
        printf("%ld\n", data); // RACE
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
