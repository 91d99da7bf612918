// Memory of the program as segments: heap, static, stack; two on one page; content, pointers and neighbours are kept.
#include "check.h"

#include <stdint.h>

enum { QUEUE = 1, LARGE = 3 << 20 };

static int first[10] = {1, 2, 3}, second[10] = {4, 5, 6}, neighbour = 7;
static char half_pages[6000];

static gaspi_segment_id_t next_id;

// Writes to the right neighbour's copy of the memory and reads it back, at both ends.
static void exchange(gaspi_segment_id_t id, unsigned char *memory, gaspi_size_t size) {
    gaspi_rank_t right = (me + 1) % ranks, left = (me + ranks - 1) % ranks;
    gaspi_offset_t last = size - 1;
    memory[1] = (unsigned char)(me + 50);
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_write_notify(id, 1, right, id, last, 1, 0, 1, QUEUE, GASPI_BLOCK));
    await(id, 0);
    CHECK(memory[last] == left + 50);
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    OK(gaspi_read(id, 2, right, id, last, 1, QUEUE, GASPI_BLOCK));
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    CHECK(memory[2] == me + 50);
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static gaspi_segment_id_t use(void *memory, gaspi_size_t size) {
    gaspi_segment_id_t id = next_id++;
    gaspi_pointer_t pointer;
    OK(gaspi_segment_use(id, memory, size, GASPI_GROUP_ALL, GASPI_BLOCK, 0));
    OK(gaspi_segment_ptr(id, &pointer));
    CHECK(pointer == memory);
    return id;
}

static void check_heap(gaspi_size_t size) {
    unsigned char *before = malloc(16), *memory = malloc(size), *after = malloc(16);
    memset(before, 1, 16);
    memset(memory, 2, size);
    memset(after, 3, 16);
    gaspi_segment_id_t id = use(memory, size);
    for (gaspi_size_t i = 0; i < size; i++)
        CHECK(memory[i] == 2);
    exchange(id, memory, size);
    CHECK(before[0] == 1 && before[15] == 1 && after[0] == 3 && after[15] == 3);
    OK(gaspi_segment_delete(id));
    free(before);
    free(memory);
    free(after);
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void check_static(void) {
    gaspi_segment_id_t one = use(first, sizeof first), two = use(second, sizeof second), three = use(half_pages, sizeof half_pages);
    CHECK(first[0] == 1 && first[2] == 3 && second[0] == 4 && second[2] == 6 && neighbour == 7);
    exchange(one, (unsigned char *)first, sizeof first);
    exchange(two, (unsigned char *)second, sizeof second);
    exchange(three, (unsigned char *)half_pages, sizeof half_pages);
    gaspi_segment_id_t again = use(first, sizeof first); // two segments over the same memory
    exchange(again, (unsigned char *)first, sizeof first);
    neighbour++;
    CHECK(neighbour == 8);
}

static void check_stack(void) {
    unsigned char memory[5000];
    memset(memory, 9, sizeof memory);
    gaspi_segment_id_t id = use(memory, sizeof memory);
    CHECK(memory[0] == 9 && memory[4999] == 9);
    exchange(id, memory, sizeof memory);
    OK(gaspi_segment_delete(id));
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
}

static void check_atomics(void) {
    static uint64_t counter;
    gaspi_atomic_value_t old;
    gaspi_segment_id_t id = next_id++;
    OK(gaspi_segment_bind(id, &counter, sizeof counter, 0));
    for (gaspi_rank_t rank = 0; rank < ranks; rank++)
        OK(gaspi_segment_register(id, rank, GASPI_BLOCK));
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    for (int i = 0; i < 1000; i++)
        OK(gaspi_atomic_fetch_add(id, 0, 0, 1, &old, GASPI_BLOCK));
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    CHECK(counter == (me == 0 ? 1000u * ranks : 0u));
}

int main(void) {
    start();
    check_heap(100);
    check_heap(20000);
    for (int i = 0; i < 5; i++)
        check_heap(LARGE); // freed and allocated anew, probably at the same address
    check_static();
    check_stack();
    check_atomics();
    finish();
    return 0;
}
