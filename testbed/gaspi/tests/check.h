/* Checks that end the program, and with it the job, at the first mistake. */
#ifndef CHECK_H
#define CHECK_H

#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                          \
    do {                                                                                          \
        if (!(condition)) {                                                                       \
            gaspi_rank_t rank_ = 0;                                                               \
            gaspi_proc_rank(&rank_);                                                              \
            fprintf(stderr, "%s:%d: rank %d: not so: %s\n", __FILE__, __LINE__, rank_, #condition); \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

#define OK(call) CHECK((call) == GASPI_SUCCESS)
#define RETURNS(code, call) CHECK((call) == (code))

static gaspi_rank_t me, ranks;

static inline void start(void) {
    OK(gaspi_proc_init(GASPI_BLOCK));
    OK(gaspi_proc_rank(&me));
    OK(gaspi_proc_num(&ranks));
}

static inline void finish(void) {
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_proc_term(GASPI_BLOCK));
}

static inline void *memory_of(gaspi_segment_id_t segment) {
    gaspi_pointer_t pointer;
    OK(gaspi_segment_ptr(segment, &pointer));
    return pointer;
}

static inline void create(gaspi_segment_id_t segment, gaspi_size_t size) {
    OK(gaspi_segment_create(segment, size, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
}

/* Waits for one notification and consumes it; returns its value. */
static inline gaspi_notification_t await(gaspi_segment_id_t segment, gaspi_notification_id_t id) {
    gaspi_notification_id_t got;
    gaspi_notification_t value;
    OK(gaspi_notify_waitsome(segment, id, 1, &got, GASPI_BLOCK));
    CHECK(got == id);
    OK(gaspi_notify_reset(segment, id, &value));
    CHECK(value != 0);
    return value;
}

#endif
