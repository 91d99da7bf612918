! ranks: 2
! The value to compare with is changed while the operation is pending; FIXED flushes first.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win
  integer(kind=8), asynchronous :: mem(2), new, expected, old
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 16
  mem = 0
  new = 5
  expected = 0
  call MPI_Win_create(mem, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  if (rank == 0) then
    call MPI_Compare_and_swap(new, expected, old, MPI_INTEGER8, 1, 1_MPI_ADDRESS_KIND, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush(1, win, ierr)
#endif
    expected = 1 ! RACE
  end if
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
