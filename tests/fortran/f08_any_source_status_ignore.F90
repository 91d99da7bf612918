! ranks: 3
! A message from any source, its status ignored, comes before the put is complete; FIXED flushes before sending.
program main
  use mpi_f08
  implicit none
  integer :: rank, token
  integer, asynchronous :: mem(2), buf
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  mem = 0
  token = 0
  call MPI_Win_create(mem, 8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_lock_all(0, win)
  call MPI_Barrier(MPI_COMM_WORLD)
  if (rank == 2) then
    buf = 1
    call MPI_Put(buf, 1, MPI_INTEGER, 0, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! RACE
#ifdef FIXED
    call MPI_Win_flush(0, win)
#endif
    call MPI_Send(token, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD)
  else if (rank == 0) then
    call MPI_Recv(token, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    if (mem(2) > 1) stop 1 ! RACE
  end if
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
