! ranks: 2
! The buffer of a nonblocking send is changed before the wait; FIXED waits first.
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, request, status(MPI_STATUS_SIZE)
  real, asynchronous :: buf(8)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  buf = 1.0
  if (rank == 0) then
    call MPI_Isend(buf, 8, MPI_REAL, 1, 7, MPI_COMM_WORLD, request, ierr) ! RACE
#ifdef FIXED
    call MPI_Wait(request, status, ierr)
#endif
    buf(4) = 2.0 ! RACE
#ifndef FIXED
    call MPI_Wait(request, status, ierr)
#endif
  else
    call MPI_Recv(buf, 8, MPI_REAL, 0, 7, MPI_COMM_WORLD, status, ierr)
  end if
  call MPI_Finalize(ierr)
end program
