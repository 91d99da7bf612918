// ranks: 2
// The epoch ends with the life of an object, and the result is used inside of it; FIXED uses it outside.
#include <mpi.h>

class Epoch {
public:
  Epoch(MPI_Win win, int target) : win(win), target(target) { MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win); }
  ~Epoch() { MPI_Win_unlock(target, win); }
  Epoch(const Epoch &) = delete;
  void get(int &result) {
    MPI_Get(&result, 1, MPI_INT, target, 0, 1, MPI_INT, win); // RACE
  }

private:
  MPI_Win win;
  int target;
};

int memory = 3;

int main(int argc, char **argv) {
  int rank, result = 0, twice = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  if (rank == 0) {
    {
      Epoch epoch(win, 1);
      epoch.get(result);
#ifndef FIXED
      twice = 2 * result; // RACE
#endif
    }
#ifdef FIXED
    twice = 2 * result;
#endif
  }
  MPI_Win_free(&win);
  MPI_Finalize();
  return twice > 6;
}
