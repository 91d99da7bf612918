// ranks: 2 4 8
//
// Heat diffusion on a periodic 2-D grid, decomposed over a Cartesian process grid. Both time levels live in one
// window; each step puts the four edges of the current level into the neighbours' ghost cells. Because the levels
// alternate, one fence per step is enough: the ghosts read in step k are not overwritten before step k + 2.
//
// BUG 1: halo_fence.c:MPI_Put in put_edges and load in sweep: the sweep runs before the fence that completes the puts.
// BUG 2: halo_fence.c:MPI_Put in put_edges and store in add_source: the heat source is added to an edge cell that a put still reads.
// BUG 3: halo_fence.c:MPI_Put in put_edges and store in init_fields: the fields are initialised after the opening fence.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define DIFFUSION 0.1
#define SOURCE 0.5

enum side { NORTH, SOUTH, WEST, EAST, SIDES };

struct edge {
    int peer;          // neighbour on this side
    int first;         // my first edge cell
    int ghost;         // first ghost cell that it fills at the neighbour
    MPI_Datatype type; // a row or a column of interior cells
};

struct domain {
    MPI_Comm cart;
    int rank;
    int dims[2];
    int coords[2];
    int nx, ny;       // interior cells per rank
    int cells;        // cells of one level, ghosts included
    double *level[2]; // both in the window
    struct edge edges[SIDES];
    MPI_Datatype row, column;
    MPI_Win win;
};

static int cell(const struct domain *d, int i, int j) { return i * (d->ny + 2) + j; }

static double initial_heat(int gi, int gj) { return (double)((gi * 7 + gj * 13) % 11); }

static void set_edge(struct domain *d, enum side s, int peer, int first, int ghost, MPI_Datatype type) {
    d->edges[s] = (struct edge){.peer = peer, .first = first, .ghost = ghost, .type = type};
}

static void create_domain(struct domain *d, int gx, int gy) {
    int size, periods[2] = {1, 1};
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    d->dims[0] = d->dims[1] = 0;
    MPI_Dims_create(size, 2, d->dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, d->dims, periods, 0, &d->cart);
    MPI_Comm_rank(d->cart, &d->rank);
    MPI_Cart_coords(d->cart, d->rank, 2, d->coords);
    d->nx = gx / d->dims[0];
    d->ny = gy / d->dims[1];
    d->cells = (d->nx + 2) * (d->ny + 2);

    MPI_Type_contiguous(d->ny, MPI_DOUBLE, &d->row);
    MPI_Type_vector(d->nx, 1, d->ny + 2, MPI_DOUBLE, &d->column);
    MPI_Type_commit(&d->row);
    MPI_Type_commit(&d->column);

    int north, south, west, east;
    MPI_Cart_shift(d->cart, 0, 1, &north, &south);
    MPI_Cart_shift(d->cart, 1, 1, &west, &east);
    set_edge(d, NORTH, north, cell(d, 1, 1), cell(d, d->nx + 1, 1), d->row);
    set_edge(d, SOUTH, south, cell(d, d->nx, 1), cell(d, 0, 1), d->row);
    set_edge(d, WEST, west, cell(d, 1, 1), cell(d, 1, d->ny + 1), d->column);
    set_edge(d, EAST, east, cell(d, 1, d->ny), cell(d, 1, 0), d->column);

    MPI_Aint bytes = 2 * (MPI_Aint)d->cells * (MPI_Aint)sizeof(double);
    MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, d->cart, &d->level[0], &d->win);
    d->level[1] = d->level[0] + d->cells;
}

static void destroy_domain(struct domain *d) {
    MPI_Win_free(&d->win);
    MPI_Type_free(&d->row);
    MPI_Type_free(&d->column);
    MPI_Comm_free(&d->cart);
}

// Interior cells get the initial heat, the ghosts zero.
static void init_fields(struct domain *d) {
    for (int i = 0; i < d->nx + 2; i++) {
        for (int j = 0; j < d->ny + 2; j++) {
            int inside = i >= 1 && i <= d->nx && j >= 1 && j <= d->ny;
            double heat = inside ? initial_heat(d->coords[0] * d->nx + i - 1, d->coords[1] * d->ny + j - 1) : 0.0;
            for (int l = 0; l < 2; l++)
                d->level[l][cell(d, i, j)] = heat; // BUG3
        }
    }
}

