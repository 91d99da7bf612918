// ranks: 2 4 8
//
// Work stealing. Each worker has tasks, a counter from which anybody takes the next one, and the input of the tasks. A worker that
// has no task left steals from the others. Results go to rank 0 as passive messages. The inputs are renewed between rounds.
//
// BUG 1: work_stealing.c:gaspi_read in fetch_input and load in evaluate: the input is used before gaspi_wait.
// BUG 2: work_stealing.c:gaspi_atomic_fetch_add in take and load in tasks_left: a worker looks at its counter with a plain load.
// BUG 3: work_stealing.c:gaspi_write in report and load in collect: the result is written, and gaspi_wait and the message are taken for its arrival.
#include <GASPI.h>
#include <math.h>
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

enum { SEGMENT = 0, QUEUE = 0, COLLECTOR = 0, WIDTH = 8 }; // numbers in the input of a task

struct result {
    long task; // counted over all workers
    double value;
};

// The segment; at the collector, `arrived` is one result per task.
struct memory {
    gaspi_atomic_value_t counter;
    struct result outgoing, incoming;
    double fetched[WIDTH];
    double arrived_or_input[];
};

struct pool {
    int rank, workers, tasks; // tasks of each worker
    struct memory *memory;
    double *values; // at the collector
};

static double input_value(int round, long task, int k) { return (double)(task % 13 + k) / (round + k + 1); }

static gaspi_offset_t input_of(int task) {
    return offsetof(struct memory, arrived_or_input) + (gaspi_offset_t)task * WIDTH * sizeof(double);
}

static void create_pool(struct pool *p, int tasks) {
    gaspi_rank_t rank, size;
    gaspi_pointer_t memory;
    OK(gaspi_proc_rank(&rank));
    OK(gaspi_proc_num(&size));
    p->rank = rank;
    p->workers = size - 1;
    p->tasks = tasks;
    gaspi_size_t doubles = tasks * (WIDTH > p->workers ? WIDTH : p->workers);
    OK(gaspi_segment_create(SEGMENT, sizeof(struct memory) + doubles * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(SEGMENT, &memory));
    p->memory = memory;
    p->values = calloc(p->workers * tasks, sizeof(double));
}

static void renew(struct pool *p, int round) {
    if (p->rank == COLLECTOR)
        return;
    p->memory->counter = 0;
    for (int task = 0; task < p->tasks; task++)
        for (int k = 0; k < WIDTH; k++)
            p->memory->arrived_or_input[task * WIDTH + k] = input_value(round, (long)(p->rank - 1) * p->tasks + task, k);
}

// A task of the victim, or a number that is no task.
static int take(int victim) {
    gaspi_atomic_value_t task;
    OK(gaspi_atomic_fetch_add(SEGMENT, offsetof(struct memory, counter), victim, 1, &task, GASPI_BLOCK)); // BUG2
    return (int)task;
}

static int tasks_left(const struct pool *p, int victim) {
#if BUG == 2
    if (victim == p->rank)
        return p->memory->counter < (gaspi_atomic_value_t)p->tasks; // BUG2
#else
    (void)p, (void)victim;
#endif
    return 1;
}

static void fetch_input(int victim, int task) {
    OK(gaspi_read(SEGMENT, offsetof(struct memory, fetched), victim, SEGMENT, input_of(task), WIDTH * sizeof(double), QUEUE, GASPI_BLOCK)); // BUG1
#if BUG != 1
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
#endif
}

static double evaluate(const double *input) {
    double value = 0;
    for (int k = 0; k < WIDTH; k++)
        value = sqrt(value + input[k]); // BUG1
    return value;
}

static void report(struct pool *p, long task, double value) {
    p->memory->outgoing = (struct result){task, value};
#if BUG == 3
    gaspi_offset_t from = offsetof(struct memory, outgoing.value), to = offsetof(struct memory, arrived_or_input) + task * sizeof(double);
    OK(gaspi_write(SEGMENT, from, COLLECTOR, SEGMENT, to, sizeof(double), QUEUE, GASPI_BLOCK)); // BUG3
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
#endif
    OK(gaspi_passive_send(SEGMENT, offsetof(struct memory, outgoing), COLLECTOR, sizeof(struct result), GASPI_BLOCK));
}

static int work_for(struct pool *p, int victim) {
    int done = 0;
    while (tasks_left(p, victim)) {
        int task = take(victim);
        if (task >= p->tasks)
            break;
        fetch_input(victim, task);
        double value = evaluate(p->memory->fetched);
#if BUG == 1
        OK(gaspi_wait(QUEUE, GASPI_BLOCK));
#endif
        report(p, (long)(victim - 1) * p->tasks + task, value);
        done++;
    }
    return done;
}

// First the own tasks, then those of the others in turn; returns how many were stolen.
static int work(struct pool *p) {
    int stolen = 0;
    work_for(p, p->rank);
    for (int i = 1; i < p->workers; i++)
        stolen += work_for(p, 1 + (p->rank - 1 + i) % p->workers);
    return stolen;
}

static void collect(struct pool *p) {
    for (int i = 0; i < p->workers * p->tasks; i++) {
        gaspi_rank_t worker;
        OK(gaspi_passive_receive(SEGMENT, offsetof(struct memory, incoming), &worker, sizeof(struct result), GASPI_BLOCK));
        struct result result = p->memory->incoming;
#if BUG == 3
        result.value = p->memory->arrived_or_input[result.task]; // BUG3
#endif
        p->values[result.task] += result.value;
    }
}

static int count_errors(const struct pool *p, int rounds) {
    int errors = 0;
    for (long task = 0; task < (long)p->workers * p->tasks; task++) {
        double want = 0, input[WIDTH];
        for (int round = 0; round < rounds; round++) {
            for (int k = 0; k < WIDTH; k++)
                input[k] = input_value(round, task, k);
            want += evaluate(input);
        }
        errors += fabs(p->values[task] - want) > 1e-12;
    }
    return errors;
}

int main(int argc, char **argv) {
    OK(gaspi_proc_init(GASPI_BLOCK));
    int tasks = argc > 1 ? atoi(argv[1]) : 20;
    int rounds = argc > 2 ? atoi(argv[2]) : 3;
    struct pool p;
    create_pool(&p, tasks);
    int stolen = 0, total;
    for (int round = 0; round < rounds; round++) {
        renew(&p, round);
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
        if (p.rank == COLLECTOR)
            collect(&p);
        else
            stolen += work(&p);
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK)); // nobody takes or reads any more
    }
    OK(gaspi_allreduce(&stolen, &total, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
    int errors = p.rank == COLLECTOR ? count_errors(&p, rounds) : 0;
    if (p.rank == COLLECTOR)
        printf("work_stealing: %d workers with %d tasks, %d rounds, %d stolen, %d errors\n", p.workers, tasks, rounds, total, errors);
    free(p.values);
    OK(gaspi_proc_term(GASPI_BLOCK));
    return BUG == 0 && errors > 0;
}
