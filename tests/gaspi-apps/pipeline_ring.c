// ranks: 2 4 8
//
// A pipeline: each rank gets blocks from the rank before, works on them, and passes them on. Between two ranks there is a ring of
// two slots. A block is written with gaspi_write and announced with gaspi_notify on the same queue; when it was taken out of its slot,
// a credit goes back, and only then is the slot used again, at both ends.
//
// BUG 1: pipeline_ring.c:gaspi_write in pass_on and load in take: the credit is given before the block was taken out.
// BUG 2: pipeline_ring.c:gaspi_write in pass_on and load in take: gaspi_wait instead of the credit.
// BUG 3: pipeline_ring.c:gaspi_write in pass_on and store in pack: the sender has one slot instead of two.
// BUG 4: pipeline_ring.c:gaspi_write in pass_on and load in take: the block is announced on the queue of the credits.
#include <GASPI.h>
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

enum { SEGMENT = 0, DATA = 0, CREDITS = 1, SLOTS = 2, LENGTH = 32 };

// The segment.
struct memory {
    int in[SLOTS][LENGTH], out[SLOTS][LENGTH];
};

struct stage {
    int rank, last, blocks;
    struct memory *memory;
    int work[LENGTH];
};

static gaspi_notification_id_t arrival_of(int block) { return (gaspi_notification_id_t)block; }
static gaspi_notification_id_t credit_for(const struct stage *s, int block) { return (gaspi_notification_id_t)(s->blocks + block); }

static int *out_slot(const struct stage *s, int block) { return s->memory->out[BUG == 3 ? 0 : block % SLOTS]; }

static gaspi_offset_t offset_of(const struct stage *s, const int *slot) {
    return (gaspi_offset_t)((const char *)slot - (const char *)s->memory);
}

static void create_stage(struct stage *s, int blocks) {
    gaspi_rank_t rank, size;
    gaspi_pointer_t memory;
    OK(gaspi_proc_rank(&rank));
    OK(gaspi_proc_num(&size));
    s->rank = rank;
    s->last = size - 1;
    s->blocks = blocks;
    OK(gaspi_segment_create(SEGMENT, sizeof(struct memory), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(SEGMENT, &memory));
    s->memory = memory;
}

static void await(gaspi_notification_id_t id) {
    gaspi_notification_id_t got;
    gaspi_notification_t value;
    OK(gaspi_notify_waitsome(SEGMENT, id, 1, &got, GASPI_BLOCK));
    OK(gaspi_notify_reset(SEGMENT, got, &value));
}

static void give_credit(const struct stage *s, int block) {
    OK(gaspi_notify(SEGMENT, s->rank - 1, credit_for(s, block), 1, CREDITS, GASPI_BLOCK));
}

static void take(struct stage *s, int block) {
    for (int k = 0; k < LENGTH; k++)
        s->work[k] = s->memory->in[block % SLOTS][k]; // BUG1 BUG2 BUG4
}

static void receive(struct stage *s, int block) {
    await(arrival_of(block));
#if BUG == 1
    give_credit(s, block);
    take(s, block);
#else
    take(s, block);
    give_credit(s, block);
#endif
}

static void pack(const struct stage *s, int block) {
    for (int k = 0; k < LENGTH; k++)
        out_slot(s, block)[k] = s->work[k]; // BUG3
}

static void pass_on(const struct stage *s, int block) {
    gaspi_offset_t from = offset_of(s, out_slot(s, block)), to = offset_of(s, s->memory->in[block % SLOTS]);
    OK(gaspi_write(SEGMENT, from, s->rank + 1, SEGMENT, to, sizeof(int[LENGTH]), DATA, GASPI_BLOCK)); // BUG1 BUG2 BUG3 BUG4
#if BUG == 4
    OK(gaspi_wait(DATA, GASPI_BLOCK));
    OK(gaspi_notify(SEGMENT, s->rank + 1, arrival_of(block), 1, CREDITS, GASPI_BLOCK));
#else
    OK(gaspi_notify(SEGMENT, s->rank + 1, arrival_of(block), 1, DATA, GASPI_BLOCK));
#endif
}

static void await_slot(const struct stage *s, int block) {
    if (block < SLOTS)
        return;
#if BUG == 2
    (void)s;
    OK(gaspi_wait(DATA, GASPI_BLOCK));
#else
    await(credit_for(s, block - SLOTS));
#endif
}

static void work_on(struct stage *s, int block) {
    for (int k = 0; k < LENGTH; k++)
        s->work[k] = s->rank == 0 ? 100 * block + k : s->work[k] + s->rank;
}

static int count_errors(const struct stage *s, int block) {
    int errors = 0;
    for (int k = 0; k < LENGTH; k++)
        errors += s->work[k] != 100 * block + k + s->last * (s->last + 1) / 2;
    return errors;
}

static int run(struct stage *s) {
    int errors = 0;
    for (int block = 0; block < s->blocks; block++) {
        if (s->rank > 0)
            receive(s, block);
        work_on(s, block);
        if (s->rank == s->last) {
            errors += count_errors(s, block);
        } else {
            await_slot(s, block);
            pack(s, block);
            pass_on(s, block);
        }
    }
    return errors;
}

int main(int argc, char **argv) {
    OK(gaspi_proc_init(GASPI_BLOCK));
    int blocks = argc > 1 ? atoi(argv[1]) : 24;
    struct stage s;
    create_stage(&s, blocks);
    int errors = run(&s), total;
    OK(gaspi_wait(DATA, GASPI_BLOCK));
    OK(gaspi_wait(CREDITS, GASPI_BLOCK));
    OK(gaspi_allreduce(&errors, &total, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (s.rank == 0)
        printf("pipeline_ring: %d stages, %d blocks, %d errors\n", s.last + 1, blocks, total);
    OK(gaspi_proc_term(GASPI_BLOCK));
    return BUG == 0 && total > 0;
}
