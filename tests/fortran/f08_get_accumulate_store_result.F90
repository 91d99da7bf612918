! ranks: 2
! The result buffer of a get-accumulate is overwritten before the unlock; FIXED unlocks first.
program main
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: mem(4), buf(2), result(2)
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  mem = 0
  buf = 2
  call MPI_Win_create(mem, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Barrier(MPI_COMM_WORLD)
  if (rank == 0) then
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win)
    call MPI_Get_accumulate(buf, 2, MPI_INTEGER, result, 2, MPI_INTEGER, &
                            1, 0_MPI_ADDRESS_KIND, 2, MPI_INTEGER, MPI_SUM, win) ! RACE
#ifdef FIXED
    call MPI_Win_unlock(1, win)
#endif
    result(1) = 0 ! RACE
#ifndef FIXED
    call MPI_Win_unlock(1, win)
#endif
  end if
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
