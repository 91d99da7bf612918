// Benchmark: molecular dynamics with neighbour lists, its own allocation functions, and OpenMP.
//
//     mpirun -n RANKS hybrid_dynamics [STEPS N THREADS]        default: 60 12 2
//
// Each rank has N x N x N atoms of a fluid in a box that is periodic in x and y; the boxes are on top of each other, and the uppermost is
// below the lowest. Before the forces are computed, the places of the atoms near the faces are put to the neighbours' windows, between
// two fences. Atoms stay with their rank: they move little.
//
// Prints "compute_seconds T" (slowest rank) and "ok"; exit code 1 if momentum is not conserved, or energy by far.

#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

// ---- memory ----

static void *checkedMalloc(size_t size) {
  void *block = malloc(size > 0 ? size : 1);
  if (block == nullptr) {
    fprintf(stderr, "out of memory\n");
    exit(2);
  }
  return memset(block, 0, size);
}

template <typename T> static T *allocate(size_t count) { return (T *)checkedMalloc(count * sizeof(T)); }

static double **allocate2d(int rows, int columns) {
  double **table = allocate<double *>(rows);
  double *block = allocate<double>((size_t)rows * columns);
  for (int i = 0; i < rows; i++) table[i] = block + (size_t)i * columns;
  return table;
}

static void release2d(double **table) {
  if (table != nullptr) free(table[0]);
  free(table);
}

template <typename T> static T *grow(T *old, size_t from, size_t to) {
  T *block = (T *)realloc(old, to * sizeof(T));
  if (block == nullptr) exit(2);
  memset(block + from, 0, (to - from) * sizeof(T));
  return block;
}

// ---- atoms ----

struct Box {
  double side, height, bottom;
};

class Atoms {
public:
  int local, ghosts = 0, room;
  double **x, **v, **f;
  Box box;

  Atoms(int n, const Box &b) : local(n * n * n), room(3 * n * n * n), x(allocate2d(room, 3)), v(allocate2d(local, 3)), f(allocate2d(room, 3)), box(b) {
    double distance = box.side / n;
    unsigned seed = 7;
    for (int i = 0; i < local; i++) {
      int place[3] = {i % n, i / n % n, i / n / n};
      for (int d = 0; d < 3; d++) {
        seed = seed * 1103515245u + 12345u;
        x[i][d] = (place[d] + 0.5) * distance + (d == 2 ? box.bottom : 0);
        v[i][d] = 0.1 * ((seed >> 16) % 1000 / 999.0 - 0.5);
      }
    }
    double mean[3] = {0, 0, 0};
    for (int i = 0; i < local; i++)
      for (int d = 0; d < 3; d++) mean[d] += v[i][d] / local;
    for (int i = 0; i < local; i++)
      for (int d = 0; d < 3; d++) v[i][d] -= mean[d];
  }
  ~Atoms() {
    release2d(x);
    release2d(v);
    release2d(f);
  }
  int all() const { return local + ghosts; }
};

static double shortest(double distance, double side) {
  if (distance > 0.5 * side) return distance - side;
  return distance < -0.5 * side ? distance + side : distance;
}

class Neighbours {
public:
  int *count = nullptr, *list = nullptr, most = 8;
  double reach;

