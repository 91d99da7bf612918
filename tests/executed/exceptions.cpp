// ranks: 2
// Exceptions thrown and caught by value, by a base class, by the standard library and again; the exit code says if all was right.
#include <mpi.h>

#include <stdexcept>
#include <vector>

static int destroyed;

struct Guard {
  ~Guard() { destroyed++; }
};

struct Base {
  int value;
  explicit Base(int v) : value(v) {}
  Base(const Base &other) : value(other.value) {}
  ~Base() { destroyed += 100; }
};

struct Derived : Base {
  Derived() : Base(7) {}
};

static void fail(int how) {
  Guard guard;
  std::vector<int> none;
  if (how == 1) throw 42;
  if (how == 2) throw Derived();
  if (how == 3) throw std::runtime_error("three");
  if (how == 4) none.at(3) = 1;
}

static void again(int how) {
  try {
    fail(how);
  } catch (...) {
    throw;
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int sum = 0;
  for (int how = 0; how < 5; how++) {
    try {
      again(how);
    } catch (int number) {
      sum += number;
    } catch (const Base &base) {
      sum += base.value;
    } catch (const std::logic_error &) {
      sum += 1000;
    } catch (const std::exception &) {
      sum += 10000;
    } catch (...) {
      sum += 100000;
    }
  }
  MPI_Finalize();
  return sum == 42 + 7 + 10000 + 1000 && destroyed == 105 ? 0 : 1;
}
