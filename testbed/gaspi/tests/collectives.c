// Groups, barriers, reductions, and collectives that run into their timeout.
#include "check.h"

#include <unistd.h>

enum { COUNTER = 0, WAITING = 8 * 32 }; // a segment, and an offset behind a counter for each group

static gaspi_group_t group_of(gaspi_rank_t from, gaspi_rank_t step) {
    gaspi_group_t group;
    OK(gaspi_group_create(&group));
    for (gaspi_rank_t rank = from; rank < ranks; rank += step)
        OK(gaspi_group_add(group, rank));
    return group;
}

// Nobody leaves a barrier that somebody has not entered.
static void check_barrier(gaspi_group_t group, gaspi_number_t size, gaspi_rank_t home) {
    gaspi_atomic_value_t before, seen;
    OK(gaspi_atomic_fetch_add(COUNTER, 8 * group, home, 0, &before, GASPI_BLOCK));
    OK(gaspi_barrier(group, GASPI_BLOCK));
    for (int round = 1; round <= 20; round++) {
        OK(gaspi_atomic_fetch_add(COUNTER, 8 * group, home, 1, &seen, GASPI_BLOCK));
        OK(gaspi_barrier(group, GASPI_BLOCK));
        OK(gaspi_atomic_fetch_add(COUNTER, 8 * group, home, 0, &seen, GASPI_BLOCK));
        CHECK(seen == before + round * size);
        OK(gaspi_barrier(group, GASPI_BLOCK));
    }
}

#define CHECK_TYPE(type, constant)                                                                                         \
    do {                                                                                                                   \
        type send[255], receive[255];                                                                                      \
        for (int i = 0; i < 255; i++)                                                                                      \
            send[i] = (type)(me + 1 + i);                                                                                  \
        OK(gaspi_allreduce(send, receive, 255, GASPI_OP_SUM, constant, GASPI_GROUP_ALL, GASPI_BLOCK));                     \
        for (int i = 0; i < 255; i++)                                                                                      \
            CHECK(receive[i] == (type)(ranks * (ranks + 1) / 2 + ranks * i));                                              \
        OK(gaspi_allreduce(send, receive, 255, GASPI_OP_MIN, constant, GASPI_GROUP_ALL, GASPI_BLOCK));                     \
        for (int i = 0; i < 255; i++)                                                                                      \
            CHECK(receive[i] == (type)(1 + i));                                                                            \
        OK(gaspi_allreduce(send, receive, 3, GASPI_OP_MAX, constant, GASPI_GROUP_ALL, GASPI_BLOCK));                       \
        CHECK(receive[2] == (type)(ranks + 2) && receive[3] == (type)4);                                                   \
    } while (0)

static gaspi_return_t longest(gaspi_pointer_t const one, gaspi_pointer_t const two, gaspi_pointer_t const result,
                              gaspi_reduce_state_t const state, const gaspi_number_t num, const gaspi_size_t element_size,
                              const gaspi_timeout_t timeout) {
    (void)timeout;
    ++*(int *)state;
    for (gaspi_number_t i = 0; i < num; i++) {
        const char *a = (const char *)one + i * element_size, *b = (const char *)two + i * element_size;
        memcpy((char *)result + i * element_size, a[0] >= b[0] ? a : b, element_size);
    }
    return GASPI_SUCCESS;
}

static void check_user_operation(void) {
    struct {
        char length, text[11];
    } send[4], receive[4];
    int calls = 0;
    for (int i = 0; i < 4; i++) {
        send[i].length = (char)((me + i) % ranks);
        memset(send[i].text, 'a' + me, sizeof send[i].text);
    }
    OK(gaspi_allreduce_user(send, receive, 4, sizeof send[0], longest, &calls, GASPI_GROUP_ALL, GASPI_BLOCK));
    for (int i = 0; i < 4; i++)
        CHECK(receive[i].length == ranks - 1 && (receive[i].text[3] - 'a' + i) % ranks == ranks - 1);
    CHECK(calls > 0 || ranks == 1);
}

