package fencepost.check.gaspi;

import java.util.Arrays;
import java.util.Locale;

/** What a procedure returns, with the values of GPI-2. */
enum GaspiOutcome {
  ERROR(-1),
  SUCCESS(0),
  TIMEOUT(1),
  ERR_NOINIT(6),
  ERR_INITED(7),
  ERR_NULLPTR(8),
  ERR_INV_SEGSIZE(9),
  ERR_INV_SEG(10),
  ERR_INV_GROUP(11),
  ERR_INV_RANK(12),
  ERR_INV_QUEUE(13),
  ERR_INV_LOC_OFF(14),
  ERR_INV_REM_OFF(15),
  ERR_INV_COMMSIZE(16),
  ERR_INV_NOTIF_VAL(17),
  ERR_INV_NOTIF_ID(18),
  ERR_INV_NUM(19),
  ERR_INV_SIZE(20),
  ERR_MANY_SEG(21),
  ERR_MANY_GRP(22),
  QUEUE_FULL(23),
  ERR_UNALIGN_OFF(24),
  ERR_ACTIVE_COLL(25);

  final int code;

  GaspiOutcome(int code) {
    this.code = code;
  }

  /** What is wrong, in words. */
  static String text(int code) {
    return Arrays.stream(values())
        .filter(outcome -> outcome.code == code)
        .map(outcome -> outcome.name().toLowerCase(Locale.ROOT).replace('_', ' '))
        .findFirst()
        .orElse("general error");
  }
}
