/* Turning arguments of Fortran into those of C. */
#include "fortran.h"

#include <stdlib.h>

/* Fortran recognises its special arguments by their address: those of common blocks. */
#ifdef OPEN_MPI
extern char mpi_fortran_bottom_[], mpi_fortran_in_place_[], mpi_fortran_status_ignore_[], mpi_fortran_statuses_ignore_[];

static int is_bottom(const void *at) { return at == mpi_fortran_bottom_; }
static int is_in_place(const void *at) { return at == mpi_fortran_in_place_; }
static int is_ignored(const void *at) { return at == mpi_fortran_status_ignore_ || at == mpi_fortran_statuses_ignore_; }
#else /* MPICH and its relatives: /MPIPRIV1/ MPI_BOTTOM, MPI_IN_PLACE, MPI_STATUS_IGNORE and /MPIPRIV2/ MPI_STATUSES_IGNORE */
extern MPI_Fint mpipriv1_[], mpipriv2_[];

static int is_bottom(const void *at) { return at == &mpipriv1_[0]; }
static int is_in_place(const void *at) { return at == &mpipriv1_[1]; }
static int is_ignored(const void *at) {
  return at == &mpipriv1_[2] || at == mpipriv2_ || at == MPI_F08_STATUS_IGNORE || at == MPI_F08_STATUSES_IGNORE;
}
#endif

void *fp_fortran_buffer(void *buffer) {
  return is_bottom(buffer) ? MPI_BOTTOM : is_in_place(buffer) ? MPI_IN_PLACE : buffer;
}

void *fp_handles(int count, size_t size) { return malloc((size_t)(count > 0 ? count : 1) * size); }

/* In Fortran a status is as large as in C. */
void *fp_fortran_statuses(void *given, int count, void **own) {
  *own = is_ignored(given) ? fp_handles(count, sizeof(MPI_Status)) : NULL;
  return *own == NULL ? given : *own;
}

void fp_statuses_f2c(int count, const void *from, MPI_Status *to) {
  const size_t step = sizeof(MPI_Status) / sizeof(MPI_Fint);
  for (int i = 0; i < count; i++) PMPI_Status_f2c((const MPI_Fint *)from + (size_t)i * step, &to[i]);
}

/* `use mpi_f08` of MPICH up to 4.2 also adds 1 to MPI_UNDEFINED (pmodels/mpich#6989). */
int *fp_zero_based(int count, const void *from, int first) {
  const MPI_Fint *position = from;
  int *result = fp_handles(count, sizeof *result);
  for (int i = 0; i < count; i++)
    result[i] = position[i] == MPI_UNDEFINED || position[i] == MPI_UNDEFINED + 1 ? MPI_UNDEFINED : position[i] - first;
  return result;
}

/* ---- the operators of handles, for the modules that are made for flang ---- */

#define OPERATORS(type)                                                                      \
  MPI_Fint fp_equal_mpi_##type##_(const MPI_Fint *a, const MPI_Fint *b) { return *a == *b; } \
  MPI_Fint fp_differ_mpi_##type##_(const MPI_Fint *a, const MPI_Fint *b) { return *a != *b; }
OPERATORS(comm)
OPERATORS(datatype)
OPERATORS(errhandler)
OPERATORS(file)
OPERATORS(group)
OPERATORS(info)
OPERATORS(message)
OPERATORS(op)
OPERATORS(request)
OPERATORS(session)
OPERATORS(win)
