// ranks: 2 4 8
//
// A self-scheduling work queue: rank 0 holds the counter from which everybody takes chunks of tasks, results go to
// the owner of the task (cyclic distribution), and the sum of all results is accumulated at rank 0. The counter is
// reset between rounds by its owner, between two barriers.
//
// BUG 1: work_queue.c:MPI_Put in work and store of the result in work: the result buffer is refilled without a local flush.
// BUG 2: work_queue.c:MPI_Put in work and load in check_results: only rank 0 is flushed, the results at the other owners are not.
// BUG 3: work_queue.c:MPI_Fetch_and_op in next_chunk and load in report_progress: rank 0 reads the live counter with a plain load.
#include <math.h>
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

enum { HOME = 0 };                     // rank of the counter and of the sum
enum { COUNTER = 0, SUM = 1, RESULTS = 2 }; // window layout in units of 8 bytes

struct queue {
    int rank, size;
    int rounds, tasks;
    int64_t chunk;       // tasks taken at once; origin of the fetch-and-add
    int64_t first;       // its result
    int64_t progress;    // what rank 0 last saw of the counter
    double partial;      // sum of one chunk, origin of the accumulate
    double *out;         // results of one chunk, origin of the puts
    int per_rank;        // results of one round at one owner
    char *mem;           // window
    MPI_Win win;
};

static int64_t *counter(const struct queue *q) { return (int64_t *)q->mem + COUNTER; }

static double *sum(const struct queue *q) { return (double *)q->mem + SUM; }

static MPI_Aint result_at(const struct queue *q, int round, int64_t task) {
    return RESULTS + (MPI_Aint)round * q->per_rank + task / q->size;
}

// Some work whose cost depends on the task.
static double evaluate(int round, int64_t task) {
    double x = 0.0;
    for (int64_t k = 1; k <= 10 + task % 37; k++)
        x += 1.0 / (double)(k + round + task);
    return x;
}

static void create_queue(struct queue *q, int tasks, int chunk, int rounds) {
    MPI_Comm_rank(MPI_COMM_WORLD, &q->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &q->size);
    q->tasks = tasks;
    q->chunk = chunk;
    q->rounds = rounds;
    q->progress = 0;
    q->per_rank = (tasks + q->size - 1) / q->size;
    q->out = malloc(sizeof(double) * chunk);
    MPI_Aint bytes = (RESULTS + (MPI_Aint)rounds * q->per_rank + 1) / 2 * 16;
    MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &q->mem, &q->win);
    memset(q->mem, 0, bytes);
    MPI_Win_lock_all(0, q->win);
    MPI_Barrier(MPI_COMM_WORLD); // nobody takes a task from an uninitialised counter
}

static void destroy_queue(struct queue *q) {
    MPI_Win_unlock_all(q->win);
    MPI_Win_free(&q->win);
    free(q->out);
}

static int64_t next_chunk(struct queue *q) {
    MPI_Fetch_and_op(&q->chunk, &q->first, MPI_INT64_T, HOME, COUNTER, MPI_SUM, q->win); // BUG3
    MPI_Win_flush(HOME, q->win);
    return q->first;
}

// Rank 0 looks at its own counter, which the others are updating.
static void report_progress(struct queue *q) {
    if (q->rank != HOME)
        return;
#if BUG == 3
    q->progress = *counter(q); // BUG3
#else
    MPI_Fetch_and_op(NULL, &q->progress, MPI_INT64_T, HOME, COUNTER, MPI_NO_OP, q->win);
    MPI_Win_flush(HOME, q->win);
#endif
}

static void work(struct queue *q, int round, int64_t first) {
    double s = 0.0;
    for (int64_t i = 0; i < q->chunk && first + i < q->tasks; i++) {
        int64_t task = first + i;
        double value = evaluate(round, task);
        q->out[i] = value; // BUG1
        s += value;
        MPI_Put(&q->out[i], 1, MPI_DOUBLE, task % q->size, result_at(q, round, task), 1, MPI_DOUBLE, q->win); // BUG1 BUG2
    }
    q->partial = s; // free again: next_chunk flushed rank 0
    MPI_Accumulate(&q->partial, 1, MPI_DOUBLE, HOME, SUM, 1, MPI_DOUBLE, MPI_SUM, q->win);
#if BUG != 1
    MPI_Win_flush_local_all(q->win); // the chunk's result buffer is reused
#endif
}

static int check_results(const struct queue *q, int round) {
    int errors = 0;
    for (int64_t task = q->rank; task < q->tasks; task += q->size) {
        double got = ((double *)q->mem)[result_at(q, round, task)]; // BUG2
        errors += fabs(got - evaluate(round, task)) > 1e-12;
    }
    return errors;
}

static int check_sum(const struct queue *q, int round) {
    double want = 0.0;
    for (int64_t task = 0; task < q->tasks; task++)
        want += evaluate(round, task);
    return fabs(*sum(q) - want) > 1e-9;
}

static int run_round(struct queue *q, int round) {
    report_progress(q);
    for (int64_t first = next_chunk(q); first < q->tasks; first = next_chunk(q)) {
        work(q, round, first);
        report_progress(q);
    }
    report_progress(q);
#if BUG == 2
    MPI_Win_flush(HOME, q->win);
#else
    MPI_Win_flush_all(q->win);
#endif
    MPI_Barrier(MPI_COMM_WORLD);

    int errors = check_results(q, round);
    if (q->rank == HOME) {
        errors += check_sum(q, round);
        *counter(q) = 0;
        *sum(q) = 0.0;
    }
    MPI_Barrier(MPI_COMM_WORLD); // the counter is reset before anybody starts the next round
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int tasks = argc > 1 ? atoi(argv[1]) : 64;
    int chunk = argc > 2 ? atoi(argv[2]) : 4;
    int rounds = argc > 3 ? atoi(argv[3]) : 3;

    struct queue q;
    create_queue(&q, tasks, chunk, rounds);
    int errors = 0;
    for (int round = 0; round < rounds; round++)
        errors += run_round(&q, round);

    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (q.rank == 0)
        printf("work_queue: %d tasks, %d rounds, counter last seen at %ld, %d errors\n", tasks, rounds, (long)q.progress, errors);
    destroy_queue(&q);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
