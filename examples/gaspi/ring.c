// ranks: 4
//
// Each rank writes its number into its right neighbour's segment, with a notification that the
// neighbour waits for: it says that the data has arrived.

#include <GASPI.h>
#include <stdio.h>

enum { SEGMENT = 0, QUEUE = 0, ARRIVED = 0 };

int main(void)
{
    gaspi_rank_t me, ranks;
    gaspi_pointer_t memory;
    gaspi_notification_id_t seen;
    gaspi_notification_t value;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_proc_num(&ranks);
    gaspi_segment_create(SEGMENT, 2 * sizeof(int), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED);
    gaspi_segment_ptr(SEGMENT, &memory);
    int *mine = memory;
    mine[0] = me;

    gaspi_write_notify(SEGMENT, 0, (me + 1) % ranks, SEGMENT, sizeof(int), sizeof(int), ARRIVED, 1, QUEUE, GASPI_BLOCK);
    gaspi_notify_waitsome(SEGMENT, ARRIVED, 1, &seen, GASPI_BLOCK);
    gaspi_notify_reset(SEGMENT, seen, &value);

    printf("rank %d got %d\n", me, mine[1]);
    gaspi_wait(QUEUE, GASPI_BLOCK);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
