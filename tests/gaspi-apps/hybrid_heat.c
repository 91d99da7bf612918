// ranks: 2 4 8
//
// Heat flow along a rod, with GASPI for the ghost cells and MPI for everything else. The ghost cells are written by the neighbours
// with a notification. There is only one pair of them: the MPI_Allreduce that every step ends with keeps a neighbour from writing
// the next values before these were used.
//
// BUG 1: hybrid_heat.c:gaspi_write_notify in send_edge and load in update: MPI_Reduce instead of MPI_Allreduce holds back only rank 0.
// BUG 2: hybrid_heat.c:gaspi_write in send_edge and load in update, MPI_Gather in sample: gaspi_wait and an MPI message instead of the notification.
// BUG 3: hybrid_heat.c:gaspi_write_notify in send_edge and MPI_Gather in sample: the ghost cell is sent before its notification came.
#include <GASPI.h>
#include <math.h>
#include <mpi.h>
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

enum { SEGMENT = 0, QUEUE = 0 };
enum side { LEFT, RIGHT };

// The segment.
struct memory {
    double edge[2];  // of the own cells, to be sent
    double ghost[2]; // from the neighbours
};

struct rod {
    int rank, size, n; // own cells
    double *cells, *next;
    double *samples; // at rank 0: the left ghost cell of each rank
    struct memory *memory;
};

static double start_value(int cell) { return cell % 7 + 0.5 * (cell % 3); }

static int neighbour(const struct rod *r, int side) {
    int rank = side == LEFT ? r->rank - 1 : r->rank + 1;
    return rank < 0 || rank >= r->size ? MPI_PROC_NULL : rank;
}

static void create_rod(struct rod *r, int n) {
    gaspi_pointer_t memory;
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->size);
    r->n = n;
    r->cells = malloc(n * sizeof(double));
    r->next = malloc(n * sizeof(double));
    r->samples = calloc(r->size, sizeof(double));
    for (int i = 0; i < n; i++)
        r->cells[i] = start_value(r->rank * n + i);
    OK(gaspi_segment_create(SEGMENT, sizeof(struct memory), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(SEGMENT, &memory));
    r->memory = memory;
}

static inline gaspi_notification_id_t notification(int step, int side) { return (gaspi_notification_id_t)(step % 2 * 2 + side); }

static void send_edge(const struct rod *r, int step, int side) {
    int to = neighbour(r, side), there = 1 - side;
    gaspi_offset_t from = offsetof(struct memory, edge) + side * sizeof(double), at = offsetof(struct memory, ghost) + there * sizeof(double);
    if (to == MPI_PROC_NULL)
        return;
    r->memory->edge[side] = r->cells[side == LEFT ? 0 : r->n - 1];
#if BUG == 2
    (void)step;
    OK(gaspi_write(SEGMENT, from, to, SEGMENT, at, sizeof(double), QUEUE, GASPI_BLOCK)); // BUG2
#else
    OK(gaspi_write_notify(SEGMENT, from, to, SEGMENT, at, sizeof(double), notification(step, there), 1, QUEUE, GASPI_BLOCK)); // BUG1 BUG3
#endif
}

static void await_edges(const struct rod *r, int step) {
    for (int side = LEFT; side <= RIGHT; side++) {
#if BUG == 2
        int token = step;
        MPI_Sendrecv_replace(&token, 1, MPI_INT, neighbour(r, side), 0, neighbour(r, side), 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#else
        gaspi_notification_id_t id;
        gaspi_notification_t value;
        if (neighbour(r, side) == MPI_PROC_NULL)
            continue;
        OK(gaspi_notify_waitsome(SEGMENT, notification(step, side), 1, &id, GASPI_BLOCK));
        OK(gaspi_notify_reset(SEGMENT, id, &value));
#endif
    }
}

static void sample(const struct rod *r) {
    MPI_Gather(&r->memory->ghost[LEFT], 1, MPI_DOUBLE, r->samples, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD); // BUG2 BUG3
}

// The ends of the rod are kept at zero.
static double update(struct rod *r) {
    double left = r->memory->ghost[LEFT], right = r->memory->ghost[RIGHT]; // BUG1 BUG2
    double change = 0;
    for (int i = 0; i < r->n; i++) {
        double west = i > 0 ? r->cells[i - 1] : left, east = i < r->n - 1 ? r->cells[i + 1] : right;
        r->next[i] = r->cells[i] + 0.25 * (west - 2 * r->cells[i] + east);
        change = fmax(change, fabs(r->next[i] - r->cells[i]));
    }
    double *swap = r->cells;
    r->cells = r->next;
    r->next = swap;
    return change;
}

static double advance(struct rod *r, int step, int last) {
    double largest = 0;
    send_edge(r, step, LEFT);
    send_edge(r, step, RIGHT);
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
#if BUG == 3
    if (last)
        sample(r);
    await_edges(r, step);
#else
    await_edges(r, step);
    if (last)
        sample(r);
#endif
    double change = update(r);
#if BUG == 1
    MPI_Reduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
#else
    MPI_Allreduce(&change, &largest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
#endif
    return largest;
}

static int count_errors(const struct rod *r, int steps) {
    int total = r->n * r->size, errors = 0;
    double *u = calloc(total + 2, sizeof(double)), *v = calloc(total + 2, sizeof(double));
    for (int i = 0; i < total; i++)
        u[i + 1] = start_value(i);
    for (int step = 0; step < steps; step++) {
        for (int i = 1; i <= total; i++)
            v[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
        double *swap = u;
        u = v;
        v = swap;
    }
    for (int i = 0; i < r->n; i++)
        errors += fabs(r->cells[i] - u[r->rank * r->n + i + 1]) > 1e-12;
    free(u);
    free(v);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    OK(gaspi_proc_init(GASPI_BLOCK));
    int n = argc > 1 ? atoi(argv[1]) : 16;
    int steps = argc > 2 ? atoi(argv[2]) : 10;
    struct rod r;
    create_rod(&r, n);
    double change = 0;
    for (int step = 0; step < steps; step++)
        change = advance(&r, step, step == steps - 1);

    int errors = count_errors(&r, steps);
    if (r.rank == 0)
        printf("hybrid_heat: %d cells, %d steps, last change %g, %d wrong cells\n", n * r.size, steps, change, errors);
    free(r.cells);
    free(r.next);
    free(r.samples);
    OK(gaspi_proc_term(GASPI_BLOCK));
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
