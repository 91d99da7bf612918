// Each way of POSIX and C11 to order threads. With the number of one as argument, that one is left out, and its lines race.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

static int without, x, y;
static int numbers[2] = {0, 1};

static void both(void *(*function)(void *)) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, function, &numbers[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *with_mutex(void *number) {
    int mine = without == 1 ? *(int *)number : 0;
    pthread_mutex_lock(&mutex[mine]);
    x++; // RACE 1
    pthread_mutex_unlock(&mutex[mine]);
    return NULL;
}

static void mutexes(void) { both(with_mutex); }

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;

static void *with_rwlock(void *number) {
    if (without == 2) pthread_rwlock_rdlock(&rwlock);
    else pthread_rwlock_wrlock(&rwlock);
    if (*(int *)number == 0) x = 2; // RACE 2
    pthread_rwlock_unlock(&rwlock);
    pthread_rwlock_rdlock(&rwlock);
    int seen = *(int *)number == 1 ? x : 0; // RACE 2
    pthread_rwlock_unlock(&rwlock);
    return seen < 0 ? number : NULL;
}

static void rwlocks(void) { both(with_rwlock); }

static pthread_spinlock_t spin[2];

static void *with_spin(void *number) {
    int mine = without == 3 ? *(int *)number : 0;
    pthread_spin_lock(&spin[mine]);
    x++; // RACE 3
    pthread_spin_unlock(&spin[mine]);
    return NULL;
}

static void spinlocks(void) {
    pthread_spin_init(&spin[0], PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&spin[1], PTHREAD_PROCESS_PRIVATE);
    both(with_spin);
}

static sem_t posted;

static void *with_semaphore(void *number) {
    if (*(int *)number == 0) {
        if (without == 4) sem_post(&posted);
        x = 4; // RACE 4
        if (without != 4) sem_post(&posted);
    } else {
        sem_wait(&posted);
        y = x; // RACE 4
    }
    return NULL;
}

static void semaphores(void) {
    sem_init(&posted, 0, 0);
    both(with_semaphore);
}

static pthread_barrier_t meeting;

static void *with_barrier(void *number) {
    if (without == 5) pthread_barrier_wait(&meeting);
    if (*(int *)number == 0) x = 5; // RACE 5
    if (without != 5) pthread_barrier_wait(&meeting);
    if (*(int *)number == 1) y = x; // RACE 5
    return NULL;
}

static void barriers(void) {
    pthread_barrier_init(&meeting, NULL, 2);
    both(with_barrier);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fill(void) { x = 6; } // RACE 6

static void *with_once(void *number) {
    if (without != 6 || *(int *)number == 0) pthread_once(&once, fill);
    int seen = x; // RACE 6
    return seen < 0 ? number : NULL;
}

static void onces(void) { both(with_once); }

static void *writes(void *unused) {
    x = 7; // RACE 7
    return unused;
}

static void joins(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, writes, NULL);
    if (without == 7) y = x; // RACE 7
    pthread_join(thread, NULL);
    y = x;
}

static mtx_t lock;
static cnd_t changed;
static int ready;

static int with_c11(void *number) {
    if (*(int *)number == 0) {
        if (without != 8) x = 8;
        mtx_lock(&lock);
        ready = 1;
        cnd_signal(&changed);
        mtx_unlock(&lock);
        if (without == 8) x = 8; // RACE 8
    } else {
        mtx_lock(&lock);
        while (!ready) cnd_wait(&changed, &lock);
        mtx_unlock(&lock);
        y = x; // RACE 8
    }
    return 0;
}

static void c11(void) {
    thrd_t threads[2];
    mtx_init(&lock, mtx_plain);
    cnd_init(&changed);
    ready = 0;
    for (int i = 0; i < 2; i++) thrd_create(&threads[i], with_c11, &numbers[i]);
    for (int i = 0; i < 2; i++) thrd_join(threads[i], NULL);
}

static tss_t key;

static void at_end(void *value) {
    if (without == 9) x += *(int *)value; // RACE 9
    else *(int *)value += 0;
}

static int with_key(void *number) {
    tss_set(key, number);
    return 0;
}

static void keys(void) {
    thrd_t threads[2];
    tss_create(&key, at_end);
    for (int i = 0; i < 2; i++) thrd_create(&threads[i], with_key, &numbers[i]);
    for (int i = 0; i < 2; i++) thrd_join(threads[i], NULL);
}

static atomic_int flag;

static void *with_fences(void *number) {
    if (*(int *)number == 0) {
        x = 10; // RACE 10
        if (without != 10) atomic_thread_fence(memory_order_release);
        atomic_store_explicit(&flag, 1, memory_order_relaxed);
    } else {
        while (!atomic_load_explicit(&flag, memory_order_relaxed)) thrd_yield();
        atomic_thread_fence(memory_order_acquire);
        y = x; // RACE 10
    }
    return NULL;
}

static void fences(void) { both(with_fences); }

static atomic_int turn;

static void *with_atomics(void *number) {
    memory_order order = without == 11 ? memory_order_relaxed : memory_order_acq_rel;
    if (*(int *)number == 0) {
        x = 11; // RACE 11
        atomic_fetch_add_explicit(&turn, 1, order);
    } else {
        while (atomic_load_explicit(&turn, memory_order_acquire) == 0) thrd_yield();
        y = x; // RACE 11
    }
    return NULL;
}

static void atomics(void) { both(with_atomics); }

int main(int argc, char **argv) {
    void (*const all[])(void) = {mutexes, rwlocks, spinlocks, semaphores, barriers, onces, joins, c11, keys, fences, atomics};
    int count = (int)(sizeof all / sizeof *all);
    without = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < count; i++)
        if (without == 0 || without == i + 1) all[i]();
    printf("%d %d %d\n", count, x, y);
    return 0;
}
