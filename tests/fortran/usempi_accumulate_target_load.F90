! ranks: 2
! The owner reads what an accumulate may be changing; FIXED flushes it before the barrier.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win
  real, asynchronous :: mem(4), buf
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 16
  mem = 0.0
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    buf = 2.5
    call MPI_Accumulate(buf, 1, MPI_REAL, 1, 2_MPI_ADDRESS_KIND, 1, MPI_REAL, MPI_SUM, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush(1, win, ierr)
#else
    call MPI_Win_flush_local(1, win, ierr)
#endif
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 1) then
    if (mem(3) > 9.0) stop 1 ! RACE
  end if
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
