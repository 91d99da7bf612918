// ranks: 2
// One thread is told that the data has arrived, another one looks at it.
#include <mpi.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static thread_local int own = 5;

int main(int argc, char **argv) {
  int rank, provided, value = 1, seen = 0, *memory;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
    MPI_Win_flush(1, win);
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    std::mutex mutex;
    std::condition_variable changed;
    std::atomic<int> sum{0};
    bool told = false;
    std::thread hears([&] {
      int received;
      MPI_Recv(&received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      own = 7;
      sum += own;
      std::lock_guard<std::mutex> guard(mutex);
      told = true;
      changed.notify_all();
    });
    std::thread looks([&] {
#ifdef FIXED
      std::unique_lock<std::mutex> guard(mutex);
      changed.wait(guard, [&] { return told; });
#endif
      seen = *memory; // RACE
      sum += own;
    });
    hears.join();
    looks.join();
    if (sum != 12 || own != 5) MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return seen < 0;
}
