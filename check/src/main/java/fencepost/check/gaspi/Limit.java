package fencepost.check.gaspi;

/**
 * What a program can configure, where it stands in {@code gaspi_config_t}, and what it is unless
 * the program says otherwise.
 */
enum Limit {
  NETWORK(52, 4, 2),
  QUEUE_SIZE_MAX(56, 4, 1024),
  QUEUE_NUM(60, 4, 8),
  GROUP_MAX(64, 4, 32),
  SEGMENT_MAX(68, 4, 32),
  TRANSFER_SIZE_MAX(72, 8, 0x7fffffff),
  NOTIFICATION_NUM(80, 4, 65536),
  PASSIVE_QUEUE_SIZE_MAX(84, 4, 16),
  PASSIVE_TRANSFER_SIZE_MAX(88, 4, 65535),
  ALLREDUCE_BUF_SIZE(96, 8, 255 * 8),
  ALLREDUCE_ELEM_MAX(104, 4, 255),
  RW_LIST_ELEM_MAX(108, 4, 255),
  BUILD_INFRASTRUCTURE(112, 4, 1);

  static final int MOST_QUEUES = 16;
  static final int CONFIGURATION_BYTES = 128;

  final int offset;
  final int size;
  final long standard;

  Limit(int offset, int size, long standard) {
    this.offset = offset;
    this.size = size;
    this.standard = standard;
  }
}
