// ranks: 1
// A pool of threads that take work from a queue under a mutex, with a condition variable. Racy, each counts without the
// mutex that it has ended.
#include <pthread.h>
#include <stdio.h>

#define ITEMS 40
#define WORKERS 3

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[ITEMS], first, last, closed, finished, ended;
static long results[ITEMS];

static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (first == last && !closed) pthread_cond_wait(&changed, &mutex);
        int item = first < last ? queue[first++] : -1;
#ifdef FIXED
        if (item < 0) ended++;
#endif
        pthread_mutex_unlock(&mutex);
        if (item < 0) break;
        results[item] = (long)item * item;
        pthread_mutex_lock(&mutex);
        finished++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
    }
#ifndef FIXED
    ended++; // RACE RACE
#endif
    return unused;
}

int main(void) {
    pthread_t threads[WORKERS];
    for (int i = 0; i < WORKERS; i++) pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&mutex);
        queue[last++] = i;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&mutex);
    }
    pthread_mutex_lock(&mutex);
    while (finished < ITEMS) pthread_cond_wait(&changed, &mutex);
    closed = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < WORKERS; i++) pthread_join(threads[i], NULL);
    long sum = 0;
    for (int i = 0; i < ITEMS; i++) sum += results[i];
    printf("%ld %d\n", sum, ended);
    return 0;
}
