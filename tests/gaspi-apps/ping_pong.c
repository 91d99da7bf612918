// ranks: 2 4 8
//
// Pairs of ranks send each other messages of growing size. A pong says that the ping has arrived and was read, and the other way
// round, so neither buffer needs gaspi_wait; that is only called when the queue is full.
//
// BUG 1: ping_pong.c:gaspi_write_notify in send and load in check: the pong is sent before the ping was read.
// BUG 2: ping_pong.c:gaspi_write in send and load in check: gaspi_wait is taken for arrival, and the notification is on another queue.
// BUG 3: ping_pong.c:gaspi_write_notify in send and store in fill: the next ping is prepared before the pong came.
#include <GASPI.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define OK(call)                                                                          \
    do {                                                                                  \
        gaspi_return_t outcome = (call);                                                  \
        if (outcome != GASPI_SUCCESS) {                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, gaspi_error_str(outcome)); \
            exit(EXIT_FAILURE);                                                           \
        }                                                                                 \
    } while (0)

enum { SEGMENT = 0, QUEUE = 0, OTHER_QUEUE = 1, LARGEST = 1024, ARRIVED = 3 };

// The segment.
struct memory {
    int out[LARGEST], in[LARGEST];
};

struct player {
    int rank, partner;
    int errors;
    struct memory *memory;
};

static int length_of(int turn) { return 1 << turn % 11; }

static void fill(const struct player *p, int turn) {
    for (int k = 0; k < length_of(turn); k++)
        p->memory->out[k] = 1000 * turn + k + p->rank; // BUG3
}

static void check(struct player *p, int turn) {
    for (int k = 0; k < length_of(turn); k++)
        p->errors += p->memory->in[k] != 1000 * turn + k + p->partner; // BUG1 BUG2
}

static void make_room(void) {
    gaspi_number_t used, most;
    OK(gaspi_queue_size(QUEUE, &used));
    OK(gaspi_queue_size_max(&most));
    if (used + 2 > most)
        OK(gaspi_wait(QUEUE, GASPI_BLOCK));
}

static void send(const struct player *p, int turn) {
    gaspi_offset_t from = offsetof(struct memory, out), to = offsetof(struct memory, in);
    gaspi_size_t size = length_of(turn) * sizeof(int);
    make_room();
#if BUG == 2
    OK(gaspi_write(SEGMENT, from, p->partner, SEGMENT, to, size, QUEUE, GASPI_BLOCK)); // BUG2
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    OK(gaspi_notify(SEGMENT, p->partner, ARRIVED, 1, OTHER_QUEUE, GASPI_BLOCK));
#else
    OK(gaspi_write_notify(SEGMENT, from, p->partner, SEGMENT, to, size, ARRIVED, 1, QUEUE, GASPI_BLOCK)); // BUG1 BUG3
#endif
}

static void await(void) {
    gaspi_notification_id_t id;
    gaspi_notification_t value;
    OK(gaspi_notify_waitsome(SEGMENT, ARRIVED, 1, &id, GASPI_BLOCK));
    OK(gaspi_notify_reset(SEGMENT, id, &value));
}

static void ping(struct player *p, int turns) {
    fill(p, 0);
    for (int turn = 0; turn < turns; turn++) {
        send(p, turn);
#if BUG == 3
        fill(p, turn + 1);
        await();
#else
        await();
        fill(p, turn + 1);
#endif
        check(p, turn);
    }
}

static void pong(struct player *p, int turns) {
    for (int turn = 0; turn < turns; turn++) {
        await();
#if BUG != 1
        check(p, turn);
#endif
        fill(p, turn);
        send(p, turn);
#if BUG == 1
        check(p, turn);
#endif
    }
}

int main(int argc, char **argv) {
    OK(gaspi_proc_init(GASPI_BLOCK));
    int turns = argc > 1 ? atoi(argv[1]) : 44;
    gaspi_rank_t rank, size;
    gaspi_pointer_t memory;
    OK(gaspi_proc_rank(&rank));
    OK(gaspi_proc_num(&size));
    OK(gaspi_segment_create(SEGMENT, sizeof(struct memory), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(SEGMENT, &memory));
    struct player p = {rank, rank ^ 1, 0, memory};
    if (p.partner < size && rank % 2 == 0)
        ping(&p, turns);
    else if (p.partner < size)
        pong(&p, turns);
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    OK(gaspi_wait(OTHER_QUEUE, GASPI_BLOCK));

    int total;
    OK(gaspi_allreduce(&p.errors, &total, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (rank == 0)
        printf("ping_pong: %d pairs, %d turns, %d errors\n", size / 2, turns, total);
    OK(gaspi_proc_term(GASPI_BLOCK));
    return BUG == 0 && total > 0;
}
