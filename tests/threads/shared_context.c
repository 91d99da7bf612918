// ranks: 2
// Two threads put in the default context; a quiet of the one completes what the other one has put before. Racy, the other one
// goes on before it has been told of the quiet.
#include <omp.h>
#include <shmem.h>

static long box[2];

int main(void) {
    int provided;
    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    long out[2] = {1, 2};
    if (shmem_my_pe() == 0) {
#pragma omp parallel num_threads(2)
        {
            int thread = omp_get_thread_num();
            shmem_putmem_nbi(&box[thread], &out[thread], sizeof(long), 1); // RACE
#pragma omp barrier
            if (thread == 0) shmem_quiet();
#ifdef FIXED
#pragma omp barrier
#endif
            if (thread == 1) out[1] = 3; // RACE
        }
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
