// ranks: 2
// A flag that is stored and loaded in relaxed order tells nothing of what came before it.
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready;
static int buffer;
static MPI_Win win;

#ifdef FIXED
#define STORE memory_order_release
#define LOAD memory_order_acquire
#else
#define STORE memory_order_relaxed
#define LOAD memory_order_relaxed
#endif

static void *use(void *seen) {
  while (!atomic_load_explicit(&ready, LOAD)) {}
  *(int *)seen = buffer; // RACE
  return NULL;
}

int main(int argc, char **argv) {
  int rank, provided, seen = 0, *memory;
  pthread_t thread;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pthread_create(&thread, NULL, use, &seen);
    MPI_Get(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
    MPI_Win_flush(1, win);
    atomic_store_explicit(&ready, 1, STORE);
    pthread_join(thread, NULL);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 0;
}
