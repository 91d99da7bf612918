// Life of a process, configuration, limits, time, error texts.
#include "check.h"

#include <dirent.h>
#include <unistd.h>

static void check_configuration(void) {
    gaspi_config_t config;
    OK(gaspi_config_get(&config));
    CHECK(config.queue_num == 8);
    config.queue_num = 100000;
    CHECK(gaspi_config_set(config) != GASPI_SUCCESS);
    config.queue_num = 3;
    config.queue_size_max = 77;
    OK(gaspi_config_set(config));
}

static void check_limits(void) {
    gaspi_number_t n;
    gaspi_size_t size;
    gaspi_atomic_value_t value;
    OK(gaspi_queue_num(&n));
    CHECK(n == 3);
    OK(gaspi_queue_size_max(&n));
    CHECK(n == 77);
    OK(gaspi_queue_max(&n));
    CHECK(n >= 3);
    OK(gaspi_segment_max(&n));
    CHECK(n >= 32);
    OK(gaspi_group_max(&n));
    CHECK(n >= 2);
    OK(gaspi_notification_num(&n));
    CHECK(n >= 1024);
    OK(gaspi_allreduce_elem_max(&n));
    CHECK(n >= 255);
    OK(gaspi_rw_list_elem_max(&n));
    CHECK(n >= 16);
    OK(gaspi_passive_queue_max(&n));
    CHECK(n >= 1);
    OK(gaspi_allreduce_buf_size(&size));
    CHECK(size >= 8);
    OK(gaspi_transfer_size_min(&size));
    CHECK(size == 1);
    OK(gaspi_transfer_size_max(&size));
    CHECK(size >= 1 << 20);
    OK(gaspi_passive_transfer_size_min(&size));
    CHECK(size == 1);
    OK(gaspi_passive_transfer_size_max(&size));
    CHECK(size >= 1024);
    OK(gaspi_atomic_max(&value));
    CHECK(value == ~0UL);
}

static void check_time(void) {
    gaspi_time_t from, to;
    gaspi_cycles_t start, end;
    float mhz, version;
    OK(gaspi_time_get(&from));
    OK(gaspi_time_ticks(&start));
    usleep(20000);
    OK(gaspi_time_ticks(&end));
    OK(gaspi_time_get(&to));
    OK(gaspi_cpu_frequency(&mhz));
    double seconds = (double)(end - start) / (1e6 * mhz);
    CHECK(seconds >= 0.02 && (to - from) / 1000 > seconds - 0.001 && to - from < 60000);
    OK(gaspi_version(&version));
    CHECK(version > 17);
}

static void check_errors(void) {
    gaspi_string_t text;
    OK(gaspi_print_error(GASPI_ERR_INV_SEG, &text));
    CHECK(strcmp(text, gaspi_error_str(GASPI_ERR_INV_SEG)) == 0);
    free(text);
    OK(gaspi_error_message(GASPI_ERROR, &text));
    CHECK(strlen(text) > 0);
    free(text);
}

// The shared memory of this job has no name any more.
static void check_nothing_is_left(void) {
    char prefix[40];
    snprintf(prefix, sizeof prefix, "gaspi-%d-", (int)getpid());
    DIR *directory = opendir("/dev/shm");
    if (directory == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        CHECK(strncmp(entry->d_name, prefix, strlen(prefix)) != 0);
    closedir(directory);
}

// The end, too, waits within its timeout, and is resumed.
static void end_late(void) {
    gaspi_return_t outcome;
    OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK));
    if (me == 0)
        usleep(500000);
    else
        RETURNS(GASPI_TIMEOUT, gaspi_proc_term(GASPI_TEST));
    while ((outcome = gaspi_proc_term(10)) == GASPI_TIMEOUT)
        ;
    CHECK(outcome == GASPI_SUCCESS);
}

int main(void) {
    gaspi_number_t initialized;
    OK(gaspi_initialized(&initialized));
    CHECK(!initialized);
    check_configuration();
    start();
    OK(gaspi_initialized(&initialized));
    CHECK(initialized && me < ranks);
    check_nothing_is_left();
    check_limits();
    check_time();
    check_errors();

    gaspi_rank_t n;
    OK(gaspi_proc_local_num(&n));
    CHECK(n == ranks);
    OK(gaspi_proc_local_rank(&n));
    CHECK(n == me);
    gaspi_state_t *state = malloc(ranks * sizeof *state);
    OK(gaspi_state_vec_get(state));
    for (gaspi_rank_t rank = 0; rank < ranks; rank++) {
        CHECK(state[rank] == GASPI_STATE_HEALTHY);
        OK(gaspi_proc_ping(rank, GASPI_BLOCK));
        OK(gaspi_connect(rank, GASPI_BLOCK));
        OK(gaspi_disconnect(rank, GASPI_BLOCK));
    }
    free(state);
    gaspi_number_t counters;
    OK(gaspi_statistic_verbosity_level(1));
    OK(gaspi_statistic_counter_max(&counters));
    CHECK(counters == 0);
    OK(gaspi_pcontrol(NULL));
    gaspi_printf("processes: %d of %d\n", me, ranks);
    end_late();
    OK(gaspi_initialized(&initialized));
    CHECK(!initialized);
    return 0;
}
