package fencepost.bench.suite.source;

/** Basic types, with their names in the languages and models. */
public enum ValueType {
  CHAR("char", 1, "%d", "MPI_CHAR", "character", "MPI_CHARACTER", "char", "char"),
  SHORT("short", 2, "%d", "MPI_SHORT", "integer(2)", "MPI_INTEGER2", "short", "int"),
  INT("int", 4, "%d", "MPI_INT", "integer", "MPI_INTEGER", "int", "int"),
  INT32("int", 4, "%d", "MPI_INT32_T", "integer", "MPI_INTEGER4", "int32", "int"),
  UNSIGNED("unsigned", 4, "%u", "MPI_UNSIGNED", "integer", "MPI_INTEGER", "uint", "uint"),
  LONG("long", 8, "%ld", "MPI_LONG", "integer(8)", "MPI_INTEGER8", "long", "int"),
  INT64("long", 8, "%ld", "MPI_INT64_T", "integer(8)", "MPI_INTEGER8", "int64", "int"),
  UNSIGNED_LONG(
      "unsigned long",
      8,
      "%lu",
      "MPI_UNSIGNED_LONG",
      "integer(8)",
      "MPI_INTEGER8",
      "ulong",
      "uint"),
  FLOAT("float", 4, "%f", "MPI_FLOAT", "real", "MPI_REAL", "float", "float"),
  DOUBLE(
      "double",
      8,
      "%f",
      "MPI_DOUBLE",
      "double precision",
      "MPI_DOUBLE_PRECISION",
      "double",
      "float");

  private final String c;
  private final int size;
  private final String format;
  private final String mpi;
  private final String fortran;
  private final String mpiFortran;
  private final String shmem;
  private final String family;

  ValueType(
      String c,
      int size,
      String format,
      String mpi,
      String fortran,
      String mpiFortran,
      String shmem,
      String family) {
    this.c = c;
    this.size = size;
    this.format = format;
    this.mpi = mpi;
    this.fortran = fortran;
    this.mpiFortran = mpiFortran;
    this.shmem = shmem;
    this.family = family;
  }

  public String c() {
    return c;
  }

  public int size() {
    return size;
  }

  /** How printf prints it. */
  public String format() {
    return format;
  }

  public String mpi() {
    return mpi;
  }

  public String fortran() {
    return fortran;
  }

  public String mpiFortran() {
    return mpiFortran;
  }

  /** The part of OpenSHMEM's function names. */
  public String shmem() {
    return shmem;
  }

  /** Types with the same one are atomic with each other. */
  public String atomicity() {
    return family + size;
  }
}
