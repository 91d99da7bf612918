// Benchmark: 2-D star stencil with a halo exchange by MPI_Put under fence.
//
//     mpirun -n RANKS stencil [ITERATIONS N]        default: ITERATIONS 400, N 1200
//
// In the spirit of the Parallel Research Kernels' Stencil, written anew. An N x N grid of doubles
// is cut into blocks, one per rank, in a 2-D arrangement of the ranks. In each iteration
//
//     out += S(in);  in += 1
//
// where S is a star of radius 2 that estimates d/dx + d/dy. `in` starts as x + y, so each iteration
// adds exactly 2 to every inner point of `out`, but only if every halo is fresh: a halo of the
// iteration before is off by one. Points closer than the radius to the edge of the grid stay 0.
//
// Any N from 6 and any number of ranks will do, as long as each block has at least 2 x 2 points.
//
// The window is a receive buffer of its own with one slot for each side. It is race-free because
//   - the first fence of an iteration completes the puts: the slots may be read, `sent` rewritten;
//   - the second comes after all slots were read, so that the next puts may overwrite them.
//
// Prints "compute_seconds T" (the iteration loop, slowest rank) and "ok"; exit code 1 if the result
// is wrong, 2 on wrong use.

#include <math.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

enum { RADIUS = 2, DEFAULT_ITERATIONS = 400, DEFAULT_N = 1200 };

// The sides of a block; side ^ 1 is the opposite one.
enum { LEFT, RIGHT, UP, DOWN, SIDES };

// Weights of the points at distance 1 and 2 in each direction.
static const double W1 = 1.0 / (2 * 1 * RADIUS), W2 = 1.0 / (2 * 2 * RADIUS);

// A block with a rim of RADIUS ghost points all round.
struct block {
    int x0, y0;        // global coordinates of its first point
    int width, height; // without the rim
    int pitch;         // points from one row to the next
    double *in, *out;
};

// Receive slots (the window) and send slots, each of `slot` doubles per side.
struct halo {
    int neighbour[SIDES]; // MPI_PROC_NULL at the edge of the grid
    int slot;
    double *sent, *received;
    MPI_Win win;
};

struct rectangle {
    int x, y, width, height;
};

static size_t at(const struct block *b, int x, int y)
{
    return (size_t)(y + RADIUS) * b->pitch + (x + RADIUS);
}

