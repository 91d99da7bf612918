// ranks: 2
// Two threads write on one queue; one of them waits for the queue, but before the other one has posted. Fixed by a barrier.
#include <GASPI.h>
#include <omp.h>

int main(void) {
    gaspi_rank_t rank;
    gaspi_pointer_t pointer;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&rank);
    gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(0, &pointer);
    int *data = pointer;
    if (rank == 0) {
#pragma omp parallel num_threads(2)
        {
            if (omp_get_thread_num() == 1) gaspi_write(0, 0, 1, 0, 32, 4, 0, GASPI_BLOCK); // RACE
#ifdef FIXED
#pragma omp barrier
#endif
            if (omp_get_thread_num() == 0) {
                gaspi_write(0, 4, 1, 0, 36, 4, 0, GASPI_BLOCK);
                gaspi_wait(0, GASPI_BLOCK);
                data[1] = 2;
            }
#pragma omp barrier
            if (omp_get_thread_num() == 0) data[0] = 1; // RACE
        }
    }
    gaspi_wait(0, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
