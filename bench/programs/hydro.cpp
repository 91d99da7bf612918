// Benchmark: explicit hydrodynamics on hexahedra, with everything in the vectors of one class and nodes that are found through lists.
//
//     mpirun -n RANKS hydro [STEPS N]        default: 60 30
//
// Each rank has a cube of N x N x N elements; the cubes are on top of each other. Elements gather the places of their eight nodes,
// and give forces to their corners; nodes add up the forces of their corners. The forces of the layer of nodes that two ranks share are
// exchanged through a window, between two fences.
//
// Prints "compute_seconds T" (slowest rank) and "ok"; exit code 1 if momentum is not conserved, or if the shared layers differ.

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

using Real = double;
using Index = int;

template <typename T> static T *allocate(size_t count) { return new T[count](); }
template <typename T> static void release(T *&block) {
  delete[] block;
  block = nullptr;
}

// How pressure follows from density and energy.
class State {
public:
  virtual ~State() {}
  virtual Real pressure(Real compression, Real energy) const = 0;
};
class IdealGas : public State {
  Real gamma;

public:
  explicit IdealGas(Real g) : gamma(g) {}
  Real pressure(Real compression, Real energy) const override { return (gamma - 1) * (1 + compression) * energy; }
};
class Stiff : public State {
  Real bulk;

public:
  explicit Stiff(Real b) : bulk(b) {}
  Real pressure(Real compression, Real energy) const override { return bulk * compression + 0.3 * energy; }
};

class Domain {
public:
  Domain(Index side, int rank, int size);

  Real &x(Index i) { return m_x[i]; }
  Real &y(Index i) { return m_y[i]; }
  Real &z(Index i) { return m_z[i]; }
  Real &xd(Index i) { return m_xd[i]; }
  Real &yd(Index i) { return m_yd[i]; }
  Real &zd(Index i) { return m_zd[i]; }
  Real &fx(Index i) { return m_fx[i]; }
  Real &fy(Index i) { return m_fy[i]; }
  Real &fz(Index i) { return m_fz[i]; }
  Real &nodalMass(Index i) { return m_nodalMass[i]; }
  Real &e(Index i) { return m_e[i]; }
  Real &p(Index i) { return m_p[i]; }
  Real &q(Index i) { return m_q[i]; }
  Real &v(Index i) { return m_v[i]; }
  Real &volo(Index i) { return m_volo[i]; }
  Real &vnew(Index i) { return m_vnew[i]; }
  Real &ss(Index i) { return m_ss[i]; }
  const Index *nodelist(Index i) const { return &m_nodelist[8 * i]; }
  Index corners(Index i) const { return m_cornerStart[i + 1] - m_cornerStart[i]; }
  const Index *cornerList(Index i) const { return &m_cornerList[m_cornerStart[i]]; }
  const State &state(Index i) const { return *m_states[m_region[i]]; }
  Index elements() const { return m_elements; }
  Index nodes() const { return m_nodes; }
  Index layer() const { return (m_side + 1) * (m_side + 1); }
  Real *halo() { return m_halo.data(); }
  size_t haloSize() const { return m_halo.size(); }

private:
  std::vector<Real> m_x, m_y, m_z, m_xd, m_yd, m_zd, m_fx, m_fy, m_fz, m_nodalMass;
  std::vector<Real> m_e, m_p, m_q, m_v, m_volo, m_vnew, m_ss;
  std::vector<Index> m_nodelist, m_cornerStart, m_cornerList, m_region;
  std::vector<std::unique_ptr<State>> m_states;
  std::vector<Real> m_halo; // from below and from above, three forces for each node
  Index m_side, m_elements, m_nodes;

  void buildMesh(int rank, int size);
  void buildCorners();
};

static Real volume(const Real x[8], const Real y[8], const Real z[8]) {
  Real ax = x[6] - x[0], ay = y[6] - y[0], az = z[6] - z[0], sum = 0;
  static const int pairs[6][2] = {{1, 2}, {2, 3}, {3, 7}, {7, 4}, {4, 5}, {5, 1}};
  for (const int *pair : pairs) {
    Real bx = x[pair[0]] - x[0], by = y[pair[0]] - y[0], bz = z[pair[0]] - z[0];
    Real cx = x[pair[1]] - x[0], cy = y[pair[1]] - y[0], cz = z[pair[1]] - z[0];
    sum += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
  }
  return std::fabs(sum) / 6;
}

Domain::Domain(Index side, int rank, int size) : m_side(side), m_elements(side * side * side), m_nodes((side + 1) * (side + 1) * (side + 1)) {
  for (std::vector<Real> *field : {&m_x, &m_y, &m_z, &m_xd, &m_yd, &m_zd, &m_fx, &m_fy, &m_fz}) field->resize(m_nodes);
  m_nodalMass.resize(m_nodes);
  m_e.resize(m_elements);
  m_p.resize(m_elements);
  m_q.resize(m_elements);
  m_v.assign(m_elements, 1.0);
  m_volo.resize(m_elements);
  m_vnew.resize(m_elements);
  m_ss.resize(m_elements);
  m_nodelist.resize(8 * m_elements);
  m_region.resize(m_elements);
  m_halo.resize(2 * 3 * layer());
  m_states.push_back(std::make_unique<IdealGas>(1.4));
  m_states.push_back(std::make_unique<Stiff>(0.2));
  buildMesh(rank, size);
  buildCorners();
}

