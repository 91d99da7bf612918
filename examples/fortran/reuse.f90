! ranks: 2
!
! Rank 0 puts a value into the memory of rank 1 and then uses the variable for something else.
!
! The flush comes first: then the put has read the variable.
program reuse
  use mpi
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: rank, window, error
  integer, asynchronous :: value
  integer, target, asynchronous :: memory(4)

  call mpi_init(error)
  call mpi_comm_rank(mpi_comm_world, rank, error)
  memory = 0
  call mpi_win_create(memory, 16_mpi_address_kind, 4, mpi_info_null, mpi_comm_world, window, error)

  call mpi_win_lock_all(0, window, error)
  if (rank == 0) then
    value = 42
    call mpi_put(value, 1, mpi_integer, 1, 0_mpi_address_kind, 1, mpi_integer, window, error)
    call mpi_win_flush(1, window, error)
    value = 0
  end if
  call mpi_win_unlock_all(window, error)

  call mpi_win_free(window, error)
  call mpi_finalize(error)
end program reuse
