! ranks: 2
! What a get delivers is printed before the flush: the library of Fortran reads it; FIXED flushes first.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win
  real, asynchronous :: mem(4), buf(4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 16
  mem = 1.5
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  if (rank == 0) then
    call MPI_Get(buf, 4, MPI_REAL, 1, 0_MPI_ADDRESS_KIND, 4, MPI_REAL, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush(1, win, ierr)
#endif
    print *, buf(1:4:3) ! RACE
  end if
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
