! ranks: 2
! The buffer of a request-based put is changed before the wait; FIXED waits first.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win, request
  integer, asynchronous :: mem(4), buf
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 16
  buf = 4
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  if (rank == 0) then
    call MPI_Rput(buf, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, request, ierr) ! RACE
#ifdef FIXED
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
#endif
    buf = 5 ! RACE
#ifndef FIXED
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
#endif
  end if
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
