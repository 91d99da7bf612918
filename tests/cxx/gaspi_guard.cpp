// ranks: 2
// A guard that waits for its queue when it leaves the scope, used too late.
#include <GASPI.h>

#include <cstdlib>

static void check(gaspi_return_t code) {
    if (code != GASPI_SUCCESS) std::exit(1);
}

struct QueueGuard {
    gaspi_queue_id_t queue;
    ~QueueGuard() { check(gaspi_wait(queue, GASPI_BLOCK)); }
};

int main() {
    check(gaspi_proc_init(GASPI_BLOCK));
    gaspi_rank_t me;
    check(gaspi_proc_rank(&me));
    check(gaspi_segment_create(0, 1024, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    gaspi_pointer_t pointer;
    check(gaspi_segment_ptr(0, &pointer));
    int *values = static_cast<int *>(pointer);
    if (me == 0) {
#ifdef FIXED
        {
            QueueGuard guard{0};
            check(gaspi_read(0, 0, 1, 0, 512, 16, 0, GASPI_BLOCK));
        }
        values[2]++;
#else
        QueueGuard guard{0};
        check(gaspi_read(0, 0, 1, 0, 512, 16, 0, GASPI_BLOCK)); // RACE
        values[2] = 5;                                          // RACE
#endif
    }
    check(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    check(gaspi_proc_term(GASPI_BLOCK));
    return 0;
}
