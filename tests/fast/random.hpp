// What the random programs of FastCountsTest are made of: ways to get memory, to hand its address on, and to use it.
#include <mpi.h>

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#define ALONE __attribute__((noinline)) static

static double sum;
static volatile long zero; // the compiler does not know that it is

// ---- memory ----

ALONE void *xmalloc(size_t size) {
  void *block = malloc(size);
  if (block == nullptr) abort();
  return memset(block, 0, size);
}

ALONE double *array_of(int n) { return (double *)xmalloc((size_t)n * sizeof(double)); }

ALONE double *grow(double *old, int from, int to) {
  double *block = (double *)realloc(old, (size_t)to * sizeof(double));
  for (int i = from; i < to; i++) block[i] = 0;
  return block;
}

ALONE double **alloc_2d(int rows, int columns) {
  double **table = (double **)xmalloc((size_t)rows * sizeof(double *));
  double *block = array_of(rows * columns);
  for (int i = 0; i < rows; i++) table[i] = block + i * columns;
  return table;
}

ALONE double *nested(int depth, int n) { return depth == 0 ? array_of(n) : nested(depth - 1, n); }

ALONE double *by_new(int n) { return new double[n](); }

ALONE void into(double **place, int n) { *place = array_of(n); }

typedef double *(*Making)(int);
static Making makings[] = {array_of, by_new};

struct Maker {
  virtual ~Maker() {}
  virtual double *make(int n) = 0;
};
struct FromMalloc : Maker {
  double *make(int n) override { return array_of(n); }
};
struct FromNew : Maker {
  double *make(int n) override { return by_new(n); }
};
ALONE std::unique_ptr<Maker> maker(int kind) {
  if (kind == 0) return std::make_unique<FromMalloc>();
  return std::make_unique<FromNew>();
}

struct Pool {
  char *memory = (char *)xmalloc(1 << 14);
  size_t used = 0;
  double *take(int n) {
    double *block = (double *)(memory + used);
    used += (size_t)n * sizeof(double);
    return block;
  }
};
static Pool pool;

template <typename T> struct Allocator {
  typedef T value_type;
  Allocator() {}
  template <typename U> Allocator(const Allocator<U> &) {}
  T *allocate(size_t n) { return (T *)xmalloc(n * sizeof(T)); }
  void deallocate(T *block, size_t) { free(block); }
  template <typename U> bool operator==(const Allocator<U> &) const { return true; }
  template <typename U> bool operator!=(const Allocator<U> &) const { return false; }
};

struct Block {
  int number = 0;
  double cells[64] = {};
};

struct Domain {
  std::vector<double> a, b, c;
  std::vector<double, Allocator<double>> own;
  double *p = nullptr, *q = nullptr;
  double **grid = nullptr;
  std::vector<double *> table = std::vector<double *>(3);
  std::unordered_map<int, std::vector<double>> map;
  std::map<std::string, std::vector<double>> named;
  std::vector<std::vector<double>> rows = std::vector<std::vector<double>>(3);
  std::shared_ptr<Block> block;
  std::unique_ptr<double[]> owned;
  double fixed[64] = {};
  __attribute__((noinline)) double *first() { return a.data(); }
  void exchange() { std::swap(b, c); }
};

static Domain shared;
static double plain[64];

ALONE std::vector<double> vector_of(int n) {
  std::vector<double> made;
  for (int i = 0; i < n; i++) made.push_back(0);
  return made;
}

// ---- handing an address on ----

ALONE double *same(double *p) { return p; }

struct Cell {
  long before;
  double *p;
};

struct Getter {
  virtual ~Getter() {}
  virtual double *get() = 0;
};
struct Held : Getter {
  double *p;
  explicit Held(double *held) : p(held) {}
  double *get() override { return p; }
};
struct HeldTwice : Held {
  Held inner;
  explicit HeldTwice(double *held) : Held(nullptr), inner(held) {}
  double *get() override { return inner.get(); }
};
ALONE double *asked(Getter &getter) { return getter.get(); }

ALONE void thrown(double *p) { throw p; }

// The distance to what it points to, as in memory that is not at the same place in all processes.
struct OffsetPointer {
  uintptr_t distance;
  __attribute__((noinline)) explicit OffsetPointer(double *p) { set(p); }
  __attribute__((noinline)) void set(double *p) { distance = (uintptr_t)p - (uintptr_t)this; }
  __attribute__((noinline)) double *get() { return (double *)((uintptr_t)this + distance); }
};

static double *slot;

ALONE double *chosen(int kind, double *p, double *other) {
  switch (kind) {
  case 0: slot = p; return other;
  case 1: return p;
  case 2: slot = other; return slot;
  default: return slot;
  }
}

typedef double *(*Choosing)(int, double *, double *);
static Choosing volatile choosing = chosen;

struct Tables {
  std::unordered_map<int, double *> by_number;
  double *beside = nullptr;
  std::unordered_map<std::string, double *> by_name;
};

ALONE double *mirrored(double *p) {
  double *back = nullptr;
  MPI_Sendrecv(&p, sizeof p, MPI_BYTE, 0, 0, &back, sizeof back, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return back;
}

ALONE void out(double *p, double **place) { *place = p; }

struct Node {
  Node *next;
  double *p;
};
ALONE Node *last(Node *node) {
  while (node->next != nullptr) node = node->next;
  return node;
}

ALONE double *from_slot() { return slot; }

ALONE double *one_of(int count, ...) {
  va_list list;
  va_start(list, count);
  double *p = nullptr;
  for (int i = 0; i < count; i++) p = va_arg(list, double *);
  va_end(list);
  return p;
}

ALONE double *bytewise(double *p) {
  double *result;
  for (size_t i = 0; i < sizeof p; i++) ((volatile unsigned char *)&result)[i] = ((unsigned char *)&p)[i];
  return result;
}

// ---- uses ----

ALONE void kernel(double *p, int n) {
  for (int i = 0; i < n; i++) p[i] = 0.5 * p[i] + i;
}

ALONE double gather(const double *p, const std::vector<int> &list) {
  double all = 0;
  for (int i : list) all += p[i];
  return all;
}

template <typename F> static void each(double *p, int n, F f) {
  for (int i = 0; i < n; i++) f(p[i]);
}

struct Span {
  double *p;
  int n;
  __attribute__((noinline)) void scale(double by) {
    for (int i = 0; i < n; i++) p[i] *= by;
  }
};

struct Operation {
  virtual ~Operation() {}
  virtual void apply(double *p, int n) = 0;
};
struct Increase : Operation {
  void apply(double *p, int n) override {
    for (int i = 0; i < n; i += 2) p[i] += 1;
  }
};
struct Add : Operation {
  void apply(double *p, int n) override { sum += std::accumulate(p, p + n, 0.0); }
};
ALONE std::unique_ptr<Operation> operation(int kind) {
  if (kind == 0) return std::make_unique<Increase>();
  return std::make_unique<Add>();
}

ALONE std::vector<int> list_of(int n, int step) {
  std::vector<int> list;
  for (int i = 0; i < n; i += step) list.push_back((i * 5 + 3) % n);
  return list;
}

// ---- exposing ----

static std::vector<MPI_Win> windows;
ALONE void expose(int number, double *p, int n) {
  MPI_Win window;
  MPI_Win_create(p, (MPI_Aint)((size_t)n * sizeof *p), 8, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  windows.push_back(window);
  printf("object %d %lu %d\n", number, (unsigned long)p, n);
}
ALONE void finish() {
  for (MPI_Win &window : windows) MPI_Win_free(&window);
  printf("sum %.17g\n", sum);
  MPI_Finalize();
}
