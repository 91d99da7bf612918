! ranks: 2
! A local flush does not complete the put at the target; FIXED flushes.
program main
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer :: rank, ierror
  type(MPI_Win) :: win
  type(c_ptr) :: base
  integer, pointer :: mem(:)
  integer, asynchronous :: buf

  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Win_allocate(64_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierror)
  call c_f_pointer(base, mem, [16])
  call MPI_Win_lock_all(MPI_MODE_NOCHECK, win, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (rank == 0) then
    buf = 1
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 8_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierror) ! RACE
#ifdef FIXED
    call MPI_Win_flush(1, win, ierror)
#else
    call MPI_Win_flush_local(1, win, ierror)
#endif
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  if (rank == 1) mem(9) = 2 ! RACE
  call MPI_Win_unlock_all(win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program