  explicit Neighbours(double r) : reach(r) {}
  ~Neighbours() {
    free(count);
    free(list);
  }
  void build(Atoms &atoms) {
    if (count == nullptr) {
      count = allocate<int>(atoms.local);
      list = allocate<int>((size_t)atoms.local * most);
    }
    while (!tryBuild(atoms)) {
      list = grow(list, (size_t)atoms.local * most, (size_t)atoms.local * most * 2);
      most *= 2;
    }
  }

private:
  // False if an atom has more neighbours than there is room for.
  bool tryBuild(Atoms &atoms) {
    int cells = (int)(atoms.box.side / reach);
    double low = atoms.box.bottom - reach, size = atoms.box.side / cells;
    int layers = (int)((atoms.box.height + 2 * reach) / size) + 1;
    std::vector<int> head((size_t)cells * cells * layers, -1), next(atoms.all());
    std::vector<int> cell(atoms.all());
    for (int i = 0; i < atoms.all(); i++) {
      int a = ((int)(atoms.x[i][0] / size) + cells) % cells, b = ((int)(atoms.x[i][1] / size) + cells) % cells;
      int c = std::min(layers - 1, std::max(0, (int)((atoms.x[i][2] - low) / size)));
      cell[i] = (c * cells + b) * cells + a;
      next[i] = head[cell[i]];
      head[cell[i]] = i;
    }
    for (int i = 0; i < atoms.local; i++) {
      int a = cell[i] % cells, b = cell[i] / cells % cells, c = cell[i] / cells / cells, found = 0;
      for (int dc = -1; dc <= 1; dc++)
        for (int db = -1; db <= 1; db++)
          for (int da = -1; da <= 1; da++) {
            if (c + dc < 0 || c + dc >= layers) continue;
            int other = ((c + dc) * cells + (b + db + cells) % cells) * cells + (a + da + cells) % cells;
            for (int j = head[other]; j >= 0; j = next[j]) {
              if (j == i || !near(atoms, i, j)) continue;
              if (found == most) return false;
              list[(size_t)i * most + found++] = j;
            }
          }
      count[i] = found;
    }
    return true;
  }
  bool near(const Atoms &atoms, int i, int j) const {
    double dx = shortest(atoms.x[i][0] - atoms.x[j][0], atoms.box.side), dy = shortest(atoms.x[i][1] - atoms.x[j][1], atoms.box.side);
    double dz = atoms.x[i][2] - atoms.x[j][2];
    return dx * dx + dy * dy + dz * dz < reach * reach;
  }
};

// ---- forces ----

class Force {
public:
  virtual ~Force() {}
  // Computes the forces on the atoms of this rank, and returns their energy.
  virtual double compute(Atoms &atoms, const Neighbours &neighbours, int threads) = 0;
};

class LennardJones : public Force {
  double cut, strength;

public:
  LennardJones(double c, double s) : cut(c), strength(s) {}
  double compute(Atoms &atoms, const Neighbours &neighbours, int threads) override {
    double **x = atoms.x, **f = atoms.f, energy = 0, side = atoms.box.side;
#pragma omp parallel for num_threads(threads) schedule(static) reduction(+ : energy)
    for (int i = 0; i < atoms.local; i++) {
      const int *list = neighbours.list + (size_t)i * neighbours.most;
      double fx = 0, fy = 0, fz = 0, px = x[i][0], py = x[i][1], pz = x[i][2];
      for (int k = 0; k < neighbours.count[i]; k++) {
        int j = list[k];
        double dx = shortest(px - x[j][0], side), dy = shortest(py - x[j][1], side), dz = pz - x[j][2];
        double square = dx * dx + dy * dy + dz * dz;
        if (square < cut * cut) {
          double inverse = 1 / square, sixth = inverse * inverse * inverse;
          double push = 48 * strength * sixth * (sixth - 0.5) * inverse;
          fx += dx * push;
          fy += dy * push;
          fz += dz * push;
          energy += 2 * strength * sixth * (sixth - 1);
        }
      }
      f[i][0] = fx;
      f[i][1] = fy;
      f[i][2] = fz;
    }
    return energy;
  }
};

// ---- ghosts ----

