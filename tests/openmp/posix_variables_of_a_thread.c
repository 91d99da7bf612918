// ranks: 1
// A thread shows another one where a local variable of its own is. Racy, it goes on with it before the other one has let go of it.
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t asked, answered;
static int *shown;
static int looked;

static void *asks(void *unused) {
    int answer[2] = {0, 0};
    shown = answer;
    sem_post(&asked);
#ifdef FIXED
    sem_wait(&answered);
#endif
    looked = answer[1]; // RACE
#ifndef FIXED
    sem_wait(&answered);
#endif
    return unused;
}

static void *answers(void *unused) {
    sem_wait(&asked);
    shown[1] = 42; // RACE
    sem_post(&answered);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    sem_init(&asked, 0, 0);
    sem_init(&answered, 0, 0);
    pthread_create(&threads[0], NULL, asks, NULL);
    pthread_create(&threads[1], NULL, answers, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("%d\n", looked);
    return 0;
}
