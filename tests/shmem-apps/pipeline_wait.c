// ranks: 2 4 8
//
// A pipeline: each PE takes items from the one before it, works on them and passes them on. Between two PEs there are a few
// places for items; a counter at the receiver says how many have come, a counter at the sender how many places were given back.
//
// BUG 1: pipeline_wait.c:shmem_long_put in pass_on and load in take: no fence between the item and the counter.
// BUG 2: pipeline_wait.c:shmem_long_put in pass_on and load in take: the sender does not wait for places.
#include <shmem.h>
#include <stdio.h>

#ifndef BUG
#define BUG 0
#endif

enum { ITEMS = 24, PLACES = 4, LENGTH = 8 };

static long places[PLACES][LENGTH];
static long come, given_back;

static void pass_on(const long *item, int number, int to) {
#if BUG != 2
    shmem_long_wait_until(&given_back, SHMEM_CMP_GE, number + 1 - PLACES);
#endif
    shmem_long_put(places[number % PLACES], item, LENGTH, to); // BUG1 BUG2
#if BUG != 1
    shmem_fence();
#endif
    shmem_long_atomic_inc(&come, to);
}

static void take(long *item, int number, int from) {
    shmem_long_wait_until(&come, SHMEM_CMP_GE, number + 1);
    for (int i = 0; i < LENGTH; i++) item[i] = places[number % PLACES][i]; // BUG1 BUG2
    shmem_long_atomic_inc(&given_back, from);
}

int main(void) {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes(), wrong = 0;
    for (int number = 0; number < ITEMS; number++) {
        long item[LENGTH];
        if (me == 0)
            for (int i = 0; i < LENGTH; i++) item[i] = number;
        else
            take(item, number, me - 1);
        for (int i = 0; i < LENGTH; i++) {
            item[i]++;
            wrong += item[i] != number + me + 1;
        }
        if (me + 1 < n) pass_on(item, number, me + 1);
#if BUG == 2
        if (number % PLACES == PLACES - 1) shmem_quiet(); // the puts themselves are in order
#endif
    }
    shmem_barrier_all();
    if (me == n - 1) printf("%d items\n", ITEMS);
    shmem_finalize();
    return BUG == 0 && wrong != 0;
}
