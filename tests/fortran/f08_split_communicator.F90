! ranks: 3
! A window of a part of the world: the barrier of another part orders nothing; FIXED uses the one of the window's.
program main
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: mem(2), buf
  type(MPI_Win) :: win
  type(MPI_Comm) :: pair, other

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_split(MPI_COMM_WORLD, merge(MPI_UNDEFINED, 1, rank == 2), rank, pair)
  call MPI_Comm_split(MPI_COMM_WORLD, merge(1, 2, rank == 0), rank, other)
  if (pair /= MPI_COMM_NULL) then
    mem = 0
    call MPI_Win_create(mem, 8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, pair, win)
    call MPI_Win_lock_all(0, win)
    call MPI_Barrier(pair)
  end if
  if (rank == 0) then
    buf = 1
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! RACE
    call MPI_Win_flush(1, win)
  end if
#ifdef FIXED
  if (pair /= MPI_COMM_NULL) call MPI_Barrier(pair)
#endif
  call MPI_Barrier(other)
  if (rank == 1) then
    if (mem(1) > 1) stop 1 ! RACE
  end if
  if (pair /= MPI_COMM_NULL) then
    call MPI_Win_unlock_all(win)
    call MPI_Win_free(win)
    call MPI_Comm_free(pair)
  end if
  call MPI_Comm_free(other)
  call MPI_Finalize()
end program