class Ghosts {
  Atoms &atoms;
  double reach;
  int below, above, size, rank;
  std::vector<int> toBelow, toAbove;
  double *received, *out;
  int most;
  MPI_Win window;

public:
  Ghosts(Atoms &a, double r, int n, int s)
      : atoms(a), reach(r), below((n + s - 1) % s), above((n + 1) % s), size(s), rank(n), most(a.local), window(MPI_WIN_NULL) {
    received = allocate<double>(2 * 3 * (size_t)most);
    out = allocate<double>(2 * 3 * (size_t)most);
    MPI_Win_create(received, (MPI_Aint)(2 * 3 * sizeof(double)) * most, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  }
  // Chooses the atoms that the neighbours have to know.
  void choose() {
    toBelow.clear();
    toAbove.clear();
    for (int i = 0; i < atoms.local; i++) {
      if (atoms.x[i][2] < atoms.box.bottom + reach) toBelow.push_back(i);
      if (atoms.x[i][2] > atoms.box.bottom + atoms.box.height - reach) toAbove.push_back(i);
    }
    int mine[2] = {(int)toBelow.size(), (int)toAbove.size()};
    MPI_Sendrecv(&mine[0], 1, MPI_INT, below, 0, &fromAbove, 1, MPI_INT, above, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(&mine[1], 1, MPI_INT, above, 1, &fromBelow, 1, MPI_INT, below, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    atoms.ghosts = fromBelow + fromAbove;
  }
  void exchange() {
    double total = size * atoms.box.height;
    pack(toBelow, out, rank == 0 ? total : 0);
    pack(toAbove, out + 3 * most, rank == size - 1 ? -total : 0);
    MPI_Win_fence(0, window);
    MPI_Put(out, 3 * (int)toBelow.size(), MPI_DOUBLE, below, 3 * most, 3 * (int)toBelow.size(), MPI_DOUBLE, window);
    MPI_Put(out + 3 * most, 3 * (int)toAbove.size(), MPI_DOUBLE, above, 0, 3 * (int)toAbove.size(), MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    unpack(received, atoms.local, fromBelow);
    unpack(received + 3 * most, atoms.local + fromBelow, fromAbove);
  }
  void finish() {
    MPI_Win_free(&window);
    free(received);
    free(out);
  }

private:
  int fromBelow = 0, fromAbove = 0;

  void pack(const std::vector<int> &chosen, double *to, double shift) {
    for (size_t k = 0; k < chosen.size(); k++) {
      const double *x = atoms.x[chosen[k]];
      to[3 * k] = x[0];
      to[3 * k + 1] = x[1];
      to[3 * k + 2] = x[2] + shift;
    }
  }
  void unpack(const double *from, int first, int count) {
    for (int i = 0; i < count; i++)
      for (int d = 0; d < 3; d++) atoms.x[first + i][d] = from[3 * i + d];
  }
};

static void integrate(Atoms &atoms, double velocity, double place, int threads) {
  double **x = atoms.x, **v = atoms.v, **f = atoms.f;
#pragma omp parallel for num_threads(threads) schedule(static)
  for (int i = 0; i < atoms.local; i++)
    for (int d = 0; d < 3; d++) {
      v[i][d] += velocity * f[i][d];
      x[i][d] += place * v[i][d];
    }
}

int main(int argc, char **argv) {
  int provided, rank, size;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int steps = argc > 1 ? atoi(argv[1]) : 60, n = argc > 2 ? atoi(argv[2]) : 12, threads = argc > 3 ? atoi(argv[3]) : 2;
  const double cut = 2.5, skin = 0.3, dt = 0.002, distance = 1.2;
  Atoms atoms(n, Box{n * distance, n * distance, rank * n * distance});
  Neighbours neighbours(cut + skin);
  Ghosts ghosts(atoms, cut + skin, rank, size);
  std::unique_ptr<Force> force(new LennardJones(cut, 1.0));
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime(), first = 0, last = 0;
  for (int step = 0; step < steps; step++) {
    if (step % 20 == 0) ghosts.choose();
    ghosts.exchange();
    if (step % 20 == 0) neighbours.build(atoms);
    double energy = force->compute(atoms, neighbours, threads);
    for (int i = 0; i < atoms.local; i++)
      for (int d = 0; d < 3; d++) energy += 0.5 * atoms.v[i][d] * atoms.v[i][d];
    (step == 0 ? first : last) = energy;
    integrate(atoms, dt, dt, threads);
  }
  double seconds = MPI_Wtime() - begin, slowest, sums[5] = {first, last, 0, 0, 0}, all[5];
  for (int i = 0; i < atoms.local; i++)
    for (int d = 0; d < 3; d++) sums[2 + d] += atoms.v[i][d];
  MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Allreduce(sums, all, 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  int wrong = !(std::fabs(all[1] - all[0]) < 0.05 * std::fabs(all[0]));
  for (int d = 0; d < 3; d++) wrong |= !(std::fabs(all[2 + d]) < 1e-6 * atoms.local * size);
  if (rank == 0) printf("compute_seconds %f\n%s\n", slowest, wrong ? "wrong" : "ok");
  ghosts.finish();
  MPI_Finalize();
  return wrong;
}
