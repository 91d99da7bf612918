// ranks: 2 4 8
//
// A ticket lock at rank 0 (fetch-and-add on the dispenser, atomic reads of the display while waiting) protects a
// ledger on the last rank: each holder reads the entry before its own and appends the next one, so that the entries
// form a chain. The ticket is the position in the ledger.
//
// BUG 1: ticket_lock.c:MPI_Put in append_entry and MPI_Get in append_entry: the lock is released before the entry is flushed.
// BUG 2: ticket_lock.c:MPI_Put in append_entry and MPI_Get in append_entry: the flush names the rank of the lock, not that of the ledger.
// BUG 3: ticket_lock.c:MPI_Put in append_entry and MPI_Get in read_last_entry: the last entry is read without waiting for all ranks.
#include <mpi.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

enum { HOME = 0 };                            // rank of the lock
enum { DISPENSER = 0, DISPLAY = 1, LEDGER = 2 }; // window layout in units of 8 bytes

struct ledger {
    int rank, size;
    int owner;        // rank of the entries
    int rounds;       // entries appended by each rank
    int64_t one;      // constant operand
    int64_t found;    // result of the atomics
    int64_t previous; // the entry before mine
    int64_t *mine;    // my entries, one per round
    int64_t *mem;     // window
    MPI_Win win;
};

static int64_t next_entry(int64_t previous, int64_t ticket) { return (previous * 31 + ticket + 7) % 1000003; }

static void create_ledger(struct ledger *l, int rounds) {
    MPI_Comm_rank(MPI_COMM_WORLD, &l->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &l->size);
    l->owner = l->size - 1;
    l->rounds = rounds;
    l->one = 1;
    l->mine = calloc(rounds, sizeof(int64_t));
    int words = LEDGER + l->size * rounds;
    MPI_Win_allocate((words + 1) / 2 * 16, sizeof(int64_t), MPI_INFO_NULL, MPI_COMM_WORLD, &l->mem, &l->win);
    for (int i = 0; i < words; i++)
        l->mem[i] = 0;
    MPI_Win_lock_all(0, l->win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void pause_briefly(void) {
    int flag;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE); // progress
    sched_yield();
}

static int64_t now_serving(struct ledger *l) {
    MPI_Fetch_and_op(NULL, &l->found, MPI_INT64_T, HOME, DISPLAY, MPI_NO_OP, l->win);
    MPI_Win_flush(HOME, l->win);
    return l->found;
}

static int64_t acquire(struct ledger *l) {
    MPI_Fetch_and_op(&l->one, &l->found, MPI_INT64_T, HOME, DISPENSER, MPI_SUM, l->win);
    MPI_Win_flush(HOME, l->win);
    int64_t ticket = l->found;
    while (now_serving(l) != ticket)
        pause_briefly();
    return ticket;
}

static void release(struct ledger *l) {
    MPI_Accumulate(&l->one, 1, MPI_INT64_T, HOME, DISPLAY, 1, MPI_INT64_T, MPI_SUM, l->win);
    MPI_Win_flush(HOME, l->win);
}

static void append_entry(struct ledger *l, int64_t ticket, int64_t *mine) {
    int64_t previous = 0;
    if (ticket > 0) {
        MPI_Get(&l->previous, 1, MPI_INT64_T, l->owner, LEDGER + ticket - 1, 1, MPI_INT64_T, l->win); // BUG1 BUG2
        MPI_Win_flush(l->owner, l->win);
        previous = l->previous;
    }
    *mine = next_entry(previous, ticket);
    MPI_Put(mine, 1, MPI_INT64_T, l->owner, LEDGER + ticket, 1, MPI_INT64_T, l->win); // BUG1 BUG2 BUG3
}

static void locked_append(struct ledger *l, int round) {
    int64_t ticket = acquire(l);
    append_entry(l, ticket, &l->mine[round]);
#if BUG == 1
    release(l);
    MPI_Win_flush(l->owner, l->win);
#elif BUG == 2
    MPI_Win_flush(HOME, l->win);
    release(l);
#else
    MPI_Win_flush(l->owner, l->win);
    release(l);
#endif
}

static int64_t read_last_entry(struct ledger *l) {
    int64_t at = LEDGER + (int64_t)l->size * l->rounds - 1;
    MPI_Get(&l->previous, 1, MPI_INT64_T, l->owner, at, 1, MPI_INT64_T, l->win); // BUG3
    MPI_Win_flush(l->owner, l->win);
    return l->previous;
}

static int check_ledger(const struct ledger *l, int64_t last) {
    int errors = 0;
    int64_t expected = 0;
    for (int64_t t = 0; t < (int64_t)l->size * l->rounds; t++) {
        expected = next_entry(expected, t);
        if (l->rank == l->owner)
            errors += l->mem[LEDGER + t] != expected;
    }
    return errors + (last != expected);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rounds = argc > 1 ? atoi(argv[1]) : 3;

    struct ledger l;
    create_ledger(&l, rounds);
    for (int r = 0; r < rounds; r++)
        locked_append(&l, r);
#if BUG != 3
    MPI_Win_flush_all(l.win);
    MPI_Barrier(MPI_COMM_WORLD); // the ledger is complete
#endif
    int64_t last = read_last_entry(&l);
    MPI_Win_unlock_all(l.win);
    MPI_Barrier(MPI_COMM_WORLD);

    int errors = check_ledger(&l, last);
    MPI_Allreduce(MPI_IN_PLACE, &errors, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (l.rank == 0)
        printf("ticket_lock: %d entries, %d errors\n", l.size * rounds, errors);
    MPI_Win_free(&l.win);
    free(l.mine);
    MPI_Finalize();
    return BUG == 0 && errors > 0;
}
