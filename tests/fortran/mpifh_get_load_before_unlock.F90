! ranks: 2
! The result of a get is used before the unlock that completes it; FIXED unlocks first.
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, win
  integer, asynchronous :: mem(4), buf(2)
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  mem = 5
  bytes = 16
  disp = 1
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    call MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win, ierr)
    call MPI_Get(buf, 2, MPI_INTEGER, 1, disp, 2, MPI_INTEGER, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_unlock(1, win, ierr)
#endif
    if (buf(2) == 99) stop 1 ! RACE
#ifndef FIXED
    call MPI_Win_unlock(1, win, ierr)
#endif
  end if
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
