package fencepost.check.gaspi;

/** The types of arguments; none of them is signed. */
final class Types {
  private Types() {}

  static int sizeOf(String type) {
    return switch (type) {
      case "gaspi_group_t", "gaspi_queue_id_t", "gaspi_segment_id_t" -> 1;
      case "gaspi_rank_t", "gaspi_notification_id_t" -> 2;
      case "gaspi_number_t", "gaspi_notification_t", "gaspi_operation_t", "gaspi_datatype_t" -> 4;
      default -> Long.BYTES;
    };
  }

  /** The value of an argument that is, as in registers and memory, sign-extended. */
  static long unsigned(long value, String type) {
    int unused = Long.SIZE - 8 * sizeOf(type);
    return value << unused >>> unused;
  }
}
