! ranks: 2
! A broadcast delivers into window memory while a put to it is pending; FIXED flushes the put before the barrier.
program main
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous, target :: mem(4)
  integer, asynchronous :: buf
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  mem = rank
  call MPI_Win_create(mem, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_lock_all(0, win)
  if (rank == 0) then
    buf = 1
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! RACE
#ifdef FIXED
    call MPI_Win_flush(1, win)
#endif
  end if
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Bcast(mem(2), 2, MPI_INTEGER, 0, MPI_COMM_WORLD) ! RACE
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
