/* How datatypes are made, told to the analyser when a call uses them for the first time. */
#include "mpi_hooks.h"

#include <stdlib.h>

/* Datatypes that the analyser knows. */
static uint64_t *described;
static size_t described_count, described_room;

static void remember(MPI_Datatype datatype) {
  described = fp_room(described, &described_room, described_count + 1, sizeof *described);
  described[described_count++] = fp_word(datatype);
}

static void forget(MPI_Datatype datatype) {
  for (size_t i = described_count; i-- > 0;)
    if (described[i] == fp_word(datatype)) described[i] = described[--described_count];
}

void fp_describe_basic(void) {
  for (unsigned i = 0; i < fp_datatype_count; i++) {
    MPI_Aint lower, extent;
    int size;
    if (fp_datatype(i) == MPI_DATATYPE_NULL) continue;
    PMPI_Type_get_extent(fp_datatype(i), &lower, &extent);
    PMPI_Type_size(fp_datatype(i), &size);
    uint64_t *record = fp_claim(FP_DATATYPE, 0, 0, 5);
    record[0] = fp_word(fp_datatype(i));
    record[1] = i;
    record[2] = (uint64_t)size;
    record[3] = (uint64_t)extent;
    fp_commit();
    remember(fp_datatype(i));
  }
}

static int is_described(MPI_Datatype datatype) {
  for (size_t i = described_count; i-- > 0;)
    if (described[i] == fp_word(datatype)) return 1;
  return 0;
}

void fp_forget(MPI_Datatype datatype) {
  fp_enter();
  forget(datatype);
  fp_leave();
}

/* Numbers that do not depend on the MPI library; frontend/.../DatatypeReader.java knows them too. */
static int shape_of(int combiner) {
  switch (combiner) {
    case MPI_COMBINER_NAMED: return 0;
    case MPI_COMBINER_DUP: return 1;
    case MPI_COMBINER_CONTIGUOUS: return 2;
    case MPI_COMBINER_VECTOR: return 3;
    case MPI_COMBINER_HVECTOR: return 4;
    case MPI_COMBINER_INDEXED: return 5;
    case MPI_COMBINER_HINDEXED: return 6;
    case MPI_COMBINER_INDEXED_BLOCK: return 7;
    case MPI_COMBINER_HINDEXED_BLOCK: return 8;
    case MPI_COMBINER_STRUCT: return 9;
    case MPI_COMBINER_SUBARRAY: return 10;
    case MPI_COMBINER_DARRAY: return 11;
    case MPI_COMBINER_RESIZED: return 12;
    default: return -1; /* MPI_Type_create_f90_*: a basic type under another name */
  }
}

/* How a datatype was constructed: the arguments of its constructor (MPI 4.1, 5.1.13). */
struct contents {
  MPI_Count integers, addresses, types;
  MPI_Count *integer, *address;
  MPI_Datatype *type;
};

static void *array(MPI_Count n, size_t size) { return malloc((size_t)(n + 1) * size); }

#if MPI_VERSION >= 4
/* Constructors for large counts have a third list, in which counts and displacements stand together. */
static void sort_large(int combiner, struct contents *c, MPI_Count n, const MPI_Count *large, int *integer, MPI_Count integers) {
  if (n == 0) { /* not such a constructor */
    for (MPI_Count i = 0; i < integers; i++) c->integer[c->integers++] = integer[i];
    return;
  }
  MPI_Count first = 0, lengths = n; /* integers before the large ones, and how many of those are not addresses */
  switch (combiner) {
    case MPI_COMBINER_HVECTOR: case MPI_COMBINER_HINDEXED_BLOCK: lengths = 2; break;
    case MPI_COMBINER_HINDEXED: case MPI_COMBINER_STRUCT: lengths = 1 + large[0]; break;
    case MPI_COMBINER_RESIZED: lengths = 0; break;
    case MPI_COMBINER_SUBARRAY: first = 1; break;
    case MPI_COMBINER_DARRAY: first = 3; break;
  }
  for (MPI_Count i = 0; i < first; i++) c->integer[c->integers++] = integer[i];
  for (MPI_Count i = 0; i < lengths; i++) c->integer[c->integers++] = large[i];
  for (MPI_Count i = first; i < integers; i++) c->integer[c->integers++] = integer[i];
  for (MPI_Count i = lengths; i < n; i++) c->address[c->addresses++] = large[i];
}

