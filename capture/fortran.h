/* What the generated Fortran wrappers need: turning arguments of Fortran into those of C. */
#ifndef FENCEPOST_FORTRAN_H
#define FENCEPOST_FORTRAN_H

#include "caller.h"
#include "mpi_hooks.h"

#undef FP_PLACE
#define FP_PLACE(requests) f_##requests, sizeof(MPI_Fint)
#undef FP_LATER
#define FP_LATER(handle) f_##handle, 1

_Static_assert(sizeof(MPI_Fint) == sizeof(int), "arrays of INTEGER are read as arrays of int");

/* A buffer; Fortran has addresses of its own for MPI_BOTTOM and MPI_IN_PLACE. */
void *fp_fortran_buffer(void *buffer);

/* The given statuses, or room for as many where the program ignores them; that room is also left in `own`, to be freed. */
void *fp_fortran_statuses(void *given, int count, void **own);
void fp_statuses_f2c(int count, const void *from, MPI_Status *to);

/* Positions in an array, from 0 on instead of the given first; to be freed. */
int *fp_zero_based(int count, const void *from, int first);

/* In MPICH 4.0, `use mpi_f08` counts from 0 (pmodels/mpich#6270). */
#if defined MPICH_NUMVERSION && MPICH_NUMVERSION >= 40000000 && MPICH_NUMVERSION < 40100000
#define FP_F08_FIRST 0
#else
#define FP_F08_FIRST 1
#endif

/* Room for converted handles, to be freed. */
void *fp_handles(int count, size_t size);

#endif
