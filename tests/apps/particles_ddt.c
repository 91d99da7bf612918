// ranks: 2 4 8
//
// Free-streaming particles in slabs of a periodic box. Leaving particles are put straight out of the particle array
// (indexed origin type) into the neighbour's inbox, where the two senders fill alternating slots (vector target
// type); a stamp tells which slots were filled in this step. At the end every rank puts its column of statistics
// into a row-major table at rank 0, again with a vector type.
//
// BUG 1: particles_ddt.c:MPI_Put in send_leavers and store in compact: the array is compacted before the fence, under a put that reads it.
// BUG 2: particles_ddt.c:MPI_Put in put_statistics and MPI_Put in put_statistics: the stride is one too small, columns of two ranks overlap.
// BUG 3: particles_ddt.c:MPI_Put in send_leavers and load in receive_particles: no fence before the next puts, which overwrite an inbox in use.
#include <math.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef BUG
#define BUG 0
#endif

#define STEP_TIME 0.01

enum side { LEFT, RIGHT };
enum { COUNT, MOMENTUM, ENERGY, STATISTICS };

struct particle {
    double x[2];
    double v[2];
    int id;
    int stamp; // step in which it was sent last
};

struct slab {
    int rank, size;
    int capacity; // of the list and of each side of the inbox
    int count;
    struct particle *list;
    int *leaving[2]; // indices of the particles that leave on each side
    int leavers[2];
    struct particle *inbox; // window: slot 2 * i + side
    MPI_Datatype type;
    MPI_Win win;
};

static MPI_Datatype particle_type(void) {
    int lengths[] = {2, 2, 1, 1};
    MPI_Aint at[] = {offsetof(struct particle, x), offsetof(struct particle, v), offsetof(struct particle, id), offsetof(struct particle, stamp)};
    MPI_Datatype types[] = {MPI_DOUBLE, MPI_DOUBLE, MPI_INT, MPI_INT}, plain, resized;
    MPI_Type_create_struct(4, lengths, at, types, &plain);
    MPI_Type_create_resized(plain, 0, sizeof(struct particle), &resized);
    MPI_Type_commit(&resized);
    MPI_Type_free(&plain);
    return resized;
}

static struct particle initial_particle(int id, int total) {
    struct particle p = {.id = id, .stamp = -1};
    p.x[0] = (id + 0.5) / total;
    p.x[1] = 0.1 * (id % 10);
    p.v[0] = (id % 2 ? 1.0 : -1.0) * (2.0 + id % 5);
    p.v[1] = 0.5 * (id % 3);
    return p;
}

static void create_slab(struct slab *s, int per_rank) {
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->size);
    s->capacity = 2 * per_rank * s->size;
    s->count = per_rank;
    s->list = malloc(sizeof(struct particle) * s->capacity);
    for (int side = LEFT; side <= RIGHT; side++)
        s->leaving[side] = malloc(sizeof(int) * s->capacity);
    for (int i = 0; i < per_rank; i++)
        s->list[i] = initial_particle(s->rank * per_rank + i, per_rank * s->size);
    s->type = particle_type();
    MPI_Aint bytes = 2 * (MPI_Aint)s->capacity * (MPI_Aint)sizeof(struct particle);
    MPI_Win_allocate(bytes, sizeof(struct particle), MPI_INFO_NULL, MPI_COMM_WORLD, &s->inbox, &s->win);
    memset(s->inbox, 0xff, bytes); // no stamp is valid
}

static void destroy_slab(struct slab *s) {
    MPI_Win_free(&s->win);
    MPI_Type_free(&s->type);
    free(s->list);
    free(s->leaving[LEFT]);
    free(s->leaving[RIGHT]);
}

static void move(struct slab *s) {
    for (int i = 0; i < s->count; i++)
        for (int d = 0; d < 2; d++) {
            double x = s->list[i].x[d] + STEP_TIME * s->list[i].v[d];
            s->list[i].x[d] = x - floor(x);
        }
}

static int leaves(const struct slab *s, int i) { return (int)(s->list[i].x[0] * s->size) % s->size != s->rank; }

static void select_leavers(struct slab *s, int step) {
    s->leavers[LEFT] = s->leavers[RIGHT] = 0;
    for (int i = 0; i < s->count; i++) {
        if (!leaves(s, i))
            continue;
        enum side side = s->list[i].v[0] > 0.0 ? RIGHT : LEFT;
        s->list[i].stamp = step;
        s->leaving[side][s->leavers[side]++] = i;
    }
}