void Domain::buildMesh(int rank, int size) {
  Index n = m_side + 1, node = 0, element = 0;
  for (Index k = 0; k < n; k++)
    for (Index j = 0; j < n; j++)
      for (Index i = 0; i < n; i++, node++) {
        m_x[node] = (Real)i / m_side;
        m_y[node] = (Real)j / m_side;
        m_z[node] = (Real)(k + rank * m_side) / m_side;
      }
  for (Index k = 0; k < m_side; k++)
    for (Index j = 0; j < m_side; j++)
      for (Index i = 0; i < m_side; i++, element++) {
        Index first = (k * n + j) * n + i, *list = &m_nodelist[8 * element];
        const Index around[8] = {0, 1, n + 1, n, n * n, n * n + 1, n * n + n + 1, n * n + n};
        for (int c = 0; c < 8; c++) list[c] = first + around[c];
        m_region[element] = (i + j + k) % 5 == 0 ? 1 : 0;
        Real lx[8], ly[8], lz[8];
        for (int c = 0; c < 8; c++) lx[c] = m_x[list[c]], ly[c] = m_y[list[c]], lz[c] = m_z[list[c]];
        m_volo[element] = volume(lx, ly, lz);
        for (int c = 0; c < 8; c++) m_nodalMass[list[c]] += m_volo[element] / 8;
        m_e[element] = rank == size / 2 && element == m_elements / 2 ? 1.0 : 1e-3;
      }
  // The nodes of a shared layer have mass in both cubes.
  for (Index i = 0; i < layer(); i++) {
    if (rank > 0) m_nodalMass[i] *= 2;
    if (rank < size - 1) m_nodalMass[m_nodes - layer() + i] *= 2;
  }
}

void Domain::buildCorners() {
  m_cornerStart.assign(m_nodes + 1, 0);
  for (Index node : m_nodelist) m_cornerStart[node + 1]++;
  for (Index i = 0; i < m_nodes; i++) m_cornerStart[i + 1] += m_cornerStart[i];
  std::vector<Index> next(m_cornerStart.begin(), m_cornerStart.end() - 1);
  m_cornerList.resize(m_nodelist.size());
  for (size_t c = 0; c < m_nodelist.size(); c++) m_cornerList[next[m_nodelist[c]]++] = (Index)c;
}

static void gather(Domain &domain, Index element, Real x[8], Real y[8], Real z[8]) {
  const Index *list = domain.nodelist(element);
  for (int c = 0; c < 8; c++) {
    x[c] = domain.x(list[c]);
    y[c] = domain.y(list[c]);
    z[c] = domain.z(list[c]);
  }
}

// The force of an element on a corner goes away from its middle, and grows with the pressure.
static void cornerForces(Domain &domain, Real *fx, Real *fy, Real *fz) {
  for (Index k = 0; k < domain.elements(); k++) {
    Real x[8], y[8], z[8], mx = 0, my = 0, mz = 0;
    gather(domain, k, x, y, z);
    for (int c = 0; c < 8; c++) mx += x[c] / 8, my += y[c] / 8, mz += z[c] / 8;
    Real push = (domain.p(k) + domain.q(k)) * std::cbrt(domain.volo(k) * domain.v(k));
    for (int c = 0; c < 8; c++) {
      fx[8 * k + c] = push * (x[c] - mx);
      fy[8 * k + c] = push * (y[c] - my);
      fz[8 * k + c] = push * (z[c] - mz);
    }
  }
}

static void nodeForces(Domain &domain) {
  size_t corners = 8 * (size_t)domain.elements();
  Real *fx = allocate<Real>(corners), *fy = allocate<Real>(corners), *fz = allocate<Real>(corners);
  cornerForces(domain, fx, fy, fz);
  for (Index i = 0; i < domain.nodes(); i++) {
    const Index *list = domain.cornerList(i);
    Real sx = 0, sy = 0, sz = 0;
    for (Index c = 0; c < domain.corners(i); c++) {
      sx += fx[list[c]];
      sy += fy[list[c]];
      sz += fz[list[c]];
    }
    domain.fx(i) = sx;
    domain.fy(i) = sy;
    domain.fz(i) = sz;
  }
  release(fx);
  release(fy);
  release(fz);
}

