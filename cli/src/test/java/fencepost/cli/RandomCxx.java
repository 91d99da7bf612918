package fencepost.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random C++ programs that make arrays in many ways, expose some of them, and use all of them
 * through addresses that took many ways. What the pieces do is in {@code tests/fast/random.hpp}.
 */
final class RandomCxx {
  private static final Path PIECES = Path.of("../tests/fast/random.hpp").toAbsolutePath();
  private static final int ROUNDS = 3;

  /** Places in a domain D for an array of N doubles: how it is made there, and its address. */
  private static final List<Place> IN_DOMAIN =
      List.of(
          new Place("D.a.resize(N);", "D.a.data()"),
          new Place("D.a = vector_of(N);", "D.first()"),
          new Place("D.b.assign(N, 0.0); D.c.resize(N); D.exchange();", "D.c.data()"),
          new Place("D.c = std::vector<double>(N); D.b = std::move(D.c);", "D.b.data()"),
          new Place("D.own.resize(N);", "&D.own[0]"),
          new Place("D.p = array_of(N);", "D.p"),
          new Place("D.p = (double *)xmalloc(N * sizeof(double));", "D.p"),
          new Place("D.p = grow(nullptr, 0, 3); D.p = grow(D.p, 3, N);", "D.p"),
          new Place("D.q = new double[N]();", "D.q"),
          new Place("into(&D.q, N);", "D.q"),
          new Place("D.q = maker(K % 2)->make(N);", "D.q"),
          new Place("D.q = makings[(K + zero) % 2](N);", "D.q"),
          new Place("D.grid = alloc_2d(2, N);", "D.grid[1]"),
          new Place("D.table[0] = pool.take(N);", "D.table[0]"),
          new Place("D.table[1] = nested(2, N);", "D.table[1]"),
          new Place("D.map[K].resize(N);", "D.map[K].data()"),
          new Place("D.map.emplace(K, vector_of(N));", "D.map.at(K).data()"),
          new Place("D.named[\"K\"].resize(N);", "&D.named[\"K\"].front()"),
          new Place("D.rows[1] = std::vector<double>(N, 1.0);", "D.rows[1].data()"),
          new Place("D.rows.emplace_back(N);", "D.rows.back().data()"),
          new Place("D.block = std::make_shared<Block>();", "D.block->cells"),
          new Place("D.owned = std::make_unique<double[]>(N);", "D.owned.get()"),
          new Place("", "D.fixed"));

  private static final List<Place> ELSEWHERE = List.of(new Place("", "plain"));
  private static final List<String> DOMAINS = List.of("one", "(*two)", "shared");

  /** How an address p goes through a program and comes back. */
  private static final List<String> WAYS =
      List.of(
          "p = same(p);",
          "{ uintptr_t number = (uintptr_t)p; number += (uintptr_t)zero; p = (double *)number; }",
          "{ Cell from{1, p}, to; memcpy(&to, &from, sizeof to); p = to.p; }",
          "{ Held held(p); p = asked(held); }",
          "{ HeldTwice held(p); p = asked(held); }",
          "{ std::unique_ptr<Getter> held(new HeldTwice(p)); p = held->get(); }",
          "{ std::function<double *()> f = [p] { return p; }; p = f(); }",
          "try { thrown(p); } catch (double *caught) { p = caught; }",
          "{ std::vector<double *> all(2); all.push_back(p); p = all[2]; }",
          "{ std::unordered_map<int, double *> all; all[3] = p; p = all.at(3); }",
          "{ double *place; out(p, &place); p = place; }",
          "{ Node end{nullptr, p}, start{&end, nullptr}; p = last(&start)->p; }",
          "slot = p; p = from_slot();",
          "p = one_of(2, plain, p);",
          "p = bytewise(p);",
          "p = std::make_pair(1, p).second;",
          "{ auto shared = std::make_shared<Held>(p); p = asked(*shared); }",
          "{ std::vector<Cell> cells(2); cells[1].p = p; std::vector<Cell> moved = std::move(cells);"
              + " p = moved[1].p; }",
          "p = std::max(p, (double *)nullptr);",
          "p = mirrored(p);",
          "{ OffsetPointer held(p); p = held.get(); }",
          "{ std::vector<OffsetPointer> all(2, OffsetPointer(plain)); all[1].set(p);"
              + " p = all[1 + zero].get(); }",
          "{ ptrdiff_t n = (char *)p - (char *)plain; p = (double *)((uintptr_t)plain + n); }",
          "p = chosen(1, p, plain);",
          "chosen(0, p, plain); p = chosen(3, plain, plain);",
          "p = choosing(2 + (int)zero, plain, p);",
          "{ Tables from, to; from.by_number[7] = p; to.by_number = std::move(from.by_number);"
              + " from.by_number[1] = plain; std::swap(from, to); p = from.by_number.at(7); }",
          "{ std::vector<Tables> all(3); all[1].by_name[\"p\"] = p; all[2].beside = plain;"
              + " all.resize(9); p = all[1 + zero].by_name[\"p\"]; }",
          "{ std::vector<std::function<double *()>> all; all.push_back([] { return plain; });"
              + " all.push_back([p] { return p; }); p = all[1 + zero](); }",
          "{ double *a = p, *b = plain; std::function<double *()> f = [a, b, p] { return p; };"
              + " auto g = f; f = nullptr; p = g(); }",
          "{ std::function<double *(double *)> f = same;"
              + " p = (*f.target<double *(*)(double *)>())(p); }");

