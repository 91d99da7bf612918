// ranks: 2
// A put and an increment that returns; then the same process gets what it has put. FIXED has a fence in between, so that the put comes first.
#include <shmem.h>

static int data, count;

int main(void)
{
    shmem_init();
    if (shmem_my_pe() == 0) {
        int value = 7, result;
        shmem_int_put(&data, &value, 1, 1); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_int_atomic_fetch_inc(&count, 1);
        shmem_int_get(&result, &data, 1, 1); // RACE
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
