// ranks: 2
// A flag is set to the value that it has from the beginning: the wait may have ended with that, and nothing follows from it.
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

#ifdef FIXED
#define VALUE 1
#else
#define VALUE 0
#endif

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    int *flag = shmem_calloc(1, sizeof(int));
    int sum = 0;

    if (me == 0) {
        shmem_int_atomic_set(flag, VALUE, 1); // RACE
    } else {
        usleep(100000);
        shmem_int_wait_until(flag, SHMEM_CMP_EQ, VALUE);
        sum += *flag; // RACE
    }
    shmem_barrier_all();

    if (me == 1)
        printf("%d\n", sum);
    shmem_finalize();
    return 0;
}
