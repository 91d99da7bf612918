// ranks: 2 4 8
//
// Threads of POSIX fetch blocks of the next rank's window: the main thread puts requests into a queue, workers take them,
// get the data, and say under the mutex that they are there.
//
// BUG 1: pool_of_threads.c:MPI_Get in worker and load in collect: the data are called complete before the flush.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

#ifndef BUG
#define BUG 0
#endif

#define BLOCKS 12
#define SIZE 8
#define WORKERS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wanted = PTHREAD_COND_INITIALIZER, there = PTHREAD_COND_INITIALIZER;
static int requests[BLOCKS], first, last, closed, done[BLOCKS];
static double data[BLOCKS][SIZE];
static MPI_Win win;
static int next;

static void say_done(int block) {
    pthread_mutex_lock(&mutex);
    done[block] = 1;
    pthread_cond_broadcast(&there);
    pthread_mutex_unlock(&mutex);
}

static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&mutex);
        while (first == last && !closed) pthread_cond_wait(&wanted, &mutex);
        int block = first < last ? requests[first++] : -1;
        pthread_mutex_unlock(&mutex);
        if (block < 0) return unused;
        MPI_Get(data[block], SIZE, MPI_DOUBLE, next, block * SIZE, SIZE, MPI_DOUBLE, win); // BUG1
        if (BUG == 1) say_done(block);
        MPI_Win_flush(next, win);
        if (BUG != 1) say_done(block);
    }
}

static double collect(int block) {
    pthread_mutex_lock(&mutex);
    while (!done[block]) pthread_cond_wait(&there, &mutex);
    pthread_mutex_unlock(&mutex);
    double sum = 0;
    for (int i = 0; i < SIZE; i++) sum += data[block][i]; // BUG1
    return sum;
}

int main(int argc, char **argv) {
    int provided, rank, size;
    double *memory, sum = 0;
    pthread_t workers[WORKERS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    MPI_Win_allocate(sizeof data, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int i = 0; i < BLOCKS * SIZE; i++) memory[i] = rank + i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, worker, NULL);
    for (int block = 0; block < BLOCKS; block++) {
        pthread_mutex_lock(&mutex);
        requests[last++] = block;
        pthread_cond_signal(&wanted);
        pthread_mutex_unlock(&mutex);
    }
    for (int block = 0; block < BLOCKS; block++) sum += collect(block);
    pthread_mutex_lock(&mutex);
    closed = 1;
    pthread_cond_broadcast(&wanted);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
    MPI_Win_unlock_all(win);
    printf("%g\n", sum);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
