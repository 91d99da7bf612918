package fencepost.check.mpi;

import fencepost.check.machine.MachineProcess;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What the MPI header that a program was compiled with says: its constants differ between
 * libraries. They are asked for in C, compiled as the program was, and executed with it.
 */
public final class MpiHeader {
  private static final String FUNCTION = "fencepost_mpi_constant";
  private static final List<String> MORE =
      List.of(
          ("MPI_SUCCESS MPI_COMM_NULL MPI_GROUP_NULL MPI_GROUP_EMPTY MPI_WIN_NULL MPI_INFO_NULL"
                  + " MPI_OP_NULL MPI_MESSAGE_NULL MPI_STATUS_IGNORE MPI_STATUSES_IGNORE MPI_IDENT"
                  + " MPI_CONGRUENT MPI_SIMILAR MPI_UNEQUAL MPI_LAND MPI_LOR MPI_LXOR MPI_MINLOC"
                  + " MPI_MAXLOC MPI_COMM_TYPE_SHARED MPI_WIN_BASE MPI_WIN_SIZE MPI_WIN_DISP_UNIT"
                  + " MPI_WIN_CREATE_FLAVOR MPI_WIN_MODEL MPI_WIN_FLAVOR_CREATE"
                  + " MPI_WIN_FLAVOR_ALLOCATE MPI_WIN_FLAVOR_DYNAMIC MPI_WIN_FLAVOR_SHARED"
                  + " MPI_WIN_UNIFIED MPI_TAG_UB MPI_CART MPI_GRAPH MPI_DIST_GRAPH"
                  + " MPI_THREAD_MULTIPLE MPI_UNWEIGHTED MPI_FILE_NULL MPI_MODE_NOSUCCEED"
                  + " MPI_ERR_RANK MPI_VERSION MPI_SUBVERSION MPI_COMBINER_NAMED"
                  + " MPI_COMBINER_DUP MPI_COMBINER_CONTIGUOUS MPI_COMBINER_VECTOR"
                  + " MPI_COMBINER_HVECTOR MPI_COMBINER_INDEXED MPI_COMBINER_HINDEXED"
                  + " MPI_COMBINER_INDEXED_BLOCK MPI_COMBINER_HINDEXED_BLOCK"
                  + " MPI_COMBINER_STRUCT MPI_COMBINER_SUBARRAY MPI_COMBINER_DARRAY"
                  + " MPI_COMBINER_RESIZED")
              .split(" "));
  private static final List<String> HANDLES =
      List.of(
          ("MPI_Comm MPI_Group MPI_Win MPI_Datatype MPI_Request MPI_Op MPI_Info MPI_Message"
                  + " MPI_File MPI_Status MPI_Errhandler")
              .split(" "));
  private static final List<String> STATUS = List.of("MPI_SOURCE", "MPI_TAG", "MPI_ERROR");

  private static final List<String> ALL = expressions();

  static final String FORTRAN_FUNCTION = "fencepost_mpi_fortran_constant";
  static final List<String> FORTRAN_CONSTANTS = fortranConstants();

  /** Stands for a constant that {@code mpif.h} does not have. */
  static final long ABSENT = 0x7fff_ffff_ffff_fff1L;

  private final Map<String, Long> values = new HashMap<>();

  private long bottom;

  private MpiHeader() {}

  private static List<String> expressions() {
    List<String> all = new ArrayList<>(MpiModel.TABLE.constants());
    MpiModel.TABLE.datatypes().forEach(type -> all.add(type.name()));
    all.addAll(MORE);
    HANDLES.forEach(handle -> all.add("sizeof(" + handle + ")"));
    STATUS.forEach(field -> all.add("offsetof(MPI_Status, " + field + ")"));
    return all;
  }

  private static List<String> fortranConstants() {
    List<String> all = ALL.stream().filter(name -> name.startsWith("MPI_")).toList();
    return Stream.of(all, STATUS, List.of("MPI_STATUS_SIZE")).flatMap(List::stream).toList();
  }

