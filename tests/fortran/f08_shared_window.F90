! ranks: 2
! Shared memory: one process stores where a put of the other one goes; FIXED fences in between.
program main
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer :: rank, unit
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  integer, pointer :: mem(:)
  integer, asynchronous :: buf
  type(c_ptr) :: base
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Win_allocate_shared(64_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call MPI_Win_shared_query(win, rank, bytes, unit, base)
  call c_f_pointer(base, mem, [16])
  call MPI_Win_fence(0, win)
  buf = 1
  if (rank == 0) then
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 5_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! RACE
  end if
#ifdef FIXED
  call MPI_Win_fence(0, win)
#endif
  if (rank == 1) mem(6) = 7 ! RACE
  call MPI_Win_fence(0, win)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