static int contents(MPI_Datatype datatype, struct contents *c) {
  MPI_Count integers, addresses, larges;
  int combiner;
  PMPI_Type_get_envelope_c(datatype, &integers, &addresses, &larges, &c->types, &combiner);
  int shape = shape_of(combiner);
  if (shape <= 0) integers = addresses = larges = c->types = 0;
  int *integer = array(integers, sizeof *integer);
  MPI_Aint *address = array(addresses, sizeof *address);
  MPI_Count *large = array(larges, sizeof *large);
  c->type = array(c->types, sizeof *c->type);
  if (shape > 0)
    PMPI_Type_get_contents_c(datatype, integers, addresses, larges, c->types, integer, address, large, c->type);
  c->integer = array(integers + larges, sizeof *c->integer);
  c->address = array(addresses + larges, sizeof *c->address);
  c->integers = c->addresses = 0;
  sort_large(combiner, c, larges, large, integer, integers);
  for (MPI_Count i = 0; i < addresses; i++) c->address[c->addresses++] = address[i];
  free(integer);
  free(address);
  free(large);
  return shape;
}
#else
static int contents(MPI_Datatype datatype, struct contents *c) {
  int integers, addresses, types, combiner;
  PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, &combiner);
  int shape = shape_of(combiner);
  if (shape <= 0) integers = addresses = types = 0;
  int *integer = array(integers, sizeof *integer);
  MPI_Aint *address = array(addresses, sizeof *address);
  *c = (struct contents){integers, addresses, types, array(integers, sizeof *c->integer),
                         array(addresses, sizeof *c->address), array(types, sizeof *c->type)};
  if (shape > 0) PMPI_Type_get_contents(datatype, integers, addresses, types, integer, address, c->type);
  for (int i = 0; i < integers; i++) c->integer[i] = integer[i];
  for (int i = 0; i < addresses; i++) c->address[i] = address[i];
  free(integer);
  free(address);
  return shape;
}
#endif

static int is_basic(MPI_Datatype datatype) {
  int combiner;
#if MPI_VERSION >= 4
  MPI_Count integers, addresses, larges, types;
  PMPI_Type_get_envelope_c(datatype, &integers, &addresses, &larges, &types, &combiner);
#else
  int integers, addresses, types;
  PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, &combiner);
#endif
  return combiner == MPI_COMBINER_NAMED;
}

/* What contains the types keeps them alive; the handles that the contents came with do not live on. */
static void release(MPI_Datatype *types, MPI_Count n) {
  for (MPI_Count i = 0; i < n; i++) {
    if (is_basic(types[i])) continue;
    forget(types[i]);
    PMPI_Type_free(&types[i]);
  }
}

void fp_describe(MPI_Datatype datatype) {
  if (datatype == MPI_DATATYPE_NULL || is_described(datatype)) return;
  remember(datatype);

  struct contents c;
  MPI_Count lower, extent, size;
  int shape = contents(datatype, &c);
  PMPI_Type_get_extent_x(datatype, &lower, &extent);
  PMPI_Type_size_x(datatype, &size);
  for (MPI_Count i = 0; i < c.types; i++) fp_describe(c.type[i]);

  uint64_t *record = fp_claim(FP_DATATYPE, 0, 0, (uint32_t)(9 + c.integers + c.addresses + c.types));
  record[0] = fp_word(datatype);
  record[1] = (uint64_t)-1;
  record[2] = (uint64_t)size;
  record[3] = (uint64_t)extent;
  record[4] = (uint64_t)shape;
  record[5] = (uint64_t)c.integers;
  record[6] = (uint64_t)c.addresses;
  record[7] = (uint64_t)c.types;
  uint64_t *next = record + 8;
  for (MPI_Count i = 0; i < c.integers; i++) *next++ = (uint64_t)c.integer[i];
  for (MPI_Count i = 0; i < c.addresses; i++) *next++ = (uint64_t)c.address[i];
  for (MPI_Count i = 0; i < c.types; i++) *next++ = fp_word(c.type[i]);
  fp_commit();

  release(c.type, c.types);
  free(c.integer);
  free(c.address);
  free(c.type);
}

int fp_describe_all(int count, const MPI_Datatype *datatypes) {
  for (int i = 0; i < count; i++) fp_describe(datatypes[i]);
  return count;
}