static void put_edges(struct domain *d, int cur) {
    MPI_Aint base = (MPI_Aint)cur * d->cells;
    for (int s = 0; s < SIDES; s++) {
        struct edge *e = &d->edges[s];
        MPI_Put(&d->level[cur][e->first], 1, e->type, e->peer, base + e->ghost, 1, e->type, d->win); // BUG1 BUG2 BUG3
    }
}

static void sweep(struct domain *d, int cur) {
    const double *u = d->level[cur];
    double *v = d->level[1 - cur];
    int w = d->ny + 2;
    for (int i = 1; i <= d->nx; i++) {
        for (int j = 1; j <= d->ny; j++) {
            int c = cell(d, i, j);
            v[c] = u[c] + DIFFUSION * (u[c - w] + u[c + w] + u[c - 1] + u[c + 1] - 4.0 * u[c]); // BUG1
        }
    }
}

// The corner cell of the global grid is heated in every step.
static void add_source(struct domain *d, int level) {
    if (d->coords[0] == 0 && d->coords[1] == 0)
        d->level[level][cell(d, 1, 1)] += SOURCE; // BUG2
}

static int simulate(struct domain *d, int steps) {
    int cur = 0;
    for (int step = 0; step < steps; step++) {
        put_edges(d, cur);
#if BUG == 1
        sweep(d, cur);
        MPI_Win_fence(0, d->win);
        add_source(d, 1 - cur);
#elif BUG == 2
        add_source(d, cur);
        MPI_Win_fence(0, d->win);
        sweep(d, cur);
#else
        MPI_Win_fence(0, d->win);
        sweep(d, cur);
        add_source(d, 1 - cur);
#endif
        cur = 1 - cur;
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, d->win);
    return cur;
}

// The whole grid, computed by every rank for itself.
static double *reference(int gx, int gy, int steps) {
    double *u = malloc(sizeof(double) * gx * gy), *v = malloc(sizeof(double) * gx * gy);
    for (int c = 0; c < gx * gy; c++)
        u[c] = initial_heat(c / gy, c % gy);
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < gx; i++) {
            for (int j = 0; j < gy; j++) {
                double n = u[(i + gx - 1) % gx * gy + j], s = u[(i + 1) % gx * gy + j];
                double w = u[i * gy + (j + gy - 1) % gy], e = u[i * gy + (j + 1) % gy];
                v[i * gy + j] = u[i * gy + j] + DIFFUSION * (n + s + w + e - 4.0 * u[i * gy + j]);
            }
        }
        v[0] += SOURCE;
        double *t = u;
        u = v;
        v = t;
    }
    free(v);
    return u;
}

static int count_errors(const struct domain *d, int level, int gx, int gy, int steps) {
    double *want = reference(gx, gy, steps);
    int errors = 0;
    for (int i = 1; i <= d->nx; i++) {
        for (int j = 1; j <= d->ny; j++) {
            int gi = d->coords[0] * d->nx + i - 1, gj = d->coords[1] * d->ny + j - 1;
            errors += fabs(d->level[level][cell(d, i, j)] - want[gi * gy + gj]) > 1e-9;
        }
    }
    free(want);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, d->cart);
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int gx = argc > 1 ? atoi(argv[1]) : 16;
    int gy = argc > 2 ? atoi(argv[2]) : 24;
    int steps = argc > 3 ? atoi(argv[3]) : 6;

    if (gx < 1 || gy < 1)
        MPI_Abort(MPI_COMM_WORLD, 2);
    struct domain d;
    create_domain(&d, gx, gy);
    if (d.nx * d.dims[0] != gx || d.ny * d.dims[1] != gy)
        MPI_Abort(MPI_COMM_WORLD, 2);

#if BUG == 3
    MPI_Win_fence(0, d.win);
    init_fields(&d);
#else
    init_fields(&d);
    MPI_Win_fence(0, d.win);
#endif
    int level = simulate(&d, steps);

    int errors = count_errors(&d, level, gx, gy, steps);
    if (d.rank == 0)
        printf("halo_fence: %dx%d grid, %d steps, %d wrong cells\n", gx, gy, steps, errors);
    destroy_domain(&d);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
