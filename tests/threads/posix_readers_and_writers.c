// ranks: 2
// Readers of a lock are ordered after its writers, and not after each other; a semaphore orders who waits after who posts.
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t fetched;
static int buffer, other;
static MPI_Win win;

static void *fetch(void *unused) {
#ifdef FIXED
  pthread_rwlock_wrlock(&lock);
#else
  pthread_rwlock_rdlock(&lock);
#endif
  MPI_Get(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
  MPI_Win_flush(1, win);
  pthread_rwlock_unlock(&lock);
  MPI_Get(&other, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_flush(1, win);
  sem_post(&fetched);
  return unused;
}

int main(int argc, char **argv) {
  int rank, provided, seen = 0, *memory;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    sem_init(&fetched, 0, 0);
    pthread_create(&thread, NULL, fetch, NULL);
    pthread_rwlock_rdlock(&lock);
    seen += buffer; // RACE
    pthread_rwlock_unlock(&lock);
    sem_wait(&fetched);
    seen += other;
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 0;
}
