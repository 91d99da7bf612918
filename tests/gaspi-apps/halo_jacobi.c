// ranks: 2 4 8
//
// Jacobi iteration on a square that is split in two dimensions. Edges are packed into the outbox, written to the inbox of the
// neighbour together with a notification, and unpacked there. Inboxes alternate between steps, so that a neighbour who is one
// step ahead does not overwrite what was not yet unpacked; nobody can be two steps ahead.
//
// BUG 1: halo_jacobi.c:gaspi_write_notify in send_edges and load in unpack: the inbox is unpacked before the notifications were waited for.
// BUG 2: halo_jacobi.c:gaspi_write_notify in send_edges and load in unpack: there is only one inbox for all steps.
// BUG 3: halo_jacobi.c:gaspi_write_notify in send_edges and store in pack: the outbox is packed anew without gaspi_wait.
// BUG 4: halo_jacobi.c:gaspi_write in send_edges and load in unpack: the notification of gaspi_write_notify is taken to cover the write before it.
#include <GASPI.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

enum { SEGMENT = 0, QUEUE = 0, NOBODY = -1 };
enum side { WEST, EAST, NORTH, SOUTH, SIDES }; // the opposite side differs in the last bit

struct tile {
    int rank, columns, rows; // of the grid of tiles
    int peer[SIDES];
    int n;                // cells in each direction
    double *cells, *next; // with a frame of ghost cells
    double *outbox;       // segment: SIDES edges, then two inboxes of as many
};

static double start_value(int x, int y) { return (x * 31 + y * 17) % 23; }

static double *at(const struct tile *t, double *cells, int x, int y) { return cells + (y + 1) * (t->n + 2) + x + 1; }

static int tile_x(const struct tile *t) { return t->rank % t->columns; }
static int tile_y(const struct tile *t) { return t->rank / t->columns; }

static int rank_of(const struct tile *t, int x, int y) {
    return x < 0 || y < 0 || x >= t->columns || y >= t->rows ? NOBODY : y * t->columns + x;
}

// Where the edge of a side is in the segment, in cells.
static int outbox(const struct tile *t, int side) { return side * t->n; }
static int inbox(const struct tile *t, int step, int side) {
#if BUG == 2
    step = 0;
#endif
    return (SIDES + step % 2 * SIDES + side) * t->n;
}

static gaspi_notification_id_t notification(int step, int side) { return (gaspi_notification_id_t)(step % 2 * SIDES + side); }

static void create_tile(struct tile *t, int n) {
    gaspi_rank_t rank, size;
    gaspi_pointer_t memory;
    OK(gaspi_proc_rank(&rank));
    OK(gaspi_proc_num(&size));
    t->rank = rank;
    t->n = n;
    for (int c = 1; c * c <= size; c++)
        if (size % c == 0)
            t->columns = c;
    t->rows = size / t->columns;
    t->peer[WEST] = rank_of(t, tile_x(t) - 1, tile_y(t));
    t->peer[EAST] = rank_of(t, tile_x(t) + 1, tile_y(t));
    t->peer[NORTH] = rank_of(t, tile_x(t), tile_y(t) - 1);
    t->peer[SOUTH] = rank_of(t, tile_x(t), tile_y(t) + 1);
    t->cells = calloc((n + 2) * (n + 2), sizeof(double));
    t->next = calloc((n + 2) * (n + 2), sizeof(double));
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++)
            *at(t, t->cells, x, y) = start_value(tile_x(t) * n + x, tile_y(t) * n + y);
    OK(gaspi_segment_create(SEGMENT, 3 * SIDES * n * sizeof(double), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(SEGMENT, &memory));
    t->outbox = memory;
}

// The k-th cell of an edge; depth 0 is the tile's own edge, -1 the ghost cells beyond it.
static double *edge_cell(const struct tile *t, int side, int depth, int k) {
    switch (side) {
        case WEST: return at(t, t->cells, depth, k);
        case EAST: return at(t, t->cells, t->n - 1 - depth, k);
        case NORTH: return at(t, t->cells, k, depth);
        default: return at(t, t->cells, k, t->n - 1 - depth);
    }
}

static void pack(const struct tile *t, int side) {
    for (int k = 0; k < t->n; k++)
        t->outbox[outbox(t, side) + k] = *edge_cell(t, side, 0, k); // BUG3
}

