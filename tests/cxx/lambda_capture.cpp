// ranks: 2
// A lambda changes the captured buffer of a pending put; FIXED waits for the request first.
#include <mpi.h>

#include <algorithm>
#include <array>
#include <functional>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::array<int, 4> memory{}, buffer{1, 2, 3, 4};
  MPI_Win win;
  MPI_Win_create(memory.data(), sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  std::function<void(int)> add = [&buffer](int by) {
    std::for_each(buffer.begin(), buffer.end(), [by](int &each) {
      each += by; // RACE
    });
  };
  add(1);
  if (rank == 0) {
    MPI_Request request;
    MPI_Rput(buffer.data(), 4, MPI_INT, 1, 0, 4, MPI_INT, win, &request); // RACE
#ifdef FIXED
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    add(1);
#else
    add(1);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
