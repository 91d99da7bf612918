// ranks: 1
// A thread watches an atomic counter while others begin. Racy, they add to a sum; FIXED, they only count.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { ROUNDS = 300 };

static atomic_int left = 2 * ROUNDS;
static long sum;

static void *work(void *unused) {
    (void)unused;
#ifndef FIXED
    sum++; // RACE RACE
#endif
    atomic_fetch_sub(&left, 1);
    return NULL;
}

static void *start(void *unused) {
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_t one, other;
        pthread_create(&one, NULL, work, NULL);
        pthread_create(&other, NULL, work, NULL);
        pthread_join(one, NULL);
        pthread_join(other, NULL);
    }
    return NULL;
}

int main(void) {
    pthread_t starter;
    pthread_create(&starter, NULL, start, NULL);
    while (atomic_load(&left) > 0) {
    }
    pthread_join(starter, NULL);
    printf("%ld\n", sum);
    return 0;
}
