// Passive messages: from all to all, full mailboxes, timeouts, sizes.
#include "check.h"

enum { SEGMENT = 0, SEND = 0, RECEIVE = 1 << 17, ROUNDS = 100, LARGEST = 65535 };

static int *send_buffer, *receive_buffer;

// Rank 0 serves requests of the others and answers each.
static void serve(void) {
    gaspi_rank_t client;
    int sum = 0;
    for (int i = 0; i < ROUNDS * (ranks - 1); i++) {
        OK(gaspi_passive_receive(SEGMENT, RECEIVE, &client, 2 * sizeof(int), GASPI_BLOCK));
        CHECK(receive_buffer[0] == client);
        sum += receive_buffer[1];
        send_buffer[0] = 2 * receive_buffer[1];
        OK(gaspi_passive_send(SEGMENT, SEND, client, sizeof(int), GASPI_BLOCK));
    }
    CHECK(sum == (ranks - 1) * ROUNDS * (ROUNDS - 1) / 2);
}

static void ask(void) {
    gaspi_rank_t server;
    for (int i = 0; i < ROUNDS; i++) {
        send_buffer[0] = me;
        send_buffer[1] = i;
        OK(gaspi_passive_send(SEGMENT, SEND, 0, 2 * sizeof(int), GASPI_BLOCK));
        OK(gaspi_passive_receive(SEGMENT, RECEIVE, &server, sizeof(int), GASPI_BLOCK));
        CHECK(server == 0 && receive_buffer[0] == 2 * i);
    }
}

// A mailbox has an end; messages of one sender come in their order.
static void check_full_mailbox(void) {
    gaspi_rank_t sender;
    gaspi_return_t outcome = GASPI_SUCCESS;
    int sent = 0;
    RETURNS(GASPI_TIMEOUT, gaspi_passive_receive(SEGMENT, RECEIVE, &sender, sizeof(int), GASPI_TEST));
    RETURNS(GASPI_TIMEOUT, gaspi_passive_receive(SEGMENT, RECEIVE, &sender, sizeof(int), 5));
    for (; outcome == GASPI_SUCCESS; sent += outcome == GASPI_SUCCESS) {
        send_buffer[0] = sent;
        outcome = gaspi_passive_send(SEGMENT, SEND, me, sizeof(int), sent % 2 == 0 ? 5 : GASPI_TEST);
    }
    CHECK(outcome == GASPI_TIMEOUT && sent > 1);
    RETURNS(GASPI_ERR_INV_SIZE, gaspi_passive_receive(SEGMENT, RECEIVE, &sender, 1, GASPI_BLOCK)); // too small: it stays
    for (int i = 0; i < sent; i++) {
        OK(gaspi_passive_receive(SEGMENT, RECEIVE, &sender, sizeof(int), GASPI_BLOCK));
        CHECK(sender == me && receive_buffer[0] == i);
    }
    RETURNS(GASPI_TIMEOUT, gaspi_passive_receive(SEGMENT, RECEIVE, &sender, sizeof(int), GASPI_TEST));
}

static void check_large(void) {
    gaspi_rank_t sender, right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    for (int i = 0; i < LARGEST / 4; i++)
        send_buffer[i] = 10 * i + me;
    OK(gaspi_passive_send(SEGMENT, SEND, right, LARGEST, GASPI_BLOCK));
    OK(gaspi_passive_receive(SEGMENT, RECEIVE, &sender, LARGEST, GASPI_BLOCK));
    CHECK(sender == left);
    for (int i = 0; i < LARGEST / 4; i++)
        CHECK(receive_buffer[i] == 10 * i + left);
    RETURNS(GASPI_ERR_INV_SIZE, gaspi_passive_send(SEGMENT, SEND, right, LARGEST + 1, GASPI_BLOCK));
}

int main(void) {
    start();
    create(SEGMENT, 2 * RECEIVE);
    send_buffer = memory_of(SEGMENT);
    receive_buffer = send_buffer + RECEIVE / sizeof(int);
    if (me == 0)
        serve();
    else
        ask();
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    check_full_mailbox();
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    check_large();
    OK(gaspi_passive_queue_purge(GASPI_BLOCK));
    finish();
    return 0;
}
