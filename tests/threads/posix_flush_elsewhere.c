// ranks: 2
// One thread puts, another one flushes: nothing says that the flush comes second.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

static MPI_Win win;
static int value = 1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int issued, prepared;

static void prepare(void) { prepared++; }

static void *put(void *unused) {
  (void)unused;
  pthread_once(&once, prepare);
  pthread_setspecific(key, &value);
  pthread_barrier_wait(&barrier);
  MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
  pthread_mutex_lock(&mutex);
  issued = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  return pthread_getspecific(key);
}

static void *flush(void *result) {
  pthread_once(&once, prepare);
  pthread_barrier_wait(&barrier);
#ifdef FIXED
  pthread_mutex_lock(&mutex);
  while (!issued) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
#endif
  MPI_Win_flush(1, win);
  *(int *)result = pthread_getspecific(key) == NULL;
  pthread_exit(result);
}

int main(int argc, char **argv) {
  int rank, provided, *memory, flushed = 0, seen = 0;
  void *returned;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_t first, second;
    pthread_key_create(&key, NULL);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&first, NULL, put, NULL);
    pthread_create(&second, NULL, flush, &flushed);
    pthread_join(first, &returned);
    if (returned != &value) MPI_Abort(MPI_COMM_WORLD, 1);
    pthread_join(second, &returned);
    if (returned != &flushed || !flushed || prepared != 1) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) seen = *memory; // RACE
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 0;
}