class Exchange {
  Domain &domain;
  int below, above;
  std::vector<Real> out;
  MPI_Win window;

public:
  Exchange(Domain &d, int rank, int size)
      : domain(d), below(rank > 0 ? rank - 1 : MPI_PROC_NULL), above(rank < size - 1 ? rank + 1 : MPI_PROC_NULL), out(d.haloSize()) {
    MPI_Win_create(domain.halo(), (MPI_Aint)(domain.haloSize() * sizeof(Real)), sizeof(Real), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  }
  void addForces() {
    Index layer = domain.layer(), count = 3 * layer, last = domain.nodes() - layer;
    for (Index i = 0; i < layer; i++) {
      pack(i, i);
      pack(layer + i, last + i);
    }
    MPI_Win_fence(0, window);
    MPI_Put(&out[0], count, MPI_DOUBLE, below, count, count, MPI_DOUBLE, window);
    MPI_Put(&out[count], count, MPI_DOUBLE, above, 0, count, MPI_DOUBLE, window);
    MPI_Win_fence(0, window);
    for (Index i = 0; i < layer; i++) {
      if (below != MPI_PROC_NULL) add(i, i);
      if (above != MPI_PROC_NULL) add(layer + i, last + i);
    }
  }
  void finish() { MPI_Win_free(&window); }

private:
  void pack(Index to, Index node) {
    out[3 * to] = domain.fx(node);
    out[3 * to + 1] = domain.fy(node);
    out[3 * to + 2] = domain.fz(node);
  }
  void add(Index from, Index node) {
    const Real *halo = domain.halo();
    domain.fx(node) += halo[3 * from];
    domain.fy(node) += halo[3 * from + 1];
    domain.fz(node) += halo[3 * from + 2];
  }
};

static void moveNodes(Domain &domain, Real dt) {
  for (Index i = 0; i < domain.nodes(); i++) {
    Real factor = dt / domain.nodalMass(i);
    domain.xd(i) += factor * domain.fx(i);
    domain.yd(i) += factor * domain.fy(i);
    domain.zd(i) += factor * domain.fz(i);
  }
  for (Index i = 0; i < domain.nodes(); i++) {
    domain.x(i) += dt * domain.xd(i);
    domain.y(i) += dt * domain.yd(i);
    domain.z(i) += dt * domain.zd(i);
  }
}

static void updateElements(Domain &domain, Real dt) {
  for (Index k = 0; k < domain.elements(); k++) {
    Real x[8], y[8], z[8];
    gather(domain, k, x, y, z);
    domain.vnew(k) = volume(x, y, z) / domain.volo(k);
  }
  for (Index k = 0; k < domain.elements(); k++) {
    Real change = domain.vnew(k) - domain.v(k), rate = change / dt;
    domain.q(k) = rate < 0 ? 0.06 * rate * rate : 0;
    domain.e(k) = std::max(0.0, domain.e(k) - (domain.p(k) + domain.q(k)) * change);
    domain.p(k) = std::max(0.0, domain.state(k).pressure(1 / domain.vnew(k) - 1, domain.e(k)));
    domain.ss(k) = std::sqrt(1.4 * (domain.p(k) + 1e-9) * domain.vnew(k));
    domain.v(k) = domain.vnew(k);
  }
}

static Real timeStep(Domain &domain) {
  Real smallest = 1e-3, all;
  for (Index k = 0; k < domain.elements(); k++)
    smallest = std::min(smallest, 0.05 * std::cbrt(domain.volo(k) * domain.v(k)) / (domain.ss(k) + 1e-9));
  MPI_Allreduce(&smallest, &all, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  return all;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int steps = argc > 1 ? atoi(argv[1]) : 60;
  std::unique_ptr<Domain> domain(new Domain(argc > 2 ? atoi(argv[2]) : 30, rank, size));
  Exchange exchange(*domain, rank, size);
  for (Index k = 0; k < domain->elements(); k++) domain->p(k) = domain->state(k).pressure(0, domain->e(k));
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = MPI_Wtime();
  for (int step = 0; step < steps; step++) {
    nodeForces(*domain);
    exchange.addForces();
    Real dt = timeStep(*domain);
    moveNodes(*domain, dt);
    updateElements(*domain, dt);
  }
  double seconds = MPI_Wtime() - begin, slowest, sums[2] = {0, 0}, all[2], shared[2] = {0, 0}, other[2] = {0, 0};
  int below = rank > 0 ? rank - 1 : MPI_PROC_NULL, above = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
  for (Index i = 0; i < domain->nodes(); i++) {
    bool isShared = (below >= 0 && i < domain->layer()) || (above >= 0 && i >= domain->nodes() - domain->layer());
    Real mass = isShared ? domain->nodalMass(i) / 2 : domain->nodalMass(i);
    sums[0] += mass * domain->zd(i);
    sums[1] += mass * std::fabs(domain->zd(i));
  }
  for (Index i = 0; i < domain->layer(); i++) {
    shared[0] += domain->z(i);
    shared[1] += domain->z(domain->nodes() - domain->layer() + i);
  }
  MPI_Sendrecv(&shared[1], 1, MPI_DOUBLE, above, 0, &other[0], 1, MPI_DOUBLE, below, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  int wrong = rank > 0 && std::fabs(shared[0] - other[0]) > 1e-9 * domain->layer(), any;
  MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  MPI_Allreduce(sums, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  wrong |= !(all[1] > 0 && std::fabs(all[0]) < 1e-9 * all[1]);
  MPI_Allreduce(&wrong, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) printf("compute_seconds %f\n%s\n", slowest, any ? "wrong" : "ok");
  exchange.finish();
  MPI_Finalize();
  return any;
}
