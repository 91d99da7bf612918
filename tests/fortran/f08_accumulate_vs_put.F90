! ranks: 3
! One origin accumulates where another one puts; FIXED lets both accumulate with the same operation.
program main
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: mem(2), buf
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  mem = 0
  buf = rank
  call MPI_Win_create(mem, 8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(0, win)
  if (rank == 0) then
    call MPI_Accumulate(buf, 1, MPI_INTEGER, 1, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, MPI_SUM, win) ! RACE
  else if (rank == 2) then
#ifdef FIXED
    call MPI_Accumulate(buf, 1, MPI_INTEGER, 1, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, MPI_SUM, win)
#else
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! RACE
#endif
  end if
  call MPI_Win_fence(0, win)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
