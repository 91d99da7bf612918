// ranks: 1
// One thread counts atomically, another looks at the count with a plain load. Fixed by an atomic load.
#include <omp.h>
#include <stdio.h>

int main(void) {
    int count = 0, seen = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            for (int i = 0; i < 10; i++) _Pragma("omp atomic") count++; // RACE
        } else {
#ifdef FIXED
            _Pragma("omp atomic read") seen = count;
#else
            seen = count; // RACE
#endif
        }
    }
    printf("%d %d\n", count, seen);
    return 0;
}
