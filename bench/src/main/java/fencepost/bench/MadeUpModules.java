package fencepost.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A C++ program in several files, for measuring what a build costs: classes full of vectors,
 * templates, virtual functions and containers, as applications have them, and a window in each
 * file.
 */
final class MadeUpModules {
  private static final int MODULES = 12;

  private static final String HEADER =
      """
      #pragma once
      #include <mpi.h>
      #include <algorithm>
      #include <cmath>
      #include <functional>
      #include <iostream>
      #include <map>
      #include <memory>
      #include <numeric>
      #include <stdexcept>
      #include <string>
      #include <unordered_map>
      #include <vector>

      template <typename T> class Field {
        std::vector<T> values;
        std::string title;

      public:
        Field(std::string name, size_t count) : values(count), title(std::move(name)) {}
        T &operator[](size_t i) { return values[i]; }
        const T &operator[](size_t i) const { return values[i]; }
        T *data() { return values.data(); }
        size_t size() const { return values.size(); }
        const std::string &name() const { return title; }
        void grow(T value) { values.push_back(value); }
        template <typename F> void update(F f) { std::transform(values.begin(), values.end(), values.begin(), f); }
        T sum() const { return std::accumulate(values.begin(), values.end(), T()); }
      };

      class Law {
      public:
        virtual ~Law() {}
        virtual double pressure(double density, double energy) const = 0;
      };

      class Part {
      public:
        virtual ~Part() {}
        virtual void step(double dt) = 0;
        virtual void exchange(int rank, int size) = 0;
        virtual double energy() const = 0;
      };
      """;

  private static final String CLASS =
      """
      #include "parts.h"

      namespace {
      struct Gas# : Law {
        double gamma;
        explicit Gas#(double g) : gamma(g) {}
        double pressure(double density, double energy) const override { return (gamma - 1) * density * energy; }
      };
      struct Stiff# : Law {
        double bulk;
        explicit Stiff#(double b) : bulk(b) {}
        double pressure(double density, double energy) const override { return bulk * (density - 1) + energy / %d; }
      };
      struct Tally# {
        int count = 0;
        double mass = 0;
      };
      } // namespace

      class Part# : public Part {
        Field<double> x, v, f, e, rho, border;
        Field<int> next;
        std::unique_ptr<Law> law;
        std::map<std::string, Tally#> tallies;
        std::unordered_map<int, std::vector<int>> groups;
        std::vector<std::function<void(double)>> stages;
        MPI_Win win;

      public:
        explicit Part#(int n)
            : x("x", n), v("v", n), f("f", n), e("e", n), rho("rho", n), border("border", 64), next("next", n) {
          if (n < 64) throw std::invalid_argument("too small");
          if (n %% 2) law.reset(new Gas#(1.4)); else law.reset(new Stiff#(2.5));
          for (int i = 0; i < n; i++) {
            x[i] = i * 0.1;
            rho[i] = 1 + 0.01 * (i %% 7);
            e[i] = 2.0;
            next[i] = (i * 7 + 3) %% n;
            groups[i %% 16].push_back(i);
          }
          MPI_Win_create(border.data(), border.size() * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
      """;

  private static final String KERNEL =
      """
        void kernel@(double dt) {
          const size_t n = x.size();
          std::vector<double> work(n), flux(n + 1);
          for (size_t i = 0; i < n; i++) {
            double p = law->pressure(rho[i], e[i]);
            work[i] = p * (x[next[i]] - x[i]) + %1$d * 1e-3 * v[i];
          }
          for (size_t i = 1; i < n; i++) flux[i] = 0.5 * (work[i - 1] + work[i]) * dt;
          for (size_t i = 0; i < n; i++) {
            f[i] += flux[i + 1] - flux[i];
            v[i] += f[i] * dt / rho[i];
            x[i] += v[i] * dt;
          }
          for (auto &group : groups) {
            double sum = 0;
            for (int i : group.second) sum += e[i] * rho[i];
            Tally# &tally = tallies["kernel@"];
            tally.count += static_cast<int>(group.second.size());
            tally.mass += sum;
          }
      !
          e.update([dt](double value) { return value * (1 - dt * %1$d * 1e-9); });
          for (size_t i = 0; i < 64; i++) border[i] = e[i] + border[(i + %1$d) %% 64];
        }
      """;