static void send_leavers(struct slab *s) {
    int peer[2] = {(s->rank + s->size - 1) % s->size, (s->rank + 1) % s->size};
    for (int side = LEFT; side <= RIGHT; side++) {
        int n = s->leavers[side], slot = 1 - side; // who leaves to the left arrives from the right
        if (n == 0)
            continue;
        MPI_Datatype chosen, alternating;
        MPI_Type_create_indexed_block(n, 1, s->leaving[side], s->type, &chosen);
        MPI_Type_vector(n, 1, 2, s->type, &alternating);
        MPI_Type_commit(&chosen);
        MPI_Type_commit(&alternating);
        MPI_Put(s->list, 1, chosen, peer[side], slot, 1, alternating, s->win); // BUG1 BUG3
        MPI_Type_free(&chosen);
        MPI_Type_free(&alternating);
    }
}

// Closes the gaps that the leavers left behind.
static void compact(struct slab *s) {
    int kept = 0, next[2] = {0, 0};
    for (int i = 0; i < s->count; i++) {
        int gone = 0;
        for (int side = LEFT; side <= RIGHT; side++)
            if (next[side] < s->leavers[side] && s->leaving[side][next[side]] == i) {
                next[side]++;
                gone = 1;
            }
        if (!gone)
            s->list[kept++] = s->list[i]; // BUG1
    }
    s->count = kept;
}

static void receive_particles(struct slab *s, int step) {
    for (int side = LEFT; side <= RIGHT; side++)
        for (int i = 0; i < s->capacity && s->count < s->capacity; i++) {
            struct particle p = s->inbox[2 * i + side]; // BUG3
            if (p.stamp != step)
                break;
            s->list[s->count++] = p;
        }
}

static void exchange(struct slab *s, int step) {
    select_leavers(s, step);
    if (BUG != 3 || step == 0)
        MPI_Win_fence(0, s->win); // all inboxes are free again
    send_leavers(s);
#if BUG == 1
    compact(s);
    MPI_Win_fence(0, s->win);
#else
    MPI_Win_fence(0, s->win);
    compact(s);
#endif
    receive_particles(s, step);
}

// Table at rank 0: one row per quantity, one column per rank.
static void put_statistics(const double *column, int rank, int size, MPI_Win win) {
    MPI_Datatype target;
#if BUG == 2
    MPI_Type_vector(STATISTICS, 1, size - 1, MPI_DOUBLE, &target);
#else
    MPI_Type_vector(STATISTICS, 1, size, MPI_DOUBLE, &target);
#endif
    MPI_Type_commit(&target);
    MPI_Put(column, STATISTICS, MPI_DOUBLE, 0, rank, 1, target, win); // BUG2 BUG2
    MPI_Type_free(&target);
}

static int check_statistics(const struct slab *s, int total) {
    double column[STATISTICS] = {0}, want[STATISTICS] = {0}, *table;
    for (int i = 0; i < s->count; i++) {
        const double *v = s->list[i].v;
        column[COUNT] += 1.0;
        column[MOMENTUM] += v[0];
        column[ENERGY] += 0.5 * (v[0] * v[0] + v[1] * v[1]);
    }
    MPI_Win win;
    MPI_Aint bytes = s->rank == 0 ? (MPI_Aint)(STATISTICS + 1) * s->size * (MPI_Aint)sizeof(double) : 0;
    MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &table, &win);
    if (s->rank == 0)
        memset(table, 0, bytes);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    put_statistics(column, s->rank, s->size, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    int errors = 0;
    if (s->rank == 0) {
        for (int id = 0; id < total; id++) {
            struct particle p = initial_particle(id, total);
            want[COUNT] += 1.0;
            want[MOMENTUM] += p.v[0];
            want[ENERGY] += 0.5 * (p.v[0] * p.v[0] + p.v[1] * p.v[1]);
        }
        for (int q = 0; q < STATISTICS; q++) {
            double sum = 0.0;
            for (int r = 0; r < s->size; r++)
                sum += table[q * s->size + r];
            errors += fabs(sum - want[q]) > 1e-9;
        }
    }
    MPI_Win_free(&win);
    return errors;
}

static int check_positions(const struct slab *s, int total, int steps) {
    int errors = 0;
    for (int i = 0; i < s->count; i++) {
        struct particle p = initial_particle(s->list[i].id, total);
        for (int d = 0; d < 2; d++) {
            double off = s->list[i].x[d] - (p.x[d] + steps * STEP_TIME * p.v[d]);
            errors += fabs(off - round(off)) > 1e-9;
        }
    }
    return errors;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int per_rank = argc > 1 ? atoi(argv[1]) : 24;
    int steps = argc > 2 ? atoi(argv[2]) : 6;

    struct slab s;
    create_slab(&s, per_rank);
    double start = MPI_Wtime();
    for (int step = 0; step < steps; step++) {
        move(&s);
        exchange(&s, step);
    }
    double seconds = MPI_Wtime() - start;

    int total = per_rank * s.size;
    int errors = check_positions(&s, total, steps) + check_statistics(&s, total);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (s.rank == 0) {
        printf("particles_ddt: %d particles, %d steps, %d errors\n", total, steps, errors);
        printf("compute_seconds %f\n", seconds);
    }
    destroy_slab(&s);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
