// A tool that defines gaspi_x and calls pgaspi_x sees every call of the program, and none that the runtime makes itself.
#include "check.h"

static int writes, barriers, pointers;

gaspi_return_t gaspi_write(const gaspi_segment_id_t segment_id_local, const gaspi_offset_t offset_local, const gaspi_rank_t rank,
                           const gaspi_segment_id_t segment_id_remote, const gaspi_offset_t offset_remote, const gaspi_size_t size,
                           const gaspi_queue_id_t queue, const gaspi_timeout_t timeout_ms) {
    writes++;
    return pgaspi_write(segment_id_local, offset_local, rank, segment_id_remote, offset_remote, size, queue, timeout_ms);
}

gaspi_return_t gaspi_barrier(const gaspi_group_t group, const gaspi_timeout_t timeout_ms) {
    barriers++;
    return pgaspi_barrier(group, timeout_ms);
}

gaspi_return_t gaspi_segment_ptr(const gaspi_segment_id_t segment_id, gaspi_pointer_t *ptr) {
    pointers++;
    return pgaspi_segment_ptr(segment_id, ptr);
}

int main(void) {
    start();
    create(0, 64); // synchronises, without gaspi_barrier
    memory_of(0);
    OK(gaspi_write(0, 0, (me + 1) % ranks, 0, 32, 8, 0, GASPI_BLOCK));
    OK(gaspi_write_notify(0, 0, (me + 1) % ranks, 0, 40, 8, 0, 1, 0, GASPI_BLOCK));
    await(0, 0);
    OK(pgaspi_wait(0, GASPI_BLOCK));
    finish();
    CHECK(writes == 1 && barriers == 1 && pointers == 1);
    return 0;
}
