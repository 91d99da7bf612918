// ranks: 2
// A template over the element type: the owner loads what a put may be writing; FIXED fences in between.
#include <mpi.h>

template <typename T> struct Type;
template <> struct Type<int> { static MPI_Datatype mpi() { return MPI_INT; } };
template <> struct Type<double> { static MPI_Datatype mpi() { return MPI_DOUBLE; } };

template <typename T> class Window {
public:
  explicit Window(int count) { MPI_Win_allocate(count * sizeof(T), sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); }
  ~Window() { MPI_Win_free(&win); }
  void fence() { MPI_Win_fence(0, win); }
  void put(const T &value, int target, int at) {
    MPI_Put(&value, 1, Type<T>::mpi(), target, at, 1, Type<T>::mpi(), win); // RACE
  }
  T operator[](int at) const {
    return base[at]; // RACE
  }

private:
  T *base;
  MPI_Win win;
};

int main(int argc, char **argv) {
  int rank, bad = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  {
    Window<double> window(4);
    Window<int> other(4);
    const double value = 1.5;
    const int seven = 7;
    window.fence();
    other.fence();
    if (rank == 0) {
      window.put(value, 1, 2);
      other.put(seven, 1, 2);
    }
    other.fence();
#ifdef FIXED
    window.fence();
#endif
    if (rank == 1) bad = window[2] > 9 || other[2] != 7;
    window.fence();
  }
  MPI_Finalize();
  return bad;
}
