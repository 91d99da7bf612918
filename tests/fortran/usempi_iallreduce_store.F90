! ranks: 2
! The contribution to a nonblocking reduction is changed before the wait; FIXED waits first.
program main
  use mpi
  implicit none
  integer :: ierr, rank, request
  double precision, asynchronous :: mine(4), sum(4)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  mine = rank
  call MPI_Iallreduce(mine, sum, 4, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, request, ierr) ! RACE
#ifdef FIXED
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
#endif
  mine(3) = 1 ! RACE
#ifndef FIXED
  call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
#endif
  call MPI_Finalize(ierr)
end program
