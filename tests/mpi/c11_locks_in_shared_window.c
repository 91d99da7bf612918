// ranks: 3
// Processes of a node build a spin lock, a ticket lock and a barrier of atomics in a shared window; without FIXED, the barrier acquires nothing.
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

#define ROUNDS 4

struct shared {
    atomic_flag spin;
    atomic_uint next, serving, arrived, phase;
    long under_spin, under_ticket, per_phase[3];
};

static void barrier(struct shared *s, unsigned size)
{
    unsigned phase = atomic_load_explicit(&s->phase, memory_order_relaxed);
    if (atomic_fetch_add_explicit(&s->arrived, 1, memory_order_acq_rel) == size - 1) {
        atomic_store_explicit(&s->arrived, 0, memory_order_relaxed);
        atomic_store_explicit(&s->phase, phase + 1, memory_order_release);
    } else {
        while (atomic_load_explicit(&s->phase, memory_order_relaxed) == phase) {
        }
#ifdef FIXED
        atomic_thread_fence(memory_order_acquire);
#endif
    }
}

int main(int argc, char **argv)
{
    int rank, size, unit;
    long seen = 0;
    MPI_Aint bytes;
    MPI_Win win;
    struct shared *s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *s : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &s, &win);
    MPI_Win_shared_query(win, 0, &bytes, &unit, &s);
    if (rank == 0)
        *s = (struct shared){.spin = ATOMIC_FLAG_INIT};
    MPI_Barrier(MPI_COMM_WORLD);

    for (int i = 0; i < ROUNDS; i++) {
        while (atomic_flag_test_and_set_explicit(&s->spin, memory_order_acquire)) {
        }
        s->under_spin++;
        atomic_flag_clear_explicit(&s->spin, memory_order_release);
    }
    for (int i = 0; i < ROUNDS; i++) {
        unsigned mine = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed);
        while (atomic_load_explicit(&s->serving, memory_order_acquire) != mine) {
        }
        s->under_ticket++;
        atomic_store_explicit(&s->serving, mine + 1, memory_order_release);
    }
    for (int i = 0; i < ROUNDS; i++) {
        if (rank < 3)
            s->per_phase[rank] = i; // RACE
        barrier(s, (unsigned)size);
        seen += s->per_phase[(rank + 1) % (size < 3 ? size : 3)]; // RACE
        barrier(s, (unsigned)size);
    }
    printf("%ld\n", seen);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
