package fencepost.bench.suite.gaspi;

import java.util.Locale;

/** The calls that access segments. */
enum GaspiOperation {
  WRITE,
  WRITE_LIST,
  WRITE_NOTIFY,
  WRITE_LIST_NOTIFY,
  READ,
  READ_LIST,
  READ_NOTIFY,
  READ_LIST_NOTIFY,
  ATOMIC_FETCH_ADD,
  ATOMIC_COMPARE_SWAP;

  boolean isAtomic() {
    return name().startsWith("ATOMIC");
  }

  boolean isRead() {
    return name().startsWith("READ");
  }

  boolean isWrite() {
    return name().startsWith("WRITE");
  }

  boolean isList() {
    return name().contains("LIST");
  }

  boolean hasNotification() {
    return name().contains("NOTIFY");
  }

  String function() {
    return "gaspi_" + name().toLowerCase(Locale.ROOT);
  }

  /** A name for cases. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace("atomic_", "").replace("_", "");
  }
}
