// ranks: 1
// Detached threads with variables of their own: one of the compiler's, and one under a key, whose destructor runs when the thread's
// function has returned. Racy, the destructor adds to the total without the mutex.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static __thread long seen[8];
static long total;

static void add_up(void *argument) {
    long *own = argument;
#ifdef FIXED
    pthread_mutex_lock(&mutex);
    total += *own;
    pthread_mutex_unlock(&mutex);
#else
    total += *own; // RACE RACE
#endif
    free(own);
    sem_post(&done);
}

static void *work(void *argument) {
    long *own = malloc(sizeof *own);
    for (int i = 0; i < 8; i++) seen[i] += (long)argument;
    *own = seen[0] + seen[7];
    pthread_setspecific(key, own);
    return NULL;
}

static void begin(long number) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, (void *)number);
    pthread_detach(thread);
}

int main(void) {
    pthread_key_create(&key, add_up);
    sem_init(&done, 0, 0);
    begin(0);
    for (long i = 1; i < 20; i++) {
        begin(i);
        sem_wait(&done); /* of some thread: the next one may get its stack */
    }
    sem_wait(&done);
    pthread_mutex_lock(&mutex);
    printf("%ld\n", total);
    pthread_mutex_unlock(&mutex);
    return 0;
}
