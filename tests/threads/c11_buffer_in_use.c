// ranks: 2
// A thread fills the buffer that another thread has given to a nonblocking send.
#include <mpi.h>
#include <threads.h>

static int buffer = 1;
static mtx_t mutex;
static cnd_t sent;
static int done;

static int fill(void *unused) {
  (void)unused;
#ifdef FIXED
  mtx_lock(&mutex);
  while (!done) cnd_wait(&sent, &mutex);
  mtx_unlock(&mutex);
#endif
  buffer = 2; // RACE
  return 3;
}

int main(int argc, char **argv) {
  int rank, provided, received, result = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Request request;
    thrd_t thread;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&sent);
    thrd_create(&thread, fill, NULL);
    MPI_Isend(&buffer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); // RACE
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    mtx_lock(&mutex);
    done = 1;
    cnd_signal(&sent);
    mtx_unlock(&mutex);
    thrd_join(thread, &result);
    if (result != 3) MPI_Abort(MPI_COMM_WORLD, 1);
  } else {
    MPI_Recv(&received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  return 0;
}
