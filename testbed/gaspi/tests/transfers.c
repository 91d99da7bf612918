// Writes and reads, single and in lists, in all alignments; queues.
#include "check.h"

enum { SOURCE = 0, TARGET = 1, SIZE = 4096, QUEUE = 0 };

static unsigned char pattern(gaspi_rank_t rank, int at) { return (unsigned char)(31 * rank + 7 * at + at / 256 + 1); }

static void fill_source(unsigned char *source) {
    for (int i = 0; i < SIZE; i++)
        source[i] = pattern(me, i);
}

static void synchronise(void) {
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void check_write(gaspi_offset_t from, gaspi_offset_t to, gaspi_size_t size) {
    unsigned char *target = memory_of(TARGET);
    gaspi_rank_t right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    memset(target, 0, SIZE);
    synchronise();
    OK(gaspi_write(SOURCE, from, right, TARGET, to, size, QUEUE, GASPI_BLOCK));
    OK(gaspi_notify(TARGET, right, 9, 1, QUEUE, GASPI_BLOCK));
    await(TARGET, 9);
    for (gaspi_size_t i = 0; i < SIZE; i++)
        CHECK(target[i] == (i >= to && i < to + size ? pattern(left, (int)(i - to + from)) : 0));
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    synchronise();
}

static void check_read(gaspi_offset_t from, gaspi_offset_t to, gaspi_size_t size) {
    unsigned char *target = memory_of(TARGET);
    memset(target, 0, SIZE);
    for (gaspi_rank_t rank = 0; rank < ranks; rank++) {
        OK(gaspi_read(TARGET, to, rank, SOURCE, from, size, QUEUE, GASPI_BLOCK));
        OK(gaspi_wait(QUEUE, GASPI_BLOCK));
        for (gaspi_size_t i = 0; i < SIZE; i++)
            CHECK(target[i] == (i >= to && i < to + size ? pattern(rank, (int)(i - to + from)) : 0));
    }
}

static void check_lists(void) {
    enum { N = 5 };
    gaspi_segment_id_t source[N], target[N];
    gaspi_offset_t from[N], to[N];
    gaspi_size_t size[N];
    unsigned char *memory = memory_of(TARGET);
    gaspi_rank_t right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    for (int i = 0; i < N; i++) {
        source[i] = SOURCE;
        target[i] = TARGET;
        from[i] = 100 * i + i;
        to[i] = 500 - 100 * i;
        size[i] = 10 * i + 1;
    }
    memset(memory, 0, SIZE);
    synchronise();
    OK(gaspi_write_list(N, source, from, right, target, to, size, QUEUE, GASPI_BLOCK));
    OK(gaspi_notify(TARGET, right, 9, 1, QUEUE, GASPI_BLOCK));
    await(TARGET, 9);
    for (int i = 0; i < N; i++)
        for (gaspi_size_t k = 0; k < size[i]; k++)
            CHECK(memory[to[i] + k] == pattern(left, (int)(from[i] + k)));
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    synchronise();
    memset(memory, 0, SIZE);
    OK(gaspi_read_list(N, target, to, left, source, from, size, QUEUE, GASPI_BLOCK));
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    for (int i = 0; i < N; i++)
        for (gaspi_size_t k = 0; k < size[i]; k++)
            CHECK(memory[to[i] + k] == pattern(left, (int)(from[i] + k)));
    synchronise();
}

static void check_queues(void) {
    gaspi_queue_id_t queue, another;
    gaspi_number_t before, after, max, size;
    OK(gaspi_queue_num(&before));
    OK(gaspi_queue_create(&queue, GASPI_BLOCK));
    OK(gaspi_queue_create(&another, GASPI_BLOCK));
    OK(gaspi_queue_num(&after));
    CHECK(after == before + 2 && queue != another);
    OK(gaspi_queue_size_max(&max));
    for (gaspi_number_t i = 0; i < max; i++) {
        OK(gaspi_queue_size(queue, &size));
        CHECK(size == i);
        OK(gaspi_write(SOURCE, 0, me, TARGET, 0, 4, queue, GASPI_BLOCK));
    }
    RETURNS(GASPI_QUEUE_FULL, gaspi_write(SOURCE, 0, me, TARGET, 0, 4, queue, GASPI_BLOCK));
    RETURNS(GASPI_QUEUE_FULL, gaspi_notify(TARGET, me, 0, 1, queue, GASPI_TEST));
    OK(gaspi_write(SOURCE, 0, me, TARGET, 0, 4, another, GASPI_BLOCK));
    OK(gaspi_wait(queue, GASPI_BLOCK));
    OK(gaspi_queue_size(queue, &size));
    CHECK(size == 0);
    OK(gaspi_write(SOURCE, 0, me, TARGET, 0, 4, queue, GASPI_BLOCK));
    OK(gaspi_queue_purge(queue, GASPI_BLOCK));
    OK(gaspi_queue_size(queue, &size));
    CHECK(size == 0);
    OK(gaspi_wait(another, GASPI_BLOCK));
    OK(gaspi_queue_delete(queue));
    OK(gaspi_queue_delete(another));
    RETURNS(GASPI_ERR_INV_QUEUE, gaspi_wait(queue, GASPI_BLOCK));
    OK(gaspi_queue_num(&after));
    CHECK(after == before);
}

// A wait that only tests is over sooner or later.
static void check_test(void) {
    OK(gaspi_read(TARGET, 0, (me + 1) % ranks, SOURCE, 0, 64, QUEUE, GASPI_TEST));
    gaspi_return_t outcome;
    while ((outcome = gaspi_wait(QUEUE, GASPI_TEST)) == GASPI_TIMEOUT)
        ;
    CHECK(outcome == GASPI_SUCCESS);
    CHECK(((unsigned char *)memory_of(TARGET))[63] == pattern((me + 1) % ranks, 63));
}

int main(void) {
    start();
    create(SOURCE, SIZE);
    create(TARGET, SIZE);
    fill_source(memory_of(SOURCE));
    for (int from = 0; from < 9; from += 4)
        for (int to = 0; to < 9; to += 3)
            for (int size = 0; size < 40; size += 13)
                check_write(from, to, size);
    check_write(0, 0, SIZE);
    check_write(1, 2, SIZE - 2);
    synchronise();
    check_read(0, 0, SIZE);
    check_read(3, 8, 100);
    check_read(0, 5, 0);
    synchronise();
    check_lists();
    check_test();
    synchronise();
    check_queues();
    finish();
    return 0;
}
