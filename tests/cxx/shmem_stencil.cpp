// ranks: 3
// A halo in symmetric memory that a class owns; the signal is waited for by a template.
#include <shmem.h>

#include <algorithm>
#include <vector>

template <typename T>
class Halo {
  public:
    explicit Halo(std::size_t length) : length_(length), data_(static_cast<T *>(shmem_calloc(length, sizeof(T)))), flag_(static_cast<long *>(shmem_calloc(1, sizeof(long)))) {}
    ~Halo() {
        shmem_free(flag_);
        shmem_free(data_);
    }
    Halo(const Halo &) = delete;
    Halo &operator=(const Halo &) = delete;

    void send(const std::vector<T> &row, int to) {
        shmem_putmem_nbi(data_, row.data(), length_ * sizeof(T), to); // RACE
#ifdef FIXED
        shmem_fence();
#endif
        shmem_long_atomic_inc(flag_, to);
    }

    void receive() { shmem_long_wait_until(flag_, SHMEM_CMP_GE, 1); }

    T sum() const {
        T all{};
        std::for_each(data_, data_ + length_, [&](const T &value) { all += value; }); // RACE
        return all;
    }

  private:
    std::size_t length_;
    T *data_;
    long *flag_;
};

int main() {
    shmem_init();
    int me = shmem_my_pe(), n = shmem_n_pes();
    double sum = 0;
    {
        Halo<double> halo(16);
        std::vector<double> row(16, me);
        halo.send(row, (me + 1) % n);
        halo.receive();
        sum = halo.sum();
        shmem_quiet();
    }
    shmem_finalize();
    return sum < 0;
}
