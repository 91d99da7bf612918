/* Put, get and put with signal, in all their types and sizes. */
#include "runtime.h"

static void put(const char *caller, shmem_ctx_t ctx, void *dest, const void *source, size_t bytes, int pe, enum when when) {
  enter(caller);
  pe = pe_in(caller, ctx, pe);
  struct operation operation = {.to = writable_at(caller, dest, bytes, pe), .from = source, .count = bytes > 0, .size = bytes};
  deliver(ctx, pe, &operation, when);
}

static void get(const char *caller, shmem_ctx_t ctx, void *dest, const void *source, size_t bytes, int pe, enum when when) {
  enter(caller);
  pe = pe_in(caller, ctx, pe);
  struct operation operation = {.to = dest, .from = readable_at(caller, source, bytes, pe), .count = bytes > 0, .size = bytes};
  deliver(ctx, pe, &operation, when);
}

/* What `count` elements span that are `stride` bytes apart. */
static size_t span(size_t count, ptrdiff_t stride, size_t size) {
  return count == 0 ? 0 : (count - 1) * (size_t)stride + size;
}

static void check_strides(const char *caller, ptrdiff_t dst, ptrdiff_t sst) {
  if (dst < 1 || sst < 1) fail(caller, "the strides %td and %td must be at least 1", dst, sst);
}

static void iput(const char *caller, shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
                 size_t count, size_t size, int pe) {
  enter(caller);
  pe = pe_in(caller, ctx, pe);
  check_strides(caller, dst, sst);
  ptrdiff_t to_stride = dst * (ptrdiff_t)size, from_stride = sst * (ptrdiff_t)size;
  struct operation operation = {.to = writable_at(caller, dest, span(count, to_stride, size), pe), .from = source,
                                .to_stride = to_stride, .from_stride = from_stride, .count = count, .size = size};
  deliver(ctx, pe, &operation, LATER);
}

static void iget(const char *caller, shmem_ctx_t ctx, void *dest, const void *source, ptrdiff_t dst, ptrdiff_t sst,
                 size_t count, size_t size, int pe) {
  enter(caller);
  pe = pe_in(caller, ctx, pe);
  check_strides(caller, dst, sst);
  ptrdiff_t to_stride = dst * (ptrdiff_t)size, from_stride = sst * (ptrdiff_t)size;
  struct operation operation = {.to = dest, .from = readable_at(caller, source, span(count, from_stride, size), pe),
                                .to_stride = to_stride, .from_stride = from_stride, .count = count, .size = size};
  deliver(ctx, pe, &operation, NOW);
}

static void put_signal(const char *caller, shmem_ctx_t ctx, void *dest, const void *source, size_t bytes, uint64_t *sig_addr,
                       uint64_t signal, int sig_op, int pe, enum when when) {
  enter(caller);
  pe = pe_in(caller, ctx, pe);
  if (sig_op != SHMEM_SIGNAL_SET && sig_op != SHMEM_SIGNAL_ADD) fail(caller, "there is no signal operation %d", sig_op);
  struct operation operation = {.to = writable_at(caller, dest, bytes, pe), .from = source, .count = bytes > 0, .size = bytes,
                                .word = writable_at(caller, sig_addr, sizeof *sig_addr, pe), .word_size = sizeof *sig_addr,
                                .update = sig_op == SHMEM_SIGNAL_SET ? SET : ADD, .value = signal};
  deliver(ctx, pe, &operation, when);
}

#define BLOCK(T) (T *dest, const T *source, size_t nelems, int pe)
#define SIGNALLED(T) (T *dest, const T *source, size_t nelems, uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)
#define STRIDED(T) (T *dest, const T *source, ptrdiff_t dst, ptrdiff_t sst, size_t nelems, int pe)

#define DEFINE_RMA(T, size, put_, get_)                                                                              \
  API_BOTH(void, put_, BLOCK(T), put(CALLER, ctx, dest, source, nelems * (size), pe, LATER))                         \
  API_BOTH(void, put_##_nbi, BLOCK(T), put(CALLER, ctx, dest, source, nelems * (size), pe, MUCH_LATER))              \
  API_BOTH(void, get_, BLOCK(T), get(CALLER, ctx, dest, source, nelems * (size), pe, NOW))                           \
  API_BOTH(void, get_##_nbi, BLOCK(T), get(CALLER, ctx, dest, source, nelems * (size), pe, UNORDERED))               \
  API_BOTH(void, put_##_signal, SIGNALLED(T),                                                                        \
           put_signal(CALLER, ctx, dest, source, nelems * (size), sig_addr, signal, sig_op, pe, LATER))              \
  API_BOTH(void, put_##_signal_nbi, SIGNALLED(T),                                                                    \
           put_signal(CALLER, ctx, dest, source, nelems * (size), sig_addr, signal, sig_op, pe, MUCH_LATER))
#define DEFINE_STRIDED(T, size, iput_, iget_)                                                                        \
  API_BOTH(void, iput_, STRIDED(T), iput(CALLER, ctx, dest, source, dst, sst, nelems, size, pe))                     \
  API_BOTH(void, iget_, STRIDED(T), iget(CALLER, ctx, dest, source, dst, sst, nelems, size, pe))
#define DEFINE_TYPED(T, N)                                                                                           \
  DEFINE_RMA(T, sizeof(T), N##_put, N##_get)                                                                         \
  DEFINE_STRIDED(T, sizeof(T), N##_iput, N##_iget)                                                                   \
  API_BOTH(void, N##_p, (T *dest, T value, int pe), put(CALLER, ctx, dest, &value, sizeof value, pe, LATER))         \
  API_BOTH(T, N##_g, (const T *source, int pe), T value; get(CALLER, ctx, &value, source, sizeof value, pe, NOW); return value)
#define DEFINE_SIZED(bits)                                                                                           \
  DEFINE_RMA(void, bits / 8, put##bits, get##bits)                                                                   \
  DEFINE_STRIDED(void, bits / 8, iput##bits, iget##bits)

SHMEM_FOR_RMA_TYPES(DEFINE_TYPED)
SHMEM_FOR_SIZES(DEFINE_SIZED)
DEFINE_RMA(void, 1, putmem, getmem)

API(uint64_t, shmem_signal_fetch, const uint64_t *sig_addr) {
  enter(CALLER);
  return __atomic_load_n((const uint64_t *)readable_at(CALLER, sig_addr, sizeof *sig_addr, my_pe), __ATOMIC_SEQ_CST);
}
