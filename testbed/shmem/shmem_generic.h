/*
 * The C11 generic forms. Of the types that a call exists for, only one of those that are the same may be named in a
 * selection: X(type, name, p, s) for the function shmem_<p><name><s>.
 */
#ifndef SHMEM_GENERIC_H
#define SHMEM_GENERIC_H

#define SHMEM_GENERIC_AMO(X, p, s)                                                                               \
  X(int, int, p, s) X(long, long, p, s) X(long long, longlong, p, s)                                             \
  X(unsigned int, uint, p, s) X(unsigned long, ulong, p, s) X(unsigned long long, ulonglong, p, s)
#define SHMEM_GENERIC_EXTENDED(X, p, s) SHMEM_GENERIC_AMO(X, p, s) X(float, float, p, s) X(double, double, p, s)
#define SHMEM_GENERIC_BITWISE(X, p, s)                                                                           \
  X(int32_t, int32, p, s) X(int64_t, int64, p, s)                                                                \
  X(unsigned int, uint, p, s) X(unsigned long, ulong, p, s) X(unsigned long long, ulonglong, p, s)
#define SHMEM_GENERIC_P2P(X, p, s) SHMEM_GENERIC_AMO(X, p, s) X(short, short, p, s) X(unsigned short, ushort, p, s)
#define SHMEM_GENERIC_RMA(X, p, s)                                                                               \
  SHMEM_GENERIC_P2P(X, p, s)                                                                                     \
  X(float, float, p, s) X(double, double, p, s) X(long double, longdouble, p, s)                                 \
  X(char, char, p, s) X(signed char, schar, p, s) X(unsigned char, uchar, p, s)
#define SHMEM_GENERIC_ANY(X, p, s)                                                                               \
  SHMEM_GENERIC_RMA(X, p, s) X(double _Complex, complexd, p, s) X(float _Complex, complexf, p, s)
#define SHMEM_GENERIC_BITS(X, p, s)                                                                              \
  SHMEM_GENERIC_BITWISE(X, p, s) X(int8_t, int8, p, s) X(int16_t, int16, p, s)                                   \
  X(unsigned char, uchar, p, s) X(unsigned short, ushort, p, s)
#define SHMEM_GENERIC_OLD(X, p, s) X(int, int, p, s) X(long, long, p, s) X(long long, longlong, p, s)
#define SHMEM_GENERIC_OLD_EXTENDED(X, p, s) SHMEM_GENERIC_OLD(X, p, s) X(float, float, p, s) X(double, double, p, s)

#define SHMEM_GENERIC_CASE(T, N, p, s)                                                                           \
  , T *: shmem_##p##N##s, const T *: shmem_##p##N##s, volatile T *: shmem_##p##N##s

#define SHMEM_ARGUMENT_0(...) SHMEM_ARGUMENT_0_(__VA_ARGS__, 0)
#define SHMEM_ARGUMENT_0_(a, ...) a
#define SHMEM_ARGUMENT_1(...) SHMEM_ARGUMENT_1_(__VA_ARGS__, 0, 0)
#define SHMEM_ARGUMENT_1_(a, b, ...) b

