! ranks: 2
! A reduction in place works on window memory while a put to it is pending; FIXED flushes the put before the barrier.
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, win
  integer, asynchronous :: mem(4), buf
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  mem = 1
  bytes = 16
  disp = 3
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    buf = 3
    call MPI_Put(buf, 1, MPI_INTEGER, 1, disp, 1, MPI_INTEGER, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush(1, win, ierr)
#endif
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Allreduce(MPI_IN_PLACE, mem, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr) ! RACE
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
