! ranks: 2
! The origin changes what it puts before the flush; FIXED flushes locally first.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win
  integer, asynchronous :: mem(4), buf(4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 16
  buf = rank
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  if (rank == 0) then
    call MPI_Put(buf, 4, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 4, MPI_INTEGER, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush_local(1, win, ierr)
#endif
    buf(2) = 7 ! RACE
  end if
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
