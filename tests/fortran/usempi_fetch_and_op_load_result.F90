! ranks: 2
! A counter is used before the flush that delivers it; FIXED flushes first.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win, one
  integer, asynchronous :: counter, ticket
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 4
  counter = 0
  ticket = -1
  one = 1
  call MPI_Win_create(counter, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  if (rank == 1) then
    call MPI_Fetch_and_op(one, ticket, MPI_INTEGER, 0, 0_MPI_ADDRESS_KIND, MPI_SUM, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush(0, win, ierr)
#endif
    if (ticket > 99) stop 1 ! RACE
  end if
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
