// ranks: 2
// Every construct computes what it should; then one thread uses the buffer that another one fetches into.
#include <mpi.h>
#include <omp.h>
#include <stdlib.h>

static int own;
#pragma omp threadprivate(own)

static void expect(int condition) {
  if (!condition) MPI_Abort(MPI_COMM_WORLD, 1);
}

static void loops(void) {
  int sum = 0, most = 0, last = -1, ordered = 0, wrong = 0;
  int seen[20] = {0}, chain[20] = {0};
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
#pragma omp for schedule(static, 2) lastprivate(last) nowait
    for (int i = 0; i < 20; i++) {
      sum += i;
      last = i;
    }
#pragma omp for schedule(dynamic, 3)
    for (int i = 19; i >= 0; i--) seen[i]++;
#pragma omp for schedule(guided) reduction(max : most)
    for (long i = 3; i < 20; i += 4) most = most > (int)i ? most : (int)i;
#pragma omp for ordered schedule(static, 1)
    for (int i = 0; i < 20; i++) {
#pragma omp ordered
      {
        wrong += ordered != i;
        ordered++;
      }
    }
#pragma omp for ordered(1)
    for (int i = 1; i < 20; i++) {
#pragma omp ordered depend(sink : i - 1)
      chain[i] = chain[i - 1] + 1;
#pragma omp ordered depend(source)
    }
  }
  expect(sum == 190 && last == 19 && most == 19 && wrong == 0 && chain[19] == 19);
  for (int i = 0; i < 20; i++) expect(seen[i] == 1);
}

static void teams(void) {
  int threads = 0, masters = 0, singles = 0, sections = 0, given = 0, copies = 0, inner = 0;
  omp_lock_t lock;
  omp_init_lock(&lock);
  own = 1;
#pragma omp parallel num_threads(4) copyin(own) firstprivate(given)
  {
    expect(omp_get_num_threads() == 4 && omp_in_parallel() && own == 1);
    own += omp_get_thread_num();
#pragma omp critical
    threads++;
#pragma omp master
    masters++;
#pragma omp single copyprivate(given)
    {
      singles++;
      given = 7;
    }
    omp_set_lock(&lock);
    copies += given;
    omp_unset_lock(&lock);
#pragma omp sections
    {
#pragma omp section
#pragma omp atomic
      sections += 1;
#pragma omp section
#pragma omp atomic
      sections += 2;
    }
#pragma omp parallel num_threads(2)
#pragma omp atomic
    inner += omp_get_num_threads();
  }
#pragma omp parallel num_threads(4)
  expect(own == 1 + omp_get_thread_num());
  omp_destroy_lock(&lock);
  expect(threads == 4 && masters == 1 && singles == 1 && copies == 28 && sections == 3);
  expect(inner == 4 && omp_get_num_threads() == 1 && omp_get_thread_num() == 0);
}

static int fibonacci(int n) {
  int a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fibonacci(n - 1);
#pragma omp task shared(b) if (n > 3)
  b = fibonacci(n - 2);
#pragma omp taskwait
  return a + b;
}

static void tasks(void) {
  int result = 0, token = 0, seen = 0, grouped = 0, values[10] = {0};
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    result = fibonacci(6);
#pragma omp task depend(out : token) shared(token)
    token = 5;
#pragma omp task depend(in : token) shared(token, seen)
    seen = token;
#pragma omp taskgroup
    {
#pragma omp task shared(grouped)
      {
#pragma omp task shared(grouped)
        grouped = 1;
      }
    }
    expect(grouped == 1);
#pragma omp taskloop grainsize(3)
    for (int i = 0; i < 10; i++) values[i] = i + 1;
    for (int i = 0; i < 10; i++) expect(values[i] == i + 1);
#pragma omp taskwait
  }
  expect(result == 8 && seen == 5);
}

int main(int argc, char **argv) {
  int rank, provided, buffer = 0, used = 0, *memory;
  MPI_Win win;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  loops();
  teams();
  tasks();
  MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
      {
        MPI_Get(&buffer, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
        MPI_Win_flush(1, win);
      }
#ifdef FIXED
#pragma omp barrier
#endif
      if (omp_get_thread_num() == 1) used = buffer + 1; // RACE
    }
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return used < 0;
}