static void send_edges(const struct tile *t, int step) {
#if BUG != 3
    OK(gaspi_wait(QUEUE, GASPI_BLOCK)); // the outbox may be used again
#endif
    for (int side = 0; side < SIDES; side++) {
        if (t->peer[side] == NOBODY)
            continue;
        pack(t, side);
        int there = side ^ 1, peer = t->peer[side];
        gaspi_offset_t from = outbox(t, side) * sizeof(double), to = inbox(t, step, there) * sizeof(double);
        gaspi_size_t size = t->n * sizeof(double);
        gaspi_notification_id_t id = notification(step, there);
#if BUG == 4
        OK(gaspi_write(SEGMENT, from, peer, SEGMENT, to, size / 2, QUEUE, GASPI_BLOCK)); // BUG4
        OK(gaspi_write_notify(SEGMENT, from + size / 2, peer, SEGMENT, to + size / 2, size / 2, id, 1, QUEUE, GASPI_BLOCK));
#else
        OK(gaspi_write_notify(SEGMENT, from, peer, SEGMENT, to, size, id, 1, QUEUE, GASPI_BLOCK)); // BUG1 BUG2 BUG3
#endif
    }
}

static void await_edges(const struct tile *t, int step) {
    for (int side = 0; side < SIDES; side++) {
        if (t->peer[side] == NOBODY)
            continue;
        gaspi_notification_id_t id;
        gaspi_notification_t value;
        OK(gaspi_notify_waitsome(SEGMENT, notification(step, 0), SIDES, &id, GASPI_BLOCK)); // in whatever order they come
        OK(gaspi_notify_reset(SEGMENT, id, &value));
    }
}

static void unpack(const struct tile *t, int step) {
    for (int side = 0; side < SIDES; side++)
        for (int k = 0; t->peer[side] != NOBODY && k < t->n; k++)
            *edge_cell(t, side, -1, k) = t->outbox[inbox(t, step, side) + k]; // BUG1 BUG2 BUG4
}

static void relax(struct tile *t) {
    for (int y = 0; y < t->n; y++)
        for (int x = 0; x < t->n; x++)
            *at(t, t->next, x, y) = 0.25 * (*at(t, t->cells, x - 1, y) + *at(t, t->cells, x + 1, y) +
                                            *at(t, t->cells, x, y - 1) + *at(t, t->cells, x, y + 1));
    double *swap = t->cells;
    t->cells = t->next;
    t->next = swap;
}

static void advance(struct tile *t, int step) {
    send_edges(t, step);
#if BUG == 1
    unpack(t, step);
    await_edges(t, step);
#else
    await_edges(t, step);
    unpack(t, step);
#endif
    relax(t);
}

// The same without distribution.
static int count_errors(const struct tile *t, int steps) {
    struct tile whole = {.n = t->n * (t->columns > t->rows ? t->columns : t->rows)};
    int width = t->n * t->columns, height = t->n * t->rows, errors = 0;
    size_t cells = (size_t)(whole.n + 2) * (whole.n + 2);
    whole.cells = calloc(cells, sizeof(double));
    whole.next = calloc(cells, sizeof(double));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            *at(&whole, whole.cells, x, y) = start_value(x, y);
    for (int step = 0; step < steps; step++) {
        relax(&whole);
        for (int y = 0; y < whole.n; y++)
            for (int x = 0; x < whole.n; x++)
                if (x >= width || y >= height)
                    *at(&whole, whole.cells, x, y) = 0;
    }
    for (int y = 0; y < t->n; y++)
        for (int x = 0; x < t->n; x++)
            errors += fabs(*at(t, t->cells, x, y) - *at(&whole, whole.cells, tile_x(t) * t->n + x, tile_y(t) * t->n + y)) > 1e-12;
    free(whole.cells);
    free(whole.next);
    return errors;
}

int main(int argc, char **argv) {
    OK(gaspi_proc_init(GASPI_BLOCK));
    int n = argc > 1 ? atoi(argv[1]) : 8;
    int steps = argc > 2 ? atoi(argv[2]) : 10;
    struct tile t = {0};
    create_tile(&t, n);
    for (int step = 0; step < steps; step++)
        advance(&t, step);
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));

    int errors = count_errors(&t, steps), total;
    OK(gaspi_allreduce(&errors, &total, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (t.rank == 0)
        printf("halo_jacobi: %d x %d tiles of %d x %d cells, %d steps, %d wrong cells\n", t.columns, t.rows, n, n, steps, total);
    free(t.cells);
    free(t.next);
    OK(gaspi_proc_term(GASPI_BLOCK));
    return BUG == 0 && total > 0;
}
