// The threads of GPI-2: numbers, and barriers of threads and of groups.
#include "check.h"
#include <GASPI_Threads.h>

enum { THREADS = 4, ROUNDS = 200 };

static gaspi_int seen[THREADS], counter[ROUNDS], ended;

static void *work(void *unused) {
    gaspi_int tid, total, again;
    OK(gaspi_threads_register(&tid));
    OK(gaspi_threads_get_total(&total));
    OK(gaspi_threads_get_tid(&again));
    CHECK(tid >= 0 && tid < THREADS && total == THREADS && again == tid);
    __atomic_fetch_add(&seen[tid], 1, __ATOMIC_RELAXED);
    for (int i = 0; i < ROUNDS; i++) {
        __atomic_fetch_add(&counter[i], 1, __ATOMIC_RELAXED);
        gaspi_threads_sync();
        CHECK(__atomic_load_n(&counter[i], __ATOMIC_RELAXED) == THREADS);
    }
    OK(gaspi_threads_sync_all(GASPI_GROUP_ALL, GASPI_BLOCK));
    __atomic_fetch_add(&ended, 1, __ATOMIC_RELEASE);
    return unused;
}

int main(void) {
    gaspi_int cores;
    start();
    OK(gaspi_threads_init(&cores));
    CHECK(cores >= 1);
    OK(gaspi_threads_init_user(THREADS));
    for (int i = 1; i < THREADS; i++)
        OK(gaspi_threads_run(work, NULL));
    work(NULL);
    while (__atomic_load_n(&ended, __ATOMIC_ACQUIRE) < THREADS)
        ;
    for (int i = 0; i < THREADS; i++)
        CHECK(seen[i] == 1);
    OK(gaspi_threads_term());
    finish();
    return 0;
}
