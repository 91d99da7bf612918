// Notifications alone and with data, waiting for one of several, timeouts.
#include "check.h"

#include <time.h>

enum { DATA = 0, OTHER = 1, COUNT = 64, QUEUE = 2 };

static gaspi_rank_t right, left;

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + 1e-9 * now.tv_nsec;
}

static void check_timeouts(void) {
    gaspi_notification_id_t id;
    RETURNS(GASPI_TIMEOUT, gaspi_notify_waitsome(DATA, 0, 10, &id, GASPI_TEST));
    double from = seconds();
    RETURNS(GASPI_TIMEOUT, gaspi_notify_waitsome(DATA, 0, 10, &id, 30));
    CHECK(seconds() - from >= 0.03);
    OK(gaspi_notify_waitsome(DATA, 0, 0, &id, GASPI_BLOCK)); // none to wait for
}

// Values arrive as they were sent, and a reset consumes them.
static void check_values(void) {
    gaspi_notification_t value;
    OK(gaspi_notify(DATA, right, 65535, 0xffffffff, QUEUE, GASPI_BLOCK));
    CHECK(await(DATA, 65535) == 0xffffffff);
    OK(gaspi_notify_reset(DATA, 65535, &value));
    CHECK(value == 0);
    OK(gaspi_notify(OTHER, right, 1, 12, QUEUE, GASPI_BLOCK)); // segments have notifications of their own
    CHECK(await(OTHER, 1) == 12);
    OK(gaspi_notify_reset(DATA, 1, &value));
    CHECK(value == 0);
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
}

// Everybody notifies everybody; each takes them as they come.
static void check_waitsome(void) {
    char *seen = calloc(ranks, 1);
    for (gaspi_rank_t rank = 0; rank < ranks; rank++)
        OK(gaspi_notify(DATA, rank, 100 + me, me + 1, QUEUE, GASPI_BLOCK));
    for (gaspi_rank_t n = 0; n < ranks; n++) {
        gaspi_notification_id_t id;
        gaspi_notification_t value;
        OK(gaspi_notify_waitsome(DATA, 100, ranks, &id, GASPI_BLOCK));
        OK(gaspi_notify_reset(DATA, id, &value));
        CHECK(value == id - 100u + 1 && !seen[id - 100]);
        seen[id - 100] = 1;
    }
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    free(seen);
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

// The notification never comes before the data: a credit in the other direction frees the buffer for the next round.
static void check_data(void) {
    int *data = memory_of(DATA), *other = memory_of(OTHER);
    for (int round = 1; round <= 200; round++) {
        for (int i = 0; i < COUNT; i++)
            other[i] = 1000 * round + i;
        if (round % 2 == 0) {
            OK(gaspi_write_notify(OTHER, 0, right, DATA, 0, COUNT * sizeof(int), 7, round, QUEUE, GASPI_BLOCK));
        } else {
            OK(gaspi_write(OTHER, 0, right, DATA, 0, COUNT / 2 * sizeof(int), QUEUE, GASPI_BLOCK));
            OK(gaspi_write(OTHER, COUNT / 2 * sizeof(int), right, DATA, COUNT / 2 * sizeof(int), COUNT / 2 * sizeof(int), QUEUE,
                           GASPI_BLOCK));
            OK(gaspi_notify(DATA, right, 7, round, QUEUE, GASPI_BLOCK));
        }
        CHECK(await(DATA, 7) == (gaspi_notification_t)round);
        for (int i = 0; i < COUNT; i++)
            CHECK(data[i] == 1000 * round + i);
        OK(gaspi_notify(DATA, left, 8, 1, QUEUE, GASPI_BLOCK)); // my buffer is free again
        await(DATA, 8);
        OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    }
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void check_lists(void) {
    gaspi_segment_id_t source[] = {OTHER, OTHER}, target[] = {DATA, DATA};
    gaspi_offset_t from[] = {0, 8}, to[] = {16, 4};
    gaspi_size_t size[] = {4, 8};
    int *data = memory_of(DATA), *other = memory_of(OTHER);
    for (int round = 1; round <= 20; round++) {
        other[0] = round;
        other[2] = 2 * round;
        other[3] = 3 * round;
        OK(gaspi_write_list_notify(2, source, from, right, target, to, size, OTHER, 3, 1, QUEUE, GASPI_BLOCK));
        await(OTHER, 3);
        CHECK(data[4] == round && data[1] == 2 * round && data[2] == 3 * round);
        OK(gaspi_wait(QUEUE, GASPI_BLOCK));
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
        data[4] = data[1] = data[2] = 0;
        OK(gaspi_read_list_notify(2, target, to, right, source, from, size, OTHER, 4, QUEUE, GASPI_BLOCK));
        await(OTHER, 4); // complete without a wait for the queue
        CHECK(data[4] == round && data[1] == 2 * round && data[2] == 3 * round);
        data[4] = 0;
        OK(gaspi_read_notify(DATA, 16, right, OTHER, 0, 4, 5, QUEUE, GASPI_BLOCK));
        await(DATA, 5);
        CHECK(data[4] == round);
        OK(gaspi_wait(QUEUE, GASPI_BLOCK));
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    }
}

int main(void) {
    start();
    right = (me + 1) % ranks;
    left = (me + ranks - 1) % ranks;
    create(DATA, COUNT * sizeof(int));
    create(OTHER, COUNT * sizeof(int));
    check_timeouts();
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    check_values();
    check_waitsome();
    check_data();
    check_lists();
    finish();
    return 0;
}