  /** A file of C to be compiled and linked with the program. */
  public static String source() {
    StringBuilder text = new StringBuilder("#include <mpi.h>\n#include <stddef.h>\n");
    text.append("#include <stdint.h>\nuint64_t ").append(FUNCTION).append("(int i) {\n");
    text.append("  switch (i) {\n");
    List<String> all = ALL;
    for (int i = 0; i < all.size(); i++) {
      String line =
          String.format("    case %d: return (uint64_t)(uintptr_t)(%s);%n", i, all.get(i));
      text.append(isDatatype(all.get(i)) ? optional(all.get(i), line, i) : line);
    }
    return text.append("    default: return 0;\n  }\n}\n").toString();
  }

  private static boolean isDatatype(String name) {
    return MpiModel.TABLE.datatypes().stream().anyMatch(type -> type.name().equals(name));
  }

  /** Not every library has every datatype. */
  private static String optional(String name, String line, int number) {
    return "#ifdef "
        + name
        + "\n"
        + line
        + String.format(
            "#else%n    case %d: return (uintptr_t)MPI_DATATYPE_NULL;%n#endif%n", number);
  }

  /** Reads what a process has been compiled with. */
  static MpiHeader read(MachineProcess process) {
    MpiHeader header = new MpiHeader();
    List<String> all = ALL;
    for (int i = 0; i < all.size(); i++) {
      header.values.put(all.get(i), process.invoke(FUNCTION, i));
    }
    return header;
  }

  /**
   * The same for calls from Fortran: handles are integers, and a status is an array of them. Its
   * {@code MPI_BOTTOM} is an address like any other, and becomes C's in {@link FortranCalls}.
   */
  static MpiHeader readFortran(MachineProcess process) {
    MpiHeader header = new MpiHeader();
    Map<String, Long> values = header.values;
    for (int i = 0; i < FORTRAN_CONSTANTS.size(); i++) {
      values.put(FORTRAN_CONSTANTS.get(i), process.invoke(FORTRAN_FUNCTION, i));
    }
    header.bottom = values.getOrDefault("MPI_BOTTOM", 0L);
    values.put("MPI_BOTTOM", 0L);
    long noType = values.getOrDefault("MPI_DATATYPE_NULL", ABSENT);
    values.replaceAll((name, value) -> isDatatype(name) && value == ABSENT ? noType : value);
    HANDLES.forEach(handle -> values.put("sizeof(" + handle + ")", (long) Integer.BYTES));
    values.merge("sizeof(MPI_Status)", values.getOrDefault("MPI_STATUS_SIZE", 0L), (a, b) -> a * b);
    for (String field : STATUS) {
      long index = values.getOrDefault(field, 1L) - 1; // arrays begin with 1
      values.put("offsetof(MPI_Status, " + field + ")", Integer.BYTES * index);
    }
    return header;
  }

  long constant(String name) {
    Long value = values.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no constant " + name);
    }
    // Handles that are integers are sign-extended in registers, as all integers are.
    return isInteger(name) ? (int) (long) value : value;
  }

  /** Whether a name stands for an integer, or for a handle where handles are integers. */
  private boolean isInteger(String name) {
    long value = values.getOrDefault(name, 0L);
    return value >>> 32 == 0 && sizeOf("MPI_Comm") == Integer.BYTES;
  }

  /** What programs write for {@code MPI_BOTTOM}. */
  long bottom() {
    return bottom;
  }

  int integer(String name) {
    return (int) constant(name);
  }

  int sizeOf(String type) {
    return switch (type) {
      case "int", "FP_PARTITION" -> Integer.BYTES;
      case "char" -> 1;
      case "MPI_Aint", "MPI_Count", "MPI_Offset", "void *", "void", "char *", "char **", "size_t" ->
          Long.BYTES;
      default -> {
        Long size = values.get("sizeof(" + type + ")");
        yield size == null ? Long.BYTES : (int) (long) size;
      }
    };
  }

  int statusOffset(String field) {
    return (int) (long) values.getOrDefault("offsetof(MPI_Status, " + field + ")", 0L);
  }

  /** Where a status has eight bytes that only the library looks at. */
  int statusRoom() {
    int least = STATUS.stream().mapToInt(this::statusOffset).min().orElse(0);
    int most = STATUS.stream().mapToInt(this::statusOffset).max().orElse(0);
    return least >= Long.BYTES ? least - Long.BYTES : (most + 4 + 7) / 8 * 8;
  }
}
