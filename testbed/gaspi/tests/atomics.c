// Fetch-and-add and compare-and-swap, also as a lock around plain reads and writes.
#include "check.h"

enum { SEGMENT = 0, COUNTER = 8, LOCK = 16, VALUE = 24, SCRATCH = 32, UNALIGNED = 44, ROUNDS = 30000, LOCKINGS = 50, QUEUE = 0 };

static void check_counter(void) {
    gaspi_atomic_value_t old, last = 0;
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK)); // all at once
    for (int i = 0; i < ROUNDS; i++) {
        OK(gaspi_atomic_fetch_add(SEGMENT, COUNTER, 0, 1, &old, GASPI_BLOCK));
        CHECK(old < (gaspi_atomic_value_t)ROUNDS * ranks && (i == 0 || old > last));
        last = old;
    }
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_atomic_fetch_add(SEGMENT, COUNTER, 0, 0, &old, GASPI_BLOCK));
    CHECK(old == (gaspi_atomic_value_t)ROUNDS * ranks);
}

static void check_compare_swap(void) {
    gaspi_atomic_value_t old;
    OK(gaspi_atomic_compare_swap(SEGMENT, SCRATCH, me, 0, 5, &old, GASPI_BLOCK));
    CHECK(old == 0);
    OK(gaspi_atomic_compare_swap(SEGMENT, SCRATCH, me, 4, 6, &old, GASPI_BLOCK));
    CHECK(old == 5);
    OK(gaspi_atomic_compare_swap(SEGMENT, SCRATCH, me, 5, ~0UL, &old, GASPI_TEST));
    CHECK(old == 5 && *(gaspi_atomic_value_t *)((char *)memory_of(SEGMENT) + SCRATCH) == ~0UL);
}

// What production libraries do as well; nobody else touches these bytes.
static void check_unaligned(void) {
    gaspi_atomic_value_t old, value;
    char *at = (char *)memory_of(SEGMENT) + UNALIGNED;
    OK(gaspi_atomic_fetch_add(SEGMENT, UNALIGNED, me, 7, &old, GASPI_BLOCK));
    CHECK(old == 0);
    OK(gaspi_atomic_compare_swap(SEGMENT, UNALIGNED, me, 6, 1, &old, GASPI_BLOCK));
    CHECK(old == 7);
    OK(gaspi_atomic_compare_swap(SEGMENT, UNALIGNED, me, 7, 1, &old, GASPI_BLOCK));
    CHECK(old == 7);
    memcpy(&value, at, sizeof value);
    CHECK(value == 1);
}

// The value is read and written with atomics as well: only they complete at the target.
static void check_lock(void) {
    gaspi_atomic_value_t old, value;
    for (int i = 0; i < LOCKINGS; i++) {
        do
            OK(gaspi_atomic_compare_swap(SEGMENT, LOCK, 0, 0, me + 1, &old, GASPI_BLOCK));
        while (old != 0);
        OK(gaspi_atomic_fetch_add(SEGMENT, VALUE, 0, 0, &value, GASPI_BLOCK));
        OK(gaspi_atomic_compare_swap(SEGMENT, VALUE, 0, value, value + 1, &old, GASPI_BLOCK));
        CHECK(old == value); // nobody else changed it
        OK(gaspi_atomic_compare_swap(SEGMENT, LOCK, 0, me + 1, 0, &old, GASPI_BLOCK));
        CHECK(old == (gaspi_atomic_value_t)me + 1);
    }
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_read(SEGMENT, SCRATCH, 0, SEGMENT, VALUE, 8, QUEUE, GASPI_BLOCK));
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    CHECK(*(gaspi_atomic_value_t *)((char *)memory_of(SEGMENT) + SCRATCH) == (gaspi_atomic_value_t)ranks * LOCKINGS);
}

int main(void) {
    start();
    create(SEGMENT, 64);
    check_counter();
    check_compare_swap();
    check_unaligned();
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    check_lock();
    finish();
    return 0;
}
