! ranks: 4
! Windows on the halves of the world: the barrier of the other half orders nothing; FIXED uses the window's own.
program main
  use mpi_f08
  implicit none
  integer :: rank, me
  integer, asynchronous :: mem(2), buf
  type(MPI_Win) :: win
  type(MPI_Comm) :: half, other

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, half)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, other)
  call MPI_Comm_rank(half, me)
  mem = 0
  call MPI_Win_create(mem, 8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, half, win)
  call MPI_Win_lock_all(0, win)
  call MPI_Barrier(half)
  if (me == 0) then
    buf = 1
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! RACE
    call MPI_Win_flush(1, win)
  end if
#ifdef FIXED
  call MPI_Barrier(half)
#else
  call MPI_Barrier(other)
#endif
  if (me == 1) then
    if (mem(1) > 1) stop 1 ! RACE
  end if
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Comm_free(half)
  call MPI_Comm_free(other)
  call MPI_Finalize()
end program