  /** In every fourth kernel. */
  private static final String SORT =
      """
      std::vector<size_t> order(n);
      std::iota(order.begin(), order.end(), 0);
      std::sort(order.begin(), order.end(), [this](size_t a, size_t b) { return e[a] + %1$d * x[a] < e[b] + %1$d * x[b]; });
      for (size_t k = 0; k + 1 < n; k++) {
        double mean = 0.5 * (e[order[k]] + e[order[k + 1]]);
        if (std::fabs(mean) > 1e6) throw std::runtime_error("energy of " + e.name() + " in kernel@ is " + std::to_string(mean));
        e[order[k]] = mean;
      }
      """;

  private static final String END =
      """
        void step(double dt) override {
          for (auto &stage : stages) stage(dt);
        }

        void exchange(int rank, int size) override {
          std::vector<double> out(e.data(), e.data() + 32);
          MPI_Win_fence(0, win);
          MPI_Put(out.data(), 32, MPI_DOUBLE, (rank + 1) %% size, 0, 32, MPI_DOUBLE, win);
          MPI_Win_fence(0, win);
          for (int i = 0; i < 32; i++) e[i] = 0.5 * (e[i] + border[i]);
        }

        double energy() const override {
          double total = e.sum();
          for (const auto &entry : tallies) total += entry.second.mass / (1 + entry.second.count);
          return total;
        }

        ~Part#() override { MPI_Win_free(&win); }
      };

      std::unique_ptr<Part> make#(int n) { return std::unique_ptr<Part>(new Part#(n)); }
      """;

  private MadeUpModules() {}

  /** Writes the files of a program of so many lines; returns those to compile. */
  static List<Path> write(Path directory, int lines) throws IOException {
    Files.writeString(directory.resolve("parts.h"), HEADER);
    int ofKernel = (int) (KERNEL.lines().count() + 1 + SORT.lines().count() / 4);
    int kernels = Math.max(1, (lines / MODULES - 75) / ofKernel);
    List<Path> sources = new ArrayList<>();
    StringBuilder declared = new StringBuilder();
    StringBuilder made = new StringBuilder();
    for (int m = 0; m < MODULES; m++) {
      Path source = directory.resolve("part" + m + ".cpp");
      sources.add(Files.writeString(source, module(m, kernels)));
      declared.append("std::unique_ptr<Part> make%d(int n);%n".formatted(m));
      made.append("  parts.push_back(make%d(%d));%n".formatted(m, 100 + m));
    }
    String main =
        """
        #include "parts.h"
        %sint main(int argc, char **argv) {
          int rank, size;
          MPI_Init(&argc, &argv);
          MPI_Comm_rank(MPI_COMM_WORLD, &rank);
          MPI_Comm_size(MPI_COMM_WORLD, &size);
          std::vector<std::unique_ptr<Part>> parts;
        %s  for (int s = 0; s < 10; s++) {
            for (auto &part : parts) part->step(1e-3);
            for (auto &part : parts) part->exchange(rank, size);
          }
          double total = 0;
          for (auto &part : parts) total += part->energy();
          if (rank == 0) std::cout << "energy " << total << std::endl;
          parts.clear();
          MPI_Finalize();
        }
        """;
    sources.add(Files.writeString(directory.resolve("main.cpp"), main.formatted(declared, made)));
    return sources;
  }

  private static String module(int number, int kernels) {
    StringBuilder text = new StringBuilder(CLASS.formatted(number + 2));
    for (int k = 0; k < kernels; k++) {
      text.append("    stages.push_back([this](double dt) { kernel%d(dt); });%n".formatted(k));
    }
    text.append("  }\n\n");
    for (int k = 0; k < kernels; k++) {
      String kernel = KERNEL.replace("!\n", k % 4 == 0 ? SORT.indent(4) : "");
      text.append(kernel.formatted(number * kernels + k).replace("@", "" + k)).append('\n');
    }
    text.append(END.formatted());
    return text.toString()
        .replace("#include", "\0")
        .replace("#", "" + number)
        .replace("\0", "#include");
  }
}
