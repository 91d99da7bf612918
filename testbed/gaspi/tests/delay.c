// What FENCEPOST_TESTBED_DELAY makes visible: with it, programs that rely on more than the standard promises are seen to go wrong
// now and then; without it they never are.
#include "check.h"

#include <unistd.h>

enum { SEGMENT = 0, SIZE = 4096, ROUNDS = 60, BATCHES = 100, OUT = 0, IN = 8, QUEUE = 0 };

static volatile int *memory;
static gaspi_rank_t right;

static void synchronise(void) { OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK)); }

// The data are there in the end, whenever that is.
static void settle(int offset, int want) {
    while (memory[offset / 4] != want)
        usleep(100);
    synchronise();
}

static int wait_taken_for_remote_completion(int round) {
    memory[OUT] = round;
    OK(gaspi_write(SEGMENT, 0, right, SEGMENT, IN, 4, QUEUE, GASPI_BLOCK));
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    synchronise();
    int wrong = memory[IN / 4] != round;
    settle(IN, round);
    return wrong;
}

static int source_reused_before_wait(int round) {
    memory[OUT] = 2 * round;
    OK(gaspi_write(SEGMENT, 0, right, SEGMENT, IN, 4, QUEUE, GASPI_BLOCK));
    memory[OUT] = 2 * round + 1;
    OK(gaspi_notify(SEGMENT, right, 0, 1, QUEUE, GASPI_BLOCK));
    await(SEGMENT, 0);
    int wrong = memory[IN / 4] != 2 * round;
    CHECK(memory[IN / 4] == 2 * round + wrong);
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    synchronise();
    return wrong;
}

static int source_reused_after_wait(int round) {
    memory[OUT] = round;
    OK(gaspi_write(SEGMENT, 0, right, SEGMENT, IN, 4, QUEUE, GASPI_BLOCK));
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    memory[OUT] = -1;
    OK(gaspi_notify(SEGMENT, right, 0, 1, QUEUE, GASPI_BLOCK));
    await(SEGMENT, 0);
    int wrong = memory[IN / 4] != round;
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    synchronise();
    return wrong;
}

static int notification_on_another_queue(int round) {
    memory[OUT] = round;
    OK(gaspi_write(SEGMENT, 0, right, SEGMENT, IN, 4, QUEUE, GASPI_BLOCK));
    OK(gaspi_notify(SEGMENT, right, 0, 1, QUEUE + 1, GASPI_BLOCK));
    await(SEGMENT, 0);
    int wrong = memory[IN / 4] != round;
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    settle(IN, round);
    return wrong;
}

static int write_notify_for_other_data(int round) {
    memory[OUT] = round;
    OK(gaspi_write(SEGMENT, 0, right, SEGMENT, IN, 4, QUEUE, GASPI_BLOCK));
    OK(gaspi_write_notify(SEGMENT, 0, right, SEGMENT, IN + 4, 4, 0, 1, QUEUE, GASPI_BLOCK));
    await(SEGMENT, 0);
    CHECK(memory[IN / 4 + 1] == round);
    int wrong = memory[IN / 4] != round;
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    settle(IN, round);
    return wrong;
}

static int result_used_before_wait(int round) {
    memory[OUT] = round;
    synchronise();
    OK(gaspi_read(SEGMENT, IN, right, SEGMENT, 0, 4, QUEUE, GASPI_BLOCK));
    int wrong = memory[IN / 4] != round;
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    CHECK(memory[IN / 4] == round);
    synchronise();
    return wrong;
}

static int writes_overtake(int round) {
    memory[OUT] = round;
    memory[OUT + 1] = round;
    OK(gaspi_write(SEGMENT, 0, right, SEGMENT, IN, 4, QUEUE, GASPI_BLOCK));
    OK(gaspi_write(SEGMENT, 4, right, SEGMENT, IN + 4, 4, QUEUE, GASPI_BLOCK));
    while (memory[IN / 4 + 1] != round)
        usleep(50);
    int wrong = memory[IN / 4] != round;
    OK(gaspi_wait(QUEUE, GASPI_BLOCK));
    settle(IN, round);
    return wrong;
}

// On a machine with much to do, all that is under way may be due when its time comes, and arrive at once: then it is tried again.
static void observe(const char *name, int (*attempt)(int), int may_fail) {
    const char *seed = getenv("FENCEPOST_TESTBED_DELAY");
    int delayed = seed != NULL && *seed != '\0';
    gaspi_number_t total = 0;
    memory[IN / 4] = memory[IN / 4 + 1] = 0;
    for (int round = 1, batch = 0; batch == 0 || (delayed && may_fail && total == 0 && batch < BATCHES); batch++) {
        gaspi_number_t own = 0;
        synchronise();
        for (int i = 0; i < ROUNDS; i++)
            own += attempt(round++);
        OK(gaspi_allreduce(&own, &total, 1, GASPI_OP_SUM, GASPI_TYPE_UINT, GASPI_GROUP_ALL, GASPI_BLOCK));
        if (me == 0)
            printf("delay: %s: %u of %d wrong\n", name, total, ROUNDS * ranks);
    }
    CHECK((total > 0) == (delayed && may_fail));
}

int main(void) {
    start();
    create(SEGMENT, SIZE);
    memory = memory_of(SEGMENT);
    right = (me + 1) % ranks;
    observe("wait taken for remote completion", wait_taken_for_remote_completion, 1);
    observe("source reused before wait", source_reused_before_wait, 1);
    observe("source reused after wait", source_reused_after_wait, 0);
    observe("notification on another queue", notification_on_another_queue, 1);
    observe("write_notify for other data", write_notify_for_other_data, 1);
    observe("result used before wait", result_used_before_wait, 1);
    observe("writes overtake", writes_overtake, 1);
    finish();
    return 0;
}
