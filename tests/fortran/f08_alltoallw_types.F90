! ranks: 2
! An exchange with a type for each partner reads a column of the window into which a put goes; FIXED flushes it first.
program main
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: matrix(3, 4), received(4, 2), buf
  type(MPI_Win) :: win
  type(MPI_Datatype) :: row, send_types(2), receive_types(2)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  matrix = rank
  buf = 5
  call MPI_Type_vector(4, 1, 3, MPI_INTEGER, row)
  call MPI_Type_commit(row)
  call MPI_Win_create(matrix, 48_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_lock_all(0, win)
  call MPI_Barrier(MPI_COMM_WORLD)
  if (rank == 0) then
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 7_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! RACE
#ifdef FIXED
    call MPI_Win_flush(1, win)
#endif
  end if
  call MPI_Barrier(MPI_COMM_WORLD)
  send_types = [row, row]
  receive_types = MPI_INTEGER
  call MPI_Alltoallw(matrix, [1, 1], [0, 4], send_types, received, [4, 4], [0, 16], receive_types, MPI_COMM_WORLD) ! RACE
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Type_free(row)
  call MPI_Finalize()
end program
