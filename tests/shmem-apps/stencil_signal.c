// ranks: 2 4 8
//
// A five-point stencil on a two-dimensional grid, distributed by rows. In each step every PE puts its first and last row into
// the halo of its neighbours, with a signal that carries the number of the step. The halo has two places that take turns: a
// neighbour can be one step ahead, never two.
//
// BUG 1: stencil_signal.c:shmem_double_put_signal in send and load in update: the halo has one place only.
// BUG 2: stencil_signal.c:shmem_double_put_signal in send and load in update: the row is updated before the signals are waited for.
#include <shmem.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

enum { WIDTH = 32, ROWS = 6, STEPS = 8 };
enum { ABOVE, BELOW };

#if BUG == 1
#define PLACE(step) 0
#else
#define PLACE(step) ((step) % 2)
#endif

static double halo[2][2][WIDTH]; // by turn and side
static uint64_t arrived[2];      // the last step of which the halo has come, by side

struct part {
    int me, above, below;
    double grid[2][ROWS][WIDTH];
};

static void send(const double *row, int to, int side, int step) {
    if (to < 0) return;
    shmem_fence(); // the signals of two steps must not overtake each other
    shmem_double_put_signal(halo[PLACE(step)][side], row, WIDTH, &arrived[side], step + 1, SHMEM_SIGNAL_SET, to); // BUG1 BUG2
}

static void exchange(const struct part *part, int step) {
    send(part->grid[step % 2][0], part->above, BELOW, step);
    send(part->grid[step % 2][ROWS - 1], part->below, ABOVE, step);
}

static void receive(const struct part *part, int step) {
    if (part->above >= 0) shmem_uint64_wait_until(&arrived[ABOVE], SHMEM_CMP_GE, step + 1);
    if (part->below >= 0) shmem_uint64_wait_until(&arrived[BELOW], SHMEM_CMP_GE, step + 1);
}

static void update(struct part *part, int step) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 1; j < WIDTH - 1; j++) {
            const double(*old)[WIDTH] = part->grid[step % 2];
            double up = i > 0 ? old[i - 1][j] : part->above >= 0 ? halo[PLACE(step)][ABOVE][j] : 0;           // BUG1 BUG2
            double down = i < ROWS - 1 ? old[i + 1][j] : part->below >= 0 ? halo[PLACE(step)][BELOW][j] : 0;  // BUG1 BUG2
            part->grid[(step + 1) % 2][i][j] = 0.25 * (up + down + old[i][j - 1] + old[i][j + 1]);
        }
}

int main(void) {
    shmem_init();
    struct part *part = calloc(1, sizeof *part);
    int n = shmem_n_pes();
    part->me = shmem_my_pe();
    part->above = part->me - 1;
    part->below = part->me + 1 < n ? part->me + 1 : -1;
    if (part->me == 0) part->grid[0][0][WIDTH / 2] = 100;
    shmem_barrier_all();
    for (int step = 0; step < STEPS; step++) {
        exchange(part, step);
#if BUG == 2
        update(part, step);
        receive(part, step);
#else
        receive(part, step);
        update(part, step);
#endif
    }
    double heat = 0;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < WIDTH; j++) heat += part->grid[STEPS % 2][i][j];
    static double mine, total;
    mine = heat;
    shmem_double_sum_reduce(SHMEM_TEAM_WORLD, &total, &mine, 1);
    if (part->me == 0) printf("heat %.6f\n", total);
    free(part);
    shmem_finalize();
    return 0;
}
