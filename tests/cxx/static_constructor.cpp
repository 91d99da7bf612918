// ranks: 2
// An object made before main holds the window's memory; a virtual function stores to it while a get is pending.
// FIXED stores after the fence.
#include <mpi.h>

#include <vector>

struct Field {
  virtual ~Field() = default;
  virtual void update() = 0;
};

struct Cells final : Field {
  std::vector<long> cells = std::vector<long>(16, 1);
  Cells() { cells[3] = 4; }
  void update() override {
    cells[3] = 5; // RACE
  }
};

static Cells cells;
static Field &field = cells;

int main(int argc, char **argv) {
  int rank;
  long result = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win win;
  MPI_Win_create(cells.cells.data(), 16 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(&result, 1, MPI_LONG, 1, 3, 1, MPI_LONG, win); // RACE
  }
#ifdef FIXED
  MPI_Win_fence(0, win);
#endif
  if (rank == 1) field.update();
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return result > 5;
}
