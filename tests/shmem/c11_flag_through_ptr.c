// ranks: 2
// One PE fills the memory of another one through shmem_ptr and sets a C11 flag there. A relaxed one orders nothing; FIXED releases and acquires it.
#include <shmem.h>
#include <stdatomic.h>
#include <stdio.h>

#ifdef FIXED
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#else
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#endif

static atomic_int full;

int main(void)
{
    shmem_init();
    int me = shmem_my_pe();
    long *letter = shmem_calloc(10, sizeof *letter), sum = 0;
    if (me == 0) {
        long *there = shmem_ptr(letter, 1);
        atomic_int *flag = shmem_ptr(&full, 1);
        for (int i = 0; i < 10; i++)
            there[i] = i; // RACE
        atomic_store_explicit(flag, 1, RELEASE);
    } else if (me == 1) {
        while (atomic_load_explicit(&full, ACQUIRE) == 0) {
        }
        for (int i = 0; i < 10; i++)
            sum += letter[i]; // RACE
        printf("%ld\n", sum);
    }
    shmem_barrier_all();
    shmem_free(letter);
    shmem_finalize();
    return 0;
}