  private static final List<String> WAYS_OF_THREADS =
      List.of(
          "{ double *found; std::thread other([&] { found = p; }); other.join(); p = found; }",
          "p = std::async(std::launch::async, same, p).get();",
          "{ double *all[2]; _Pragma(\"omp parallel num_threads(2)\") {\n"
              + "double *mine;\n#pragma omp single copyprivate(mine)\nmine = p;\n"
              + "all[omp_get_thread_num()] = mine; } p = all[0]; }",
          "own = p;\n#pragma omp parallel num_threads(2) copyin(own)\n"
              + "{ if (omp_get_thread_num() == 1) slot = own; }\nif (slot) p = slot;");

  /** What is done with the N doubles at p, and those at r. */
  private static final List<String> USES =
      List.of(
          "for (int i = 0; i < N; i++) sum += p[i];",
          "for (int i = 0; i < N; i++) p[i] = i + K;",
          "for (int i : list_of(N, 3)) p[i] += 1;",
          "sum += gather(p, list_of(N, 2));",
          "kernel(p, N - 1);",
          "memcpy(p, r, (N - 2) * sizeof(double));",
          "std::copy(r, r + N - 3, p + 1);",
          "std::fill(p, p + N / 2, 2.0);",
          "sum += std::accumulate(p, p + N - 1, 0.0);",
          "operation(K % 2)->apply(p, N);",
          "each(p, N - 4, [&](double &x) { x += r[0]; });",
          "for (int i = 0; i < N; i++) if (r[i] > 1) p[i] += r[i];",
          "std::sort(p, p + N - 1);",
          "Span{p, N - 1}.scale(1.5);",
          "for (double *q = p; q < p + N - 1; q += 2) { *q += 1; sum += q[1]; }",
          "for (int i = 1; i < N - 1; i++) sum += p[i - 1] + p[i + 1] - r[i];",
          "std::swap_ranges(p, p + 4, r);",
          "for (int i = 0; i < 4; i++) for (int j = 0; j < 4; j++) p[4 * i + j] += r[4 * j + i];",
          "std::transform(r, r + 5, p, [](double x) { return x + 1; });",
          "{ std::function<void(int)> f = [&](int i) { p[i] += 1; }; f(2); f(5); }",
          "{ std::vector<double> copy(p, p + N); copy.push_back(1); sum += copy[3]; }");

  private static final List<String> USES_OF_THREADS =
      List.of(
          "\n#pragma omp parallel for num_threads(2)\nfor (int i = 0; i < N; i++) p[i] += 1;",
          "\n#pragma omp parallel for num_threads(2) reduction(+ : sum)\n"
              + "for (int i = 0; i < N; i++) sum += p[i] + r[i];",
          "\n#pragma omp parallel num_threads(2)\n#pragma omp single\n{\n"
              + "#pragma omp task firstprivate(p)\nkernel(p, 5);\n#pragma omp task shared(p)\n"
              + "Span{p + 5, 5}.scale(2);\n}",
          "\n#pragma omp parallel sections num_threads(2)\n{\n#pragma omp section\np[0] += 1;\n"
              + "#pragma omp section\np[1] += 2;\n}",
          "\n#pragma omp parallel num_threads(2)\n#pragma omp single\n#pragma omp taskloop\n"
              + "for (int i = 0; i < N; i++) p[i] = 3;",
          "\n#pragma omp parallel for num_threads(2) reduction(+ : p[:4])\n"
              + "for (int i = 0; i < 8; i++) p[i % 4] += i;",
          "\n#pragma omp parallel num_threads(2)\n{\n#pragma omp for schedule(dynamic, 3)\n"
              + "for (int i = 0; i < N; i++) p[i] += r == p ? 0 : r[i];\n}",
          "{ std::thread other(kernel, p, N - 2); other.join(); }",
          "sum += std::async(std::launch::async, [=] { return p[3]; }).get();",
          "\n#pragma omp parallel num_threads(2)\n{\n#pragma omp critical\np[2] += 1;\n}");

