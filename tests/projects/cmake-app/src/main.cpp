#include <mpi.h>

#include <iostream>
#include <numeric>
#include <vector>

extern "C" {
MPI_Fint buffers_create(int count);
void buffers_advance();
void buffers_fence();
void buffers_free();
void stage_fetch(MPI_Fint window, double *results, int count);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> fetched(32);
  const MPI_Fint window = buffers_create(32);
  for (int step = 0; step < 3; step++) {
    stage_fetch(window, fetched.data(), 32);
#ifdef FIXED
    buffers_fence();
#endif
    buffers_advance();
    buffers_fence();
  }
  std::cout << std::accumulate(fetched.begin(), fetched.end(), 0.0) << std::endl;
  buffers_free();
  MPI_Finalize();
}
