// ranks: 2
// One notification was seen that a write or a later post can have set. What both of them complete is complete: the data, if both are on one queue.
#include <GASPI.h>
#include <stdio.h>

#ifdef FIXED
#define SECOND 0
#else
#define SECOND 1
#endif

int main(void)
{
    gaspi_rank_t me;
    gaspi_proc_init(GASPI_BLOCK);
    gaspi_proc_rank(&me);
    gaspi_segment_create(0, 64, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_ALLOC_DEFAULT);
    gaspi_pointer_t at;
    gaspi_segment_ptr(0, &at);
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);

    if (me == 0) {
        gaspi_write_notify(0, 0, 1, 0, 32, sizeof(int), 0, 1, 0, GASPI_BLOCK); // RACE
        gaspi_wait(0, GASPI_BLOCK);
        gaspi_notify(0, 1, 0, 1, SECOND, GASPI_BLOCK);
        gaspi_wait(SECOND, GASPI_BLOCK);
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    if (me == 1) {
        gaspi_notification_id_t seen;
        gaspi_notify_waitsome(0, 0, 1, &seen, GASPI_BLOCK);
        printf("%d\n", *(int *)((char *)at + 32)); // RACE
    }
    gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK);
    gaspi_proc_term(GASPI_BLOCK);
    return 0;
}