  private record Place(String making, String address) {}

  private record Array(int number, int size, Place place, String domain) {
    /** A text of the tables, for this array. */
    String of(String text) {
      return text.replaceAll("\\bD\\b", domain)
          .replaceAll("\\bN\\b", "" + size)
          .replaceAll("\\bK\\b", "" + number);
    }
  }

  private final Random random;
  private final boolean threads;
  private final List<Array> arrays = new ArrayList<>();

  RandomCxx(long seed, boolean threads) {
    this.random = new Random(seed);
    this.threads = threads;
    List<Array> all = new ArrayList<>();
    for (String domain : DOMAINS) {
      for (Place place : IN_DOMAIN) {
        all.add(new Array(0, 0, place, domain));
      }
    }
    ELSEWHERE.forEach(place -> all.add(new Array(0, 0, place, "")));
    Collections.shuffle(all, random);
    int count = 5 + random.nextInt(8);
    int size = 20 + random.nextInt(30);
    for (Array array : all) {
      if (arrays.size() < count && arrays.stream().noneMatch(known -> meets(known, array))) {
        arrays.add(new Array(arrays.size(), size, array.place, array.domain));
      }
    }
  }

  /** Whether one of them is made in the place of the other, or moves it. */
  private static boolean meets(Array one, Array other) {
    return one.domain.equals(other.domain)
        && (root(one).equals(root(other)) || (moves(one) && moves(other)));
  }

  private static String root(Array array) {
    return array
        .place
        .address
        .replaceAll("^\\W*D\\.(first)?(\\w*).*", "$1$2")
        .replace("first", "a");
  }

  private static boolean moves(Array array) {
    return array.place.making.matches(".*(exchange|move|emplace_back|D\\.rows).*");
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append("#include \"").append(PIECES).append("\"\n");
    if (threads) {
      text.append("#include <omp.h>\nstatic double *own;\n#pragma omp threadprivate(own)\n");
    }
    for (int round = 0; round < ROUNDS; round++) {
      text.append("ALONE void step").append(round).append("(Domain &one, Domain *two) {\n");
      for (int i = 3 + random.nextInt(5); i > 0; i--) {
        text.append(use());
      }
      text.append("}\n");
    }
    text.append("ALONE void make(Domain &one, Domain *two) {\n");
    arrays.forEach(array -> text.append(array.of(array.place.making)).append('\n'));
    text.append("}\nint main(int argc, char **argv) {\nMPI_Init(&argc, &argv);\n");
    text.append("Domain one;\nDomain *two = new Domain;\nmake(one, two);\n");
    arrays.stream().filter(array -> random.nextInt(3) == 0).forEach(a -> text.append(expose(a)));
    for (int round = 0; round < ROUNDS; round++) {
      text.append("step").append(round).append("(one, two);\nMPI_Barrier(MPI_COMM_WORLD);\n");
    }
    return text.append("finish();\n}\n").toString();
  }

  private String expose(Array array) {
    return array.of(
        "{ double *p = " + array.place.address + "; " + way() + " expose(K, p, N); }\n");
  }

  private String use() {
    Array array = any(arrays);
    Array other = any(arrays.stream().filter(a -> a != array).toList());
    StringBuilder text = new StringBuilder("{ double *p = ");
    text.append(array.of(array.place.address)).append(", *r = ");
    text.append(other.of(other.place.address)).append(";\n");
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(array.of(way())).append('\n');
    }
    String use = threads && random.nextBoolean() ? any(USES_OF_THREADS) : any(USES);
    return text.append(array.of(use)).append("\nif (r == nullptr) abort();\n}\n").toString();
  }

  private String way() {
    return threads && random.nextInt(4) == 0 ? any(WAYS_OF_THREADS) : any(WAYS);
  }

  private <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }
}
