! ranks: 2
! Fortran counts from 1: the first of two receives is complete, the second is read; FIXED waits for the second too.
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, first, requests(2)
  integer, asynchronous :: one, two

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  one = 1
  two = 2
  if (rank == 0) then
    call MPI_Irecv(one, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Irecv(two, 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, requests(2), ierr) ! RACE
    call MPI_Waitany(2, requests, first, MPI_STATUS_IGNORE, ierr)
    if (first /= 1) stop 1
    if (one == 99) stop 1
#ifdef FIXED
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call MPI_Wait(requests(2), MPI_STATUS_IGNORE, ierr)
#endif
    if (two == 99) stop 1 ! RACE
#ifndef FIXED
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call MPI_Wait(requests(2), MPI_STATUS_IGNORE, ierr)
#endif
  else
    call MPI_Send(one, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, ierr)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call MPI_Send(two, 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program
