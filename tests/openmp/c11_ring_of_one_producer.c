// ranks: 1
// A ring without locks between one producer and one consumer. Racy, the producer publishes an item with a relaxed store.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>

#define SLOTS 8
#define ITEMS 100

static long slot[SLOTS];
static atomic_ulong head, tail;

#ifdef FIXED
#define PUBLISH memory_order_release
#else
#define PUBLISH memory_order_relaxed
#endif

static void *produce(void *unused) {
    for (unsigned long i = 0; i < ITEMS; i++) {
        while (i - atomic_load_explicit(&tail, memory_order_acquire) == SLOTS) sched_yield();
        slot[i % SLOTS] = (long)(i * i); // RACE
        atomic_store_explicit(&head, i + 1, PUBLISH);
    }
    return unused;
}

int main(void) {
    pthread_t producer;
    long sum = 0;
    pthread_create(&producer, NULL, produce, NULL);
    for (unsigned long i = 0; i < ITEMS; i++) {
        while (atomic_load_explicit(&head, memory_order_acquire) == i) sched_yield();
        sum += slot[i % SLOTS]; // RACE
        atomic_store_explicit(&tail, i + 1, memory_order_release);
    }
    pthread_join(producer, NULL);
    printf("%ld\n", sum);
    return 0;
}
