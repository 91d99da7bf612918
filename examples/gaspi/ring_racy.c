// ranks: 4
//
// Each rank writes its number into its right neighbour's segment.
//
// This version has a race: gaspi_wait says that the data has left, not that it has arrived, and
// the barrier does not say so either.

#include <GASPI.h>
#include <stdio.h>

enum { SEGMENT = 0, QUEUE = 0 };

int main(void)
{
    gaspi_rank_t me, ranks;
    gaspi_pointer_t memory;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&ranks);
    gaspi_segment_create(SEGMENT, 2 * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(SEGMENT, &memory);
    int *mine = memory;
    mine[0] = me;

    gaspi_write(SEGMENT, 0, (me + 1) % ranks, SEGMENT, sizeof(int), sizeof(int), QUEUE, GASPI_BLOCK); // RACE
    gaspi_wait(QUEUE, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);

    printf("rank %d got %d\n", me, mine[1]); // RACE
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
