// ranks: 1
// Each piece has a flag that says that it is there, and there are many of them. Relaxed ones order nothing; FIXED releases and acquires them.
#include <stdatomic.h>
#include <stdio.h>

#ifdef FIXED
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#else
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#endif

#define PIECES 1200

static atomic_int there[PIECES];
static atomic_int all;
static long piece[PIECES];

int main(void)
{
    long sum = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
            for (int i = 0; i < PIECES; i++) {
                piece[i] = i; // RACE
                atomic_store_explicit(&there[i], 1, RELEASE);
            }
            atomic_store_explicit(&all, 1, memory_order_relaxed);
        }
#pragma omp section
        {
            while (atomic_load_explicit(&all, memory_order_relaxed) == 0) {
            }
            for (int i = 0; i < PIECES; i++) {
                while (atomic_load_explicit(&there[i], ACQUIRE) == 0) {
                }
                sum += piece[i]; // RACE
            }
        }
    }
    printf("%ld\n", sum);
    return 0;
}
