// ranks: 4, OpenSHMEM 1.5
// All operations of one type are atomic with each other; the last rank uses another type.
#include <shmem.h>
#include <stdio.h>

uint64_t x;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();

    switch (me) {
        case 0: shmem_uint64_atomic_set(&x, 1, 0); break;
        case 1: shmem_uint64_atomic_xor(&x, 7, 0); break;
        case 2: printf("%d\n", (int)shmem_uint64_atomic_compare_swap(&x, 1, 2, 0)); break;
        default: break;
    }
    shmem_barrier_all();
    if (me == 0)
        shmem_uint64_atomic_or(&x, 8, 0); // RACE
    if (me == 3)
#ifdef FIXED
        shmem_uint64_atomic_inc(&x, 0);
#else
        shmem_int64_atomic_inc((int64_t *)&x, 0); // RACE
#endif
    shmem_barrier_all();

    if (me == 0)
        printf("done\n");
    shmem_finalize();
    return 0;
}
