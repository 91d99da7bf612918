// Segments: allocation, registration, creation, questions, deletion and reuse of their numbers.
#include "check.h"

enum { OWN = 3, COMMON = 200, QUEUE = 0 };

static void check_registration(void) {
    gaspi_rank_t right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    gaspi_size_t size;
    OK(gaspi_segment_alloc(OWN, 1000 + me, GASPI_ALLOC_DEFAULT));
    OK(gaspi_segment_register(OWN, left, GASPI_BLOCK));
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_segment_size(OWN, right, &size));
    CHECK(size == 1000u + right);
    OK(gaspi_segment_size(OWN, me, &size));
    CHECK(size == 1000u + me);
    if (ranks > 2)
        RETURNS(GASPI_ERR_INV_SEG, gaspi_segment_size(OWN, left, &size)); // registered with others only
    ((char *)memory_of(OWN))[0] = (char)me;
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_read(OWN, 1, right, OWN, 0, 1, QUEUE, GASPI_BLOCK));
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    CHECK(((char *)memory_of(OWN))[1] == right);
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void check_questions(void) {
    gaspi_number_t n;
    gaspi_segment_id_t list[2], free_id;
    OK(gaspi_segment_num(&n));
    CHECK(n == 2);
    OK(gaspi_segment_list(2, list));
    CHECK(list[0] == OWN && list[1] == COMMON);
    OK(gaspi_segment_avail_local(&free_id));
    CHECK(free_id == 0);
}

// The same number again and again, with another size: nobody sees an old one.
static void check_reuse(void) {
    for (int round = 0; round < 50; round++) {
        gaspi_size_t size, want = 100 + 5000 * (round % 3);
        gaspi_rank_t right = (me + 1) % ranks;
        gaspi_notification_t notification;
        create(0, want);
        OK(gaspi_notify_reset(0, 6, &notification));
        CHECK(notification == 0);
        int *memory = memory_of(0);
        for (unsigned i = 0; i < want / sizeof(int); i++)
            CHECK(memory[i] == 0);
        OK(gaspi_segment_size(0, right, &size));
        CHECK(size == want);
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
        memory[0] = round + 1;
        OK(gaspi_write_notify(0, 0, right, 0, want - sizeof(int) - want % sizeof(int), sizeof(int), 5, 1, QUEUE, GASPI_BLOCK));
        await(0, 5);
        CHECK(memory[want / sizeof(int) - 1] == round + 1);
        OK(gaspi_notify(0, right, 6, 1, QUEUE, GASPI_BLOCK)); // arrives, and is gone with the segment
        gaspi_notification_id_t id;
        OK(gaspi_notify_waitsome(0, 6, 1, &id, GASPI_BLOCK));
        OK(gaspi_wait(QUEUE, GASPI_BLOCK));
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
        OK(gaspi_segment_delete(0));
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
        RETURNS(GASPI_ERR_INV_SEG, gaspi_segment_size(0, right, &size));
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    }
}

// A creation that ran into its timeout is resumed.
static void check_timeout(void) {
    gaspi_return_t outcome;
    while ((outcome = gaspi_segment_create(1, 64, GASPI_GROUP_ALL, GASPI_TEST, GASPI_MEM_INITIALIZED)) == GASPI_TIMEOUT)
        ;
    CHECK(outcome == GASPI_SUCCESS);
    while ((outcome = gaspi_segment_create(2, 64, GASPI_GROUP_ALL, 1, GASPI_MEM_INITIALIZED)) == GASPI_TIMEOUT)
        ;
    CHECK(outcome == GASPI_SUCCESS);
}

int main(void) {
    start();
    create(COMMON, 10);
    check_registration();
    check_questions();
    check_reuse();
    check_timeout();
    finish();
    return 0;
}
