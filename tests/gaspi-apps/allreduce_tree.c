// ranks: 2 4 8
//
// An all-reduce over a binary tree. Contributions go up: each rank adds those of its children to its own and passes the sum on
// with gaspi_write and gaspi_notify. The result comes down with gaspi_write_notify. What comes down answers what went up, so
// that no buffer is written before it was read.
//
// BUG 1: allreduce_tree.c:gaspi_write in pass_up and load in add_children: the contributions are added before they were waited for.
// BUG 2: allreduce_tree.c:gaspi_write_notify in pass_down and store in contribute: the next contribution is stored without gaspi_wait.
// BUG 3: allreduce_tree.c:gaspi_write in pass_up and load in add_children: the notification is on another queue than the data.
// BUG 4: allreduce_tree.c:gaspi_write_notify in pass_down with itself: the result is passed on before it arrived.
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

enum { SEGMENT = 0, QUEUE = 0, OTHER_QUEUE = 1, LENGTH = 16 };
enum { FROM_FIRST_CHILD, FROM_SECOND_CHILD, FROM_PARENT }; // notifications

// The segment.
struct memory {
    long sum[LENGTH];        // of this rank's part of the tree
    long result[LENGTH];     // comes from the parent
    long child[2][LENGTH];   // come from the children
};

struct node {
    int rank, size, parent, children;
    struct memory *memory;
};

static int child(const struct node *node, int i) { return 2 * node->rank + 1 + i; }

static long contribution(int rank, int round, int k) { return (rank + 1L) * (round + 3) + k * k; }

static void create_node(struct node *node) {
    gaspi_rank_t rank, size;
    gaspi_pointer_t memory;
    OK(gaspi_proc_rank(&rank));
    OK(gaspi_proc_num(&size));
    node->rank = rank;
    node->size = size;
    node->parent = (rank - 1) / 2;
    node->children = 0;
    while (node->children < 2 && child(node, node->children) < size)
        node->children++;
    OK(gaspi_segment_create(SEGMENT, sizeof(struct memory), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(SEGMENT, &memory));
    node->memory = memory;
}

static void await(gaspi_notification_id_t id) {
    gaspi_notification_id_t got;
    gaspi_notification_t value;
    OK(gaspi_notify_waitsome(SEGMENT, id, 1, &got, GASPI_BLOCK));
    OK(gaspi_notify_reset(SEGMENT, got, &value));
}

static void contribute(const struct node *node, int round) {
    for (int k = 0; k < LENGTH; k++)
        node->memory->sum[k] = contribution(node->rank, round, k); // BUG2
}

static void await_children(const struct node *node) {
    for (int i = 0; i < node->children; i++)
        await(FROM_FIRST_CHILD + i);
}

static void add_children(const struct node *node) {
    for (int i = 0; i < node->children; i++)
        for (int k = 0; k < LENGTH; k++)
            node->memory->sum[k] += node->memory->child[i][k]; // BUG1 BUG3
}

static void pass_up(const struct node *node) {
    int place = (node->rank - 1) % 2;
    gaspi_offset_t to = offsetof(struct memory, child) + place * sizeof(long[LENGTH]);
    gaspi_queue_id_t queue = BUG == 3 ? OTHER_QUEUE : QUEUE;
    OK(gaspi_write(SEGMENT, offsetof(struct memory, sum), node->parent, SEGMENT, to, sizeof(long[LENGTH]), QUEUE, GASPI_BLOCK)); // BUG1 BUG3
    OK(gaspi_notify(SEGMENT, node->parent, FROM_FIRST_CHILD + place, 1, queue, GASPI_BLOCK));
}

static void pass_down(const struct node *node, gaspi_offset_t from) {
    gaspi_offset_t to = offsetof(struct memory, result);
    for (int i = 0; i < node->children; i++)
        OK(gaspi_write_notify(SEGMENT, from, child(node, i), SEGMENT, to, sizeof(long[LENGTH]), FROM_PARENT, 1, QUEUE, GASPI_BLOCK)); // BUG2 BUG4
}

// The result is in the memory that is returned.
static const long *all_reduce(const struct node *node, int round) {
    contribute(node, round);
#if BUG == 1
    add_children(node);
    await_children(node);
#else
    await_children(node);
    add_children(node);
#endif
    if (node->rank == 0) {
        pass_down(node, offsetof(struct memory, sum));
        return node->memory->sum;
    }
    pass_up(node);
#if BUG == 4
    pass_down(node, offsetof(struct memory, result));
    await(FROM_PARENT);
#else
    await(FROM_PARENT);
    pass_down(node, offsetof(struct memory, result));
#endif
    return node->memory->result;
}

static int count_errors(const struct node *node, int round, const long *result) {
    int errors = 0;
    for (int k = 0; k < LENGTH; k++) {
        long want = 0;
        for (int rank = 0; rank < node->size; rank++)
            want += contribution(rank, round, k);
        errors += result[k] != want;
    }
    return errors;
}

int main(int argc, char **argv) {
    OK(gaspi_proc_init(GASPI_BLOCK));
    int rounds = argc > 1 ? atoi(argv[1]) : 10;
    struct node node;
    create_node(&node);
    int errors = 0, total;
    for (int round = 0; round < rounds; round++) {
        errors += count_errors(&node, round, all_reduce(&node, round));
#if BUG != 2
        OK(gaspi_wait(QUEUE, GASPI_BLOCK)); // what was passed on may be overwritten
#endif
    }
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    OK(gaspi_wait(OTHER_QUEUE, GASPI_BLOCK));
    OK(gaspi_allreduce(&errors, &total, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (node.rank == 0)
        printf("allreduce_tree: %d ranks, %d rounds, %d errors\n", node.size, rounds, total);
    OK(gaspi_proc_term(GASPI_BLOCK));
    return BUG == 0 && total > 0;
}
