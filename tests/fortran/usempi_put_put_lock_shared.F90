! ranks: 3
! Two origins put to the same location under shared locks; FIXED uses exclusive locks.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win, kind_of_lock
  integer, asynchronous :: mem(4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 16
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
#ifdef FIXED
  kind_of_lock = MPI_LOCK_EXCLUSIVE
#else
  kind_of_lock = MPI_LOCK_SHARED
#endif
  if (rank /= 1) then
    call MPI_Win_lock(kind_of_lock, 1, 0, win, ierr)
    call MPI_Put(rank, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr) ! RACE RACE
    call MPI_Win_unlock(1, win, ierr)
  end if
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