static void check_group(gaspi_group_t group, gaspi_rank_t from, gaspi_rank_t step) {
    gaspi_number_t size;
    gaspi_rank_t *members = malloc(ranks * sizeof *members);
    OK(gaspi_group_size(group, &size));
    CHECK(size == (gaspi_number_t)(ranks - from + step - 1) / step);
    OK(gaspi_group_ranks(group, members));
    for (gaspi_number_t i = 0; i < size; i++)
        CHECK(members[i] == from + i * step);
    free(members);
    check_barrier(group, size, from);
    int send = me, receive;
    OK(gaspi_allreduce(&send, &receive, 1, GASPI_OP_MAX, GASPI_TYPE_INT, group, GASPI_BLOCK));
    CHECK(receive == (int)(from + (size - 1) * step));
}

// Even and odd ranks; then all of them in a group of their own, twice over the same members.
static void check_groups(void) {
    gaspi_number_t n;
    for (int round = 0; round < 10; round++) {
        gaspi_rank_t parity = me % 2;
        gaspi_group_t half = group_of(parity, 2), whole = group_of(0, 1), same = group_of(0, 1);
        OK(gaspi_group_num(&n));
        CHECK(n == 4);
        OK(gaspi_group_commit(half, GASPI_BLOCK));
        OK(gaspi_group_commit(whole, GASPI_BLOCK));
        OK(gaspi_group_commit(same, GASPI_BLOCK));
        check_group(half, parity, 2);
        check_group(same, 0, 1);
        check_group(whole, 0, 1);
        OK(gaspi_group_delete(half));
        OK(gaspi_group_delete(whole));
        OK(gaspi_group_delete(same));
    }
}

static void check_timeouts(void) {
    gaspi_return_t outcome;
    int send = me + 1, receive = 0;
    gaspi_atomic_value_t waiting;
    if (me != 0) {
        RETURNS(GASPI_TIMEOUT, gaspi_barrier(GASPI_GROUP_ALL, GASPI_TEST));
        RETURNS(GASPI_ERR_ACTIVE_COLL,
                gaspi_allreduce(&send, &receive, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
        OK(gaspi_atomic_fetch_add(COUNTER, WAITING, 0, 1, &waiting, GASPI_BLOCK));
        while ((outcome = gaspi_barrier(GASPI_GROUP_ALL, 5)) == GASPI_TIMEOUT)
            ;
        CHECK(outcome == GASPI_SUCCESS);
    } else { // comes when all others have been disappointed
        do
            OK(gaspi_atomic_fetch_add(COUNTER, WAITING, 0, 0, &waiting, GASPI_BLOCK));
        while (waiting < ranks - 1u);
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    }
    do
        outcome = gaspi_allreduce(&send, &receive, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_TEST);
    while (outcome == GASPI_TIMEOUT);
    CHECK(outcome == GASPI_SUCCESS && receive == ranks * (ranks + 1) / 2);
}

// Rank 0 begins to commit two groups of the same members before the others commit the first: they are not mixed up.
static void check_unfinished_commits(void) {
    gaspi_group_t one = group_of(0, 1), two = group_of(0, 1);
    gaspi_return_t first, second;
    if (me != 0)
        usleep(50000);
    do {
        first = gaspi_group_commit(one, GASPI_TEST);
        second = gaspi_group_commit(two, GASPI_TEST);
    } while (first == GASPI_TIMEOUT || second == GASPI_TIMEOUT);
    CHECK(first == GASPI_SUCCESS && second == GASPI_SUCCESS);
    check_group(two, 0, 1);
    check_group(one, 0, 1);
    OK(gaspi_group_delete(one));
    OK(gaspi_group_delete(two));
}

int main(void) {
    start();
    create(COUNTER, WAITING + 8);
    check_barrier(GASPI_GROUP_ALL, ranks, ranks - 1);
    CHECK_TYPE(int, GASPI_TYPE_INT);
    CHECK_TYPE(unsigned, GASPI_TYPE_UINT);
    CHECK_TYPE(long, GASPI_TYPE_LONG);
    CHECK_TYPE(unsigned long, GASPI_TYPE_ULONG);
    CHECK_TYPE(float, GASPI_TYPE_FLOAT);
    CHECK_TYPE(double, GASPI_TYPE_DOUBLE);
    check_user_operation();
    check_groups();
    check_timeouts();
    check_unfinished_commits();
    finish();
    return 0;
}
