! ranks: 3
! A message from any source, its status ignored, comes before the put is complete; FIXED flushes before sending.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win, token
  integer, asynchronous :: mem(2), buf
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 8
  mem = 0
  token = 0
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 2) then
    buf = 1
    call MPI_Put(buf, 1, MPI_INTEGER, 0, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush(0, win, ierr)
#endif
    call MPI_Send(token, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, ierr)
  else if (rank == 0) then
    call MPI_Recv(token, 1, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    if (mem(2) > 1) stop 1 ! RACE
  end if
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
