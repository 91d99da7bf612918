// ranks: 2 4 8
//
// Fourth-order advection-diffusion on a periodic line of cells. The ghost cells of a rank are the window; only
// neighbours synchronise (post/start/complete/wait). The next exposure epoch is posted as early as possible, right
// after the ghosts were consumed, so that the neighbours never wait for a slow rank's update.
//
// BUG 1: halo_pscw.c:MPI_Put in send_edges and load in unpack_ghosts: the ghosts are unpacked before MPI_Win_wait.
// BUG 2: halo_pscw.c:MPI_Put in send_edges and store in pack_edge: both sides share one pack buffer, refilled while the first put reads it.
// BUG 3: halo_pscw.c:MPI_Put in send_edges and load in unpack_ghosts: the next epoch is posted before the ghosts were consumed.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define WIDTH 2 // ghost cells per side: the stencil reaches two cells

enum side { LEFT, RIGHT };

struct line {
    int rank, size;
    int peer[2];
    int n;         // own cells
    double *cells; // n + 2 * WIDTH, private
    double *next;  // the same for the new time level
    double *pack;  // one block of WIDTH cells per side, the origin of the puts
    double *ghost; // window: one block of WIDTH cells per side
    MPI_Group peers;
    MPI_Win win;
};

static double initial_value(int g) { return sin(0.3 * g) + 0.01 * (g % 5); }

// One step of one cell; c points to the cell, with two neighbours on each side.
static double stencil(const double *c) {
    double d1 = (c[-2] - 8.0 * c[-1] + 8.0 * c[1] - c[2]) / 12.0;
    double d2 = (-c[-2] + 16.0 * c[-1] - 30.0 * c[0] + 16.0 * c[1] - c[2]) / 12.0;
    return c[0] - 0.05 * d1 + 0.02 * d2;
}

static void create_line(struct line *l, int n) {
    MPI_Comm_rank(MPI_COMM_WORLD, &l->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &l->size);
    l->peer[LEFT] = (l->rank + l->size - 1) % l->size;
    l->peer[RIGHT] = (l->rank + 1) % l->size;
    l->n = n;
    l->cells = calloc(n + 2 * WIDTH, sizeof(double));
    l->next = calloc(n + 2 * WIDTH, sizeof(double));
    l->pack = calloc(2 * WIDTH, sizeof(double));
    for (int i = 0; i < n; i++)
        l->cells[WIDTH + i] = initial_value(l->rank * n + i);

    MPI_Win_allocate(2 * WIDTH * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &l->ghost, &l->win);
    memset(l->ghost, 0, 2 * WIDTH * sizeof(double));

    // With two ranks both neighbours are the same process: a group names it once.
    MPI_Group world;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, l->peer[LEFT] == l->peer[RIGHT] ? 1 : 2, l->peer, &l->peers);
    MPI_Group_free(&world);
}

static void destroy_line(struct line *l) {
    MPI_Win_free(&l->win);
    MPI_Group_free(&l->peers);
    free(l->cells);
    free(l->next);
    free(l->pack);
}

static void pack_edge(const struct line *l, enum side s, double *buf) {
    const double *edge = s == LEFT ? l->cells + WIDTH : l->cells + l->n;
    for (int k = 0; k < WIDTH; k++)
        buf[k] = edge[k]; // BUG2
}

// My left edge becomes the right ghost block of my left neighbour, and the other way round.
static void send_edges(struct line *l) {
    for (int s = LEFT; s <= RIGHT; s++) {
#if BUG == 2
        double *buf = l->pack;
#else
        double *buf = l->pack + s * WIDTH;
#endif
        pack_edge(l, s, buf);
        MPI_Put(buf, WIDTH, MPI_DOUBLE, l->peer[s], (1 - s) * WIDTH, WIDTH, MPI_DOUBLE, l->win); // BUG1 BUG2 BUG3
    }
}

static void unpack_ghosts(struct line *l) {
    for (int s = LEFT; s <= RIGHT; s++) {
        double *to = s == LEFT ? l->cells : l->cells + WIDTH + l->n;
        for (int k = 0; k < WIDTH; k++)
            to[k] = l->ghost[s * WIDTH + k]; // BUG1 BUG3
    }
}

static void update(struct line *l, int from, int to) {
    for (int i = from; i < to; i++)
        l->next[WIDTH + i] = stencil(l->cells + WIDTH + i);
}

static void step(struct line *l, int last) {
    MPI_Win_start(l->peers, 0, l->win);
    send_edges(l);
    update(l, WIDTH, l->n - WIDTH); // inner cells need no ghosts: overlap
    MPI_Win_complete(l->win);
#if BUG == 1
    unpack_ghosts(l);
    MPI_Win_wait(l->win);
    if (!last)
        MPI_Win_post(l->peers, 0, l->win);
#elif BUG == 3
    MPI_Win_wait(l->win);
    if (!last)
        MPI_Win_post(l->peers, 0, l->win);
    unpack_ghosts(l);
#else
    MPI_Win_wait(l->win);
    unpack_ghosts(l);
    if (!last)
        MPI_Win_post(l->peers, 0, l->win);
#endif
    update(l, 0, WIDTH);
    update(l, l->n - WIDTH, l->n);
    double *t = l->cells;
    l->cells = l->next;
    l->next = t;
}

static int count_errors(const struct line *l, int steps) {
    int total = l->n * l->size, errors = 0;
    double *u = malloc(sizeof(double) * (total + 2 * WIDTH)), *v = malloc(sizeof(double) * (total + 2 * WIDTH));
    for (int g = 0; g < total; g++)
        u[WIDTH + g] = initial_value(g);
    for (int s = 0; s < steps; s++) {
        for (int k = 0; k < WIDTH; k++) {
            u[k] = u[total + k];
            u[WIDTH + total + k] = u[WIDTH + k];
        }
        for (int g = 0; g < total; g++)
            v[WIDTH + g] = stencil(u + WIDTH + g);
        double *t = u;
        u = v;
        v = t;
    }
    for (int i = 0; i < l->n; i++)
        errors += fabs(l->cells[WIDTH + i] - u[WIDTH + l->rank * l->n + i]) > 1e-10;
    free(u);
    free(v);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int n = argc > 1 ? atoi(argv[1]) : 32;
    int steps = argc > 2 ? atoi(argv[2]) : 10;

    struct line l;
    create_line(&l, n);
    MPI_Win_post(l.peers, 0, l.win);
    for (int s = 0; s < steps; s++)
        step(&l, s == steps - 1);

    int errors = count_errors(&l, steps);
    if (l.rank == 0)
        printf("halo_pscw: %d cells, %d steps, %d wrong cells\n", n * l.size, steps, errors);
    destroy_line(&l);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
