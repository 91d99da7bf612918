// Wrong use is refused with the code of the mistake, and a line on standard error.
#include "check.h"

#include <unistd.h>

enum { SEGMENT = 0, SIZE = 100 };

static char *messages; // file that standard error goes to

static void redirect_messages(void) {
    static char name[] = "/tmp/gaspi-mistakes-XXXXXX";
    int file = mkstemp(name);
    CHECK(file >= 0);
    messages = name;
    fflush(stderr);
    dup2(file, 2);
    close(file);
}

// What was printed so far names the call and says the given words.
static void said(const char *call, const char *words) {
    static char text[65536];
    FILE *file = fopen(messages, "r");
    size_t size = fread(text, 1, sizeof text - 1, file);
    text[size] = '\0';
    fclose(file);
    char *line = text;
    for (char *next; (next = strstr(line, call)) != NULL; line = next + 1) {
        char *end = strchr(next, '\n'), *found = strstr(next, words);
        if (found != NULL && end != NULL && found < end)
            return;
    }
    printf("mistakes: no message of %s with '%s'\n", call, words);
    exit(1);
}

static void before_start(void) {
    gaspi_rank_t rank;
    RETURNS(GASPI_ERR_NOINIT, gaspi_proc_rank(&rank));
    RETURNS(GASPI_ERR_NOINIT, gaspi_write(SEGMENT, 0, 0, SEGMENT, 0, 8, 0, GASPI_BLOCK));
    RETURNS(GASPI_ERR_NOINIT, gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    RETURNS(GASPI_ERR_NOINIT, gaspi_segment_create(SEGMENT, 8, GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    RETURNS(GASPI_ERR_NOINIT, gaspi_proc_term(GASPI_BLOCK));
    said("gaspi_write", "before gaspi_proc_init");
}

static void transfers(void) {
    gaspi_notification_id_t id;
    gaspi_atomic_value_t old;
    RETURNS(GASPI_ERR_INITED, gaspi_proc_init(GASPI_BLOCK));
    RETURNS(GASPI_ERR_INV_SEG, gaspi_write(7, 0, 0, SEGMENT, 0, 8, 0, GASPI_BLOCK));
    said("gaspi_write", "segment_id_local 7");
    RETURNS(GASPI_ERR_INV_SEG, gaspi_read(SEGMENT, 0, 0, 9, 0, 8, 0, GASPI_BLOCK));
    said("gaspi_read", "segment_id_remote 9");
    RETURNS(GASPI_ERR_INV_RANK, gaspi_write(SEGMENT, 0, ranks, SEGMENT, 0, 8, 0, GASPI_BLOCK));
    said("gaspi_write", "out of range");
    RETURNS(GASPI_ERR_INV_LOC_OFF, gaspi_write(SEGMENT, 93, 0, SEGMENT, 0, 8, 0, GASPI_BLOCK));
    RETURNS(GASPI_ERR_INV_REM_OFF, gaspi_write(SEGMENT, 0, 0, SEGMENT, ~0UL, 8, 0, GASPI_BLOCK));
    said("gaspi_write", "offset_remote");
    RETURNS(GASPI_ERR_INV_QUEUE, gaspi_write(SEGMENT, 0, 0, SEGMENT, 0, 8, 99, GASPI_BLOCK));
    RETURNS(GASPI_ERR_INV_NOTIF_VAL, gaspi_notify(SEGMENT, 0, 0, 0, 0, GASPI_BLOCK));
    RETURNS(GASPI_ERR_INV_SEG, gaspi_notify_waitsome(5, 0, 1, &id, GASPI_BLOCK));
    RETURNS(GASPI_ERR_INV_NOTIF_ID, gaspi_notify_waitsome(SEGMENT, 65535, 2, &id, GASPI_BLOCK));
    OK(gaspi_atomic_fetch_add(SEGMENT, 4, 0, 1, &old, GASPI_BLOCK)); // performed, with a warning
    RETURNS(GASPI_ERR_NULLPTR, gaspi_atomic_fetch_add(SEGMENT, 8, 0, 1, NULL, GASPI_BLOCK));
    said("gaspi_atomic_fetch_add", "not aligned");
    gaspi_number_t posted;
    OK(gaspi_queue_size(0, &posted));
    CHECK(posted == 0); // what was refused is in no queue
}

static void segments_and_groups(void) {
    int value = 1;
    gaspi_group_t group;
    RETURNS(GASPI_ERR_INV_SEG, gaspi_segment_alloc(SEGMENT, 8, GASPI_ALLOC_DEFAULT));
    RETURNS(GASPI_ERR_INV_SEGSIZE, gaspi_segment_alloc(1, 0, GASPI_ALLOC_DEFAULT));
    RETURNS(GASPI_ERR_INV_SEG, gaspi_segment_delete(1));
    RETURNS(GASPI_ERR_NULLPTR, gaspi_segment_bind(1, NULL, 8, 0));
    RETURNS(GASPI_ERR_INV_GROUP, gaspi_barrier(17, GASPI_BLOCK));
    RETURNS(GASPI_ERR_INV_GROUP, gaspi_group_delete(GASPI_GROUP_ALL));
    OK(gaspi_group_create(&group));
    RETURNS(GASPI_ERR_INV_GROUP, gaspi_barrier(group, GASPI_BLOCK));
    RETURNS(GASPI_ERR_INV_RANK, gaspi_group_add(group, ranks));
    OK(gaspi_group_delete(group));
    RETURNS(GASPI_ERR_INV_NUM, gaspi_allreduce(&value, &value, 256, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
}

int main(void) {
    redirect_messages();
    before_start();
    start();
    create(SEGMENT, SIZE);
    transfers();
    segments_and_groups();
    finish();
    CHECK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK) == GASPI_ERR_NOINIT);
    unlink(messages);
    return 0;
}