static void *allocate(size_t count)
{
    void *memory = calloc(count, sizeof(double));
    if (!memory) {
        fprintf(stderr, "stencil: out of memory\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return memory;
}

// Part `index` of `parts` nearly equal parts of 0..n-1 begins here.
static int part_begin(int n, int index, int parts)
{
    return (int)((long long)n * index / parts);
}

static struct block make_block(int n, const int dims[2], const int coords[2])
{
    struct block b;
    b.y0 = part_begin(n, coords[0], dims[0]);
    b.x0 = part_begin(n, coords[1], dims[1]);
    b.height = part_begin(n, coords[0] + 1, dims[0]) - b.y0;
    b.width = part_begin(n, coords[1] + 1, dims[1]) - b.x0;
    b.pitch = b.width + 2 * RADIUS;
    size_t points = (size_t)b.pitch * (b.height + 2 * RADIUS);
    b.in = allocate(points);
    b.out = allocate(points);
    for (int y = 0; y < b.height; y++)
        for (int x = 0; x < b.width; x++)
            b.in[at(&b, x, y)] = (double)(b.x0 + x) + (double)(b.y0 + y);
    return b;
}

// Every rank uses the same slot size, so that a slot has the same displacement everywhere.
static struct halo make_halo(MPI_Comm grid, int n)
{
    struct halo h;
    MPI_Cart_shift(grid, 1, 1, &h.neighbour[LEFT], &h.neighbour[RIGHT]);
    MPI_Cart_shift(grid, 0, 1, &h.neighbour[UP], &h.neighbour[DOWN]);
    h.slot = RADIUS * n;
    size_t doubles = (size_t)SIDES * h.slot;
    h.sent = allocate(doubles);
    MPI_Win_allocate(doubles * sizeof(double), sizeof(double), MPI_INFO_NULL, grid, &h.received,
                     &h.win);
    return h;
}

// The strip of RADIUS points along a side: just inside the block, or (ghost) just outside of it.
static struct rectangle strip(const struct block *b, int side, int ghost)
{
    int outward = ghost ? RADIUS : 0;
    switch (side) {
    case LEFT:
        return (struct rectangle){-outward, 0, RADIUS, b->height};
    case RIGHT:
        return (struct rectangle){b->width - RADIUS + outward, 0, RADIUS, b->height};
    case UP:
        return (struct rectangle){0, -outward, b->width, RADIUS};
    default:
        return (struct rectangle){0, b->height - RADIUS + outward, b->width, RADIUS};
    }
}

static void pack(const struct block *b, struct rectangle r, double *slot)
{
    for (int y = 0; y < r.height; y++)
        for (int x = 0; x < r.width; x++)
            slot[(size_t)y * r.width + x] = b->in[at(b, r.x + x, r.y + y)];
}

static void unpack(struct block *b, struct rectangle r, const double *slot)
{
    for (int y = 0; y < r.height; y++)
        for (int x = 0; x < r.width; x++)
            b->in[at(b, r.x + x, r.y + y)] = slot[(size_t)y * r.width + x];
}

static void exchange(struct block *b, struct halo *h)
{
    for (int side = 0; side < SIDES; side++) {
        if (h->neighbour[side] == MPI_PROC_NULL)
            continue;
        struct rectangle edge = strip(b, side, 0);
        double *slot = h->sent + (size_t)side * h->slot;
        pack(b, edge, slot);
        // My right edge is my right neighbour's left halo.
        MPI_Aint displacement = (MPI_Aint)(side ^ 1) * h->slot;
        int count = edge.width * edge.height;
        MPI_Put(slot, count, MPI_DOUBLE, h->neighbour[side], displacement, count, MPI_DOUBLE, h->win);
    }
    MPI_Win_fence(0, h->win);
    for (int side = 0; side < SIDES; side++)
        if (h->neighbour[side] != MPI_PROC_NULL)
            unpack(b, strip(b, side, 1), h->received + (size_t)side * h->slot);
    MPI_Win_fence(0, h->win);
}

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static int min_int(int a, int b)
{
    return a < b ? a : b;
}

// The points of the block that have a whole star inside the grid.
static struct rectangle inner(const struct block *b, int n)
{
    int left = max_int(RADIUS - b->x0, 0), right = min_int(n - RADIUS - b->x0, b->width);
    int top = max_int(RADIUS - b->y0, 0), bottom = min_int(n - RADIUS - b->y0, b->height);
    return (struct rectangle){left, top, right - left, bottom - top};
}

static void apply_star(const struct block *b, struct rectangle r)
{
    ptrdiff_t row = b->pitch;
    for (int y = r.y; y < r.y + r.height; y++) {
        const double *restrict in = b->in + at(b, r.x, y);
        double *restrict out = b->out + at(b, r.x, y);
        for (int x = 0; x < r.width; x++)
            out[x] += W1 * (in[x + 1] - in[x - 1] + in[x + row] - in[x - row]) +
                      W2 * (in[x + 2] - in[x - 2] + in[x + 2 * row] - in[x - 2 * row]);
    }
}

static void add_one(struct block *b)
{
    for (int y = 0; y < b->height; y++) {
        double *in = b->in + at(b, 0, y);
        for (int x = 0; x < b->width; x++)
            in[x] += 1.0;
    }
}

static long count_wrong(const struct block *b, struct rectangle r, int iterations)
{
    long wrong = 0;
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) {
            int inside = x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height;
            double expected = inside ? 2.0 * iterations : 0.0;
            // Written so that a NaN counts as wrong.
            wrong += !(fabs(b->out[at(b, x, y)] - expected) <= 1e-8 * iterations);
        }
    return wrong;
}

static int parse_positive(const char *text)
{
    char *end;
    long value = strtol(text, &end, 10);
    return *text && !*end && value > 0 && value <= 1000000 ? (int)value : 0;
}

// Returns 0 if the arguments cannot be used; rank 0 says why.
static int arguments(int argc, char **argv, int rank, const int dims[2], int *iterations, int *n)
{
    *iterations = argc == 3 ? parse_positive(argv[1]) : DEFAULT_ITERATIONS;
    *n = argc == 3 ? parse_positive(argv[2]) : DEFAULT_N;
    if ((argc != 1 && argc != 3) || *iterations == 0 || *n == 0) {
        if (rank == 0)
            fprintf(stderr, "usage: stencil [ITERATIONS N], both from 1 to 1000000\n");
        return 0;
    }
    int smallest = RADIUS * max_int(max_int(dims[0], dims[1]), 3);
    if (*n < smallest) {
        if (rank == 0)
            fprintf(stderr, "stencil: N = %d is too small for %d x %d ranks, at least %d is needed\n",
                    *n, dims[0], dims[1], smallest);
        return 0;
    }
    return 1;
}

// Runs the benchmark and returns the exit code.
static int run(MPI_Comm grid, const int dims[2], int rank, int iterations, int n)
{
    int coords[2];
    MPI_Cart_coords(grid, rank, 2, coords);
    struct block b = make_block(n, dims, coords);
    struct halo h = make_halo(grid, n);
    struct rectangle r = inner(&b, n);

    MPI_Win_fence(0, h.win);
    double start = MPI_Wtime();
    for (int i = 0; i < iterations; i++) {
        exchange(&b, &h);
        apply_star(&b, r);
        add_one(&b);
    }
    double seconds = MPI_Wtime() - start;

    long wrong = count_wrong(&b, r, iterations);
    double slowest = 0.0;
    MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_LONG, MPI_SUM, grid);
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, grid);
    if (rank == 0) {
        printf("compute_seconds %.6f\n", slowest);
        if (wrong == 0)
            printf("ok\n");
        else
            fprintf(stderr, "stencil: wrong result at %ld points\n", wrong);
    }

    MPI_Win_free(&h.win);
    free(h.sent);
    free(b.in);
    free(b.out);
    return wrong == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank, ranks, dims[2] = {0, 0}, periods[2] = {0, 0};
    MPI_Comm grid;
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Dims_create(ranks, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &rank);

    int iterations, n, code = 2;
    if (arguments(argc, argv, rank, dims, &iterations, &n))
        code = run(grid, dims, rank, iterations, n);

    MPI_Comm_free(&grid);
    MPI_Finalize();
    return code;
}
