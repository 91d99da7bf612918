package fencepost.program.pointsto;

import fencepost.program.ir.Call;
import fencepost.program.ir.Constant;
import fencepost.program.ir.GlobalVariable;
import fencepost.program.ir.Value;
import fencepost.trace.ApiTable;
import fencepost.trace.CallBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How many bytes of a buffer a call of MPI uses: so many elements of a type. Both must be known
 * before the program runs.
 *
 * @param count the argument that says how many; negative for one element
 * @param type the argument that says of which type
 */
record BufferSize(int count, int type) {
  /** Not known. */
  static final long UNKNOWN = -1;

  /** Open MPI's types are variables; these have the same size on all 64-bit machines with Linux. */
  private static final Map<String, Integer> VARIABLES =
      Map.ofEntries(
          Map.entry("ompi_mpi_(byte|packed|(un)?signed_char|char|u?int8_t|c_bool|cxx_bool)", 1),
          Map.entry("ompi_mpi_((unsigned_)?short|u?int16_t)", 2),
          Map.entry("ompi_mpi_((unsigned_)?int|unsigned|u?int32_t|float|wchar)", 4),
          Map.entry(
              "ompi_mpi_((unsigned_)?long(_long_int|_long)?|u?int64_t|double|aint|offset|count"
                  + "|2int|float_int|c_float_complex|c_complex)",
              8));

  /** MPICH's are numbers, which hold the size. */
  private static final long MPICH_KIND = 0xffff0000L;

  private static final long MPICH_BASIC = 0x4c000000L;

  private static final Set<Long> MPICH_FLOATING = Set.of(0x4c00040aL, 0x4c00080bL);

  /** As the table says how a buffer is used; null if that is not so simple. */
  static @Nullable BufferSize of(ApiTable.Call call, List<CallBuffer> uses) {
    if (uses.isEmpty() || uses.stream().anyMatch(use -> use.share() != CallBuffer.Share.ONE)) {
      return null;
    }
    List<String> names = call.parameters().stream().map(ApiTable.Parameter::name).toList();
    CallBuffer use = uses.get(0); // if there are two, they are of the same data
    int count = names.indexOf(use.count());
    int type = names.indexOf(use.type());
    boolean known = type >= 0 && (count >= 0 || use.count().equals("1"));
    return known ? new BufferSize(count, type) : null;
  }

  /** The bytes that a call uses. */
  long of(Call call) {
    long size = size(call.arguments().get(type));
    if (count < 0 || size == UNKNOWN) {
      return size;
    }
    return call.arguments().get(count) instanceof Constant.Number number
            && number.value() >= 0
            && number.value() < AbstractPlace.FARTHEST
        ? number.value() * size
        : UNKNOWN;
  }

  /**
   * Whether what a call uses may be addresses. Floating-point numbers are none here, as they are
   * none in the program.
   */
  boolean mayBeAddresses(Call call) {
    Value used = call.arguments().get(type);
    boolean floating =
        used instanceof Constant.Number number
            ? MPICH_FLOATING.contains(number.value() & 0xffffffffL)
            : used instanceof GlobalVariable variable
                && !variable.defined()
                && variable.name().matches("ompi_mpi_(float|double)");
    return !floating;
  }

  private static long size(Value type) {
    if (type instanceof Constant.Number number && (number.value() & MPICH_KIND) == MPICH_BASIC) {
      return number.value() >> 8 & 0xff;
    }
    if (type instanceof GlobalVariable variable && !variable.defined()) {
      for (Map.Entry<String, Integer> each : VARIABLES.entrySet()) {
        if (variable.name().matches(each.getKey())) {
          return each.getValue();
        }
      }
    }
    return UNKNOWN;
  }
}
