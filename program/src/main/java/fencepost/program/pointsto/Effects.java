package fencepost.program.pointsto;

import java.util.regex.Pattern;

/** What functions of the C and C++ libraries, and of the runtime of flang, do with addresses. */
enum Effects {
  /** They return new memory. */
  ALLOCATE(
      "malloc|calloc|aligned_alloc|omp_(aligned_)?c?alloc|__kmpc_(aligned_)?c?alloc|memalign|p?valloc|mmap|str(n)?dup|_Zn[wa]m.*"
          + "|__cxa_allocate_exception"),
  /** They return new memory with what was in their first argument, or that argument itself. */
  REALLOCATE("realloc|reallocarray"),
  /** They store the address of new memory at their first argument. */
  ALLOCATE_INTO("posix_memalign|_FortranA(Allocatable|Pointer)Allocate"),
  /**
   * They copy an array to another one, which may be allocated anew; both arguments are the places
   * where the addresses are.
   */
  ASSIGN("_FortranAAssign"),
  /** They return their first argument, or a place in it. */
  RETURN_FIRST("(mem|str|stp)(n?cpy|move|set|n?cat|r?chr|str|pbrk)|fgets"),
  /** They return a number, and store a place in their first argument at the second one. */
  PARSE("(__isoc\\d+_)?strto(u?ll?|d|f|ld|[iu]max)"),
  /** They work on a string of C++, to which the first argument points. */
  STRING("_ZNK?St7__cxx1112basic_string.*"),
  /** They link nodes of trees and lists of the C++ library, whose links come first in them. */
  LINK(
      "_ZSt\\d+_Rb_tree_(increment|decrement|insert_and_rebalance|rebalance_for_erase)P?.*"
          + "|_ZNSt8__detail15_List_node_base\\d+\\w+"),
  /** They show what their arguments point to, and return the first one. */
  PRINT("_ZNSo\\w+|_ZSt16__ostream_insert\\w+|_ZStlsI\\w+"),
  /** They keep no address and return none. */
  NONE(
      "__cxa_(pure|deleted)_virtual|c?free|__kmpc_free|_Zd[la]P.*|_ZSt\\d+__throw_\\w+|_ZSt9terminatev|__cxa_(guard_\\w+|free_exception|end_catch)|"
          + "_ZNKSt8__detail20_Prime_rehash_policy\\w+|_ZSt11_Hash_bytes\\w+|_ZNSt8ios_base4Init\\w+|"
          + "_ZNSt\\d+(runtime|logic|domain|length|range|overflow|underflow)_error[CD]\\w+"
          + "|_ZNSt\\d+(invalid_argument|out_of_range|bad_alloc)[CD]\\w+|_ZNSt9exceptionD\\w+|"
          + "_ZNSt6thread(4join|6_StateD)\\w+|_ZNSt6chrono\\w+3nowEv|"
          + "v?(f|s|sn|d)?printf|puts|putchar|f?putc|fputs|fwrite|fread|(f|s)?scanf|"
          + "__isoc99_(f|s)?scanf|str(len|n?cmp|casecmp)|memcmp|ato[ifl]l?|exit|_exit|abort|perror|"
          + "fflush|fclose|gettimeofday|clock_gettime|time|clock|difftime|getpid|sched_yield|usleep|nanosleep|__assert_fail|getrusage|"
          + "fp_(equal|differ)_mpi_\\w+_|__sanitizer_cov_trace_switch|"
          + "__kmpc_(global_thread_num|push_\\w+|(cancel_)?barrier|(end_)?(single|master|masked|critical|ordered|taskgroup)"
          + "|critical_with_hint|end_reduce(_nowait)?|for_static_\\w+|dispatch_\\w+|doacross_\\w+|omp_task(_\\w+)?"
          + "|omp_wait_deps|omp_taskwait\\w*|omp_taskyield|cancel(lationpoint)?|flush|serialized_parallel|end_serialized_parallel)|"
          + "omp_\\w+|pthread_(detach|self|mutex_\\w+|spin_\\w+|rwlock_\\w+|barrier_\\w+|cond_\\w+|once|attr_\\w+)|"
          + "thrd_\\w+|mtx_\\w+|cnd_\\w+|sem_\\w+|"
          + "s?rand(om)?|sqrtf?|fabsf?|powf?|expf?|logf?|sinf?|cosf?|"
          + "_FortranA(io\\w+|Program\\w+|Stop\\w+|Exit|Abort|ArgumentCount|GetCommand\\w*"
          + "|CpuTime|DateAndTime|SystemClock\\w*|Random\\w*|LenTrim\\d*|Any|All|Count"
          + "|(Sum|Product|DotProduct|Maxval|Minval)(Integer|Real)\\d+"
          + "|Allocatable(Deallocate|SetBounds)|PointerDeallocate)"),
  /** They may keep what they are given, and return it. */
  UNKNOWN("");

  private final Pattern names;

  Effects(String names) {
    this.names = Pattern.compile(names);
  }

  static Effects of(String function) {
    for (Effects effects : values()) {
      if (effects.names.matcher(function).matches()) {
        return effects;
      }
    }
    return UNKNOWN;
  }
}
