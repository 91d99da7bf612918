! ranks: 2
! The target loads before the fence that completes the put; FIXED fences in between.
program main
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: mem(4), buf
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  mem = 0
  call MPI_Win_create(mem, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(0, win)
  buf = 1
  if (rank == 0) then
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 3_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! RACE
  end if
#ifdef FIXED
  call MPI_Win_fence(0, win)
#endif
  if (rank == 1) then
    if (mem(4) > 1) stop 1 ! RACE
  end if
  call MPI_Win_fence(0, win)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