/* The type decides that the first argument points to; or the second one, if the first is a context. */
#define SHMEM_BY_FIRST(types, s, ...)                                                                            \
  _Generic((SHMEM_ARGUMENT_0(__VA_ARGS__)) SHMEM_GENERIC_##types(SHMEM_GENERIC_CASE, , s))(__VA_ARGS__)
#define SHMEM_BY_SECOND(types, s, ...)                                                                           \
  _Generic((SHMEM_ARGUMENT_1(__VA_ARGS__)) SHMEM_GENERIC_##types(SHMEM_GENERIC_CASE, , s))(__VA_ARGS__)
#define SHMEM_BY_CONTEXT(types, s, ...)                                                                          \
  _Generic((SHMEM_ARGUMENT_0(__VA_ARGS__)), shmem_ctx_t                                                          \
           : _Generic((SHMEM_ARGUMENT_1(__VA_ARGS__)) SHMEM_GENERIC_##types(SHMEM_GENERIC_CASE, ctx_, s),        \
                      default: (void (*)(void))0)                                                                \
               SHMEM_GENERIC_##types(SHMEM_GENERIC_CASE, , s))(__VA_ARGS__)

#define shmem_put(...) SHMEM_BY_CONTEXT(RMA, _put, __VA_ARGS__)
#define shmem_put_nbi(...) SHMEM_BY_CONTEXT(RMA, _put_nbi, __VA_ARGS__)
#define shmem_get(...) SHMEM_BY_CONTEXT(RMA, _get, __VA_ARGS__)
#define shmem_get_nbi(...) SHMEM_BY_CONTEXT(RMA, _get_nbi, __VA_ARGS__)
#define shmem_iput(...) SHMEM_BY_CONTEXT(RMA, _iput, __VA_ARGS__)
#define shmem_iget(...) SHMEM_BY_CONTEXT(RMA, _iget, __VA_ARGS__)
#define shmem_p(...) SHMEM_BY_CONTEXT(RMA, _p, __VA_ARGS__)
#define shmem_g(...) SHMEM_BY_CONTEXT(RMA, _g, __VA_ARGS__)
#define shmem_put_signal(...) SHMEM_BY_CONTEXT(RMA, _put_signal, __VA_ARGS__)
#define shmem_put_signal_nbi(...) SHMEM_BY_CONTEXT(RMA, _put_signal_nbi, __VA_ARGS__)

#define shmem_atomic_fetch(...) SHMEM_BY_CONTEXT(EXTENDED, _atomic_fetch, __VA_ARGS__)
#define shmem_atomic_fetch_nbi(...) SHMEM_BY_CONTEXT(EXTENDED, _atomic_fetch_nbi, __VA_ARGS__)
#define shmem_atomic_set(...) SHMEM_BY_CONTEXT(EXTENDED, _atomic_set, __VA_ARGS__)
#define shmem_atomic_swap(...) SHMEM_BY_CONTEXT(EXTENDED, _atomic_swap, __VA_ARGS__)
#define shmem_atomic_swap_nbi(...) SHMEM_BY_CONTEXT(EXTENDED, _atomic_swap_nbi, __VA_ARGS__)
#define shmem_atomic_compare_swap(...) SHMEM_BY_CONTEXT(AMO, _atomic_compare_swap, __VA_ARGS__)
#define shmem_atomic_compare_swap_nbi(...) SHMEM_BY_CONTEXT(AMO, _atomic_compare_swap_nbi, __VA_ARGS__)
#define shmem_atomic_fetch_inc(...) SHMEM_BY_CONTEXT(AMO, _atomic_fetch_inc, __VA_ARGS__)
#define shmem_atomic_fetch_inc_nbi(...) SHMEM_BY_CONTEXT(AMO, _atomic_fetch_inc_nbi, __VA_ARGS__)
#define shmem_atomic_inc(...) SHMEM_BY_CONTEXT(AMO, _atomic_inc, __VA_ARGS__)
#define shmem_atomic_fetch_add(...) SHMEM_BY_CONTEXT(AMO, _atomic_fetch_add, __VA_ARGS__)
#define shmem_atomic_fetch_add_nbi(...) SHMEM_BY_CONTEXT(AMO, _atomic_fetch_add_nbi, __VA_ARGS__)
#define shmem_atomic_add(...) SHMEM_BY_CONTEXT(AMO, _atomic_add, __VA_ARGS__)
#define shmem_atomic_fetch_and(...) SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_and, __VA_ARGS__)
#define shmem_atomic_fetch_and_nbi(...) SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_and_nbi, __VA_ARGS__)
#define shmem_atomic_and(...) SHMEM_BY_CONTEXT(BITWISE, _atomic_and, __VA_ARGS__)
#define shmem_atomic_fetch_or(...) SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_or, __VA_ARGS__)
#define shmem_atomic_fetch_or_nbi(...) SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_or_nbi, __VA_ARGS__)
#define shmem_atomic_or(...) SHMEM_BY_CONTEXT(BITWISE, _atomic_or, __VA_ARGS__)
#define shmem_atomic_fetch_xor(...) SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_xor, __VA_ARGS__)
#define shmem_atomic_fetch_xor_nbi(...) SHMEM_BY_CONTEXT(BITWISE, _atomic_fetch_xor_nbi, __VA_ARGS__)
#define shmem_atomic_xor(...) SHMEM_BY_CONTEXT(BITWISE, _atomic_xor, __VA_ARGS__)

#define shmem_fetch(...) SHMEM_BY_FIRST(OLD_EXTENDED, _fetch, __VA_ARGS__)
#define shmem_set(...) SHMEM_BY_FIRST(OLD_EXTENDED, _set, __VA_ARGS__)
#define shmem_swap(...) SHMEM_BY_FIRST(OLD_EXTENDED, _swap, __VA_ARGS__)
#define shmem_cswap(...) SHMEM_BY_FIRST(OLD, _cswap, __VA_ARGS__)
#define shmem_finc(...) SHMEM_BY_FIRST(OLD, _finc, __VA_ARGS__)
#define shmem_inc(...) SHMEM_BY_FIRST(OLD, _inc, __VA_ARGS__)
#define shmem_fadd(...) SHMEM_BY_FIRST(OLD, _fadd, __VA_ARGS__)
#define shmem_add(...) SHMEM_BY_FIRST(OLD, _add, __VA_ARGS__)

#define shmem_wait_until(...) SHMEM_BY_FIRST(P2P, _wait_until, __VA_ARGS__)
#define shmem_wait_until_all(...) SHMEM_BY_FIRST(P2P, _wait_until_all, __VA_ARGS__)
#define shmem_wait_until_any(...) SHMEM_BY_FIRST(P2P, _wait_until_any, __VA_ARGS__)
#define shmem_wait_until_some(...) SHMEM_BY_FIRST(P2P, _wait_until_some, __VA_ARGS__)
#define shmem_wait_until_all_vector(...) SHMEM_BY_FIRST(P2P, _wait_until_all_vector, __VA_ARGS__)
#define shmem_wait_until_any_vector(...) SHMEM_BY_FIRST(P2P, _wait_until_any_vector, __VA_ARGS__)
#define shmem_wait_until_some_vector(...) SHMEM_BY_FIRST(P2P, _wait_until_some_vector, __VA_ARGS__)
#define shmem_test(...) SHMEM_BY_FIRST(P2P, _test, __VA_ARGS__)
#define shmem_test_all(...) SHMEM_BY_FIRST(P2P, _test_all, __VA_ARGS__)
#define shmem_test_any(...) SHMEM_BY_FIRST(P2P, _test_any, __VA_ARGS__)
#define shmem_test_some(...) SHMEM_BY_FIRST(P2P, _test_some, __VA_ARGS__)
#define shmem_test_all_vector(...) SHMEM_BY_FIRST(P2P, _test_all_vector, __VA_ARGS__)
#define shmem_test_any_vector(...) SHMEM_BY_FIRST(P2P, _test_any_vector, __VA_ARGS__)
#define shmem_test_some_vector(...) SHMEM_BY_FIRST(P2P, _test_some_vector, __VA_ARGS__)

#define shmem_sync(...)                                                                                          \
  _Generic((SHMEM_ARGUMENT_0(__VA_ARGS__)), shmem_team_t: shmem_team_sync, default: shmem_sync)(__VA_ARGS__)
#define shmem_broadcast(...) SHMEM_BY_SECOND(RMA, _broadcast, __VA_ARGS__)
#define shmem_collect(...) SHMEM_BY_SECOND(RMA, _collect, __VA_ARGS__)
#define shmem_fcollect(...) SHMEM_BY_SECOND(RMA, _fcollect, __VA_ARGS__)
#define shmem_alltoall(...) SHMEM_BY_SECOND(RMA, _alltoall, __VA_ARGS__)
#define shmem_alltoalls(...) SHMEM_BY_SECOND(RMA, _alltoalls, __VA_ARGS__)
#define shmem_and_reduce(...) SHMEM_BY_SECOND(BITS, _and_reduce, __VA_ARGS__)
#define shmem_or_reduce(...) SHMEM_BY_SECOND(BITS, _or_reduce, __VA_ARGS__)
#define shmem_xor_reduce(...) SHMEM_BY_SECOND(BITS, _xor_reduce, __VA_ARGS__)
#define shmem_max_reduce(...) SHMEM_BY_SECOND(RMA, _max_reduce, __VA_ARGS__)
#define shmem_min_reduce(...) SHMEM_BY_SECOND(RMA, _min_reduce, __VA_ARGS__)
#define shmem_sum_reduce(...) SHMEM_BY_SECOND(ANY, _sum_reduce, __VA_ARGS__)
#define shmem_prod_reduce(...) SHMEM_BY_SECOND(ANY, _prod_reduce, __VA_ARGS__)

#endif
