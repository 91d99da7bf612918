! ranks: 3
! An exchange with the neighbours of a ring sends from the window while a put to it is pending; FIXED flushes it first.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win, ring
  integer, asynchronous :: mem(4), received(4), buf
  logical :: periods(1)
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  periods = .true.
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [3], periods, .false., ring, ierr)
  call MPI_Comm_rank(ring, rank, ierr)
  bytes = 16
  mem = rank
  buf = 9
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, ring, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Barrier(ring, ierr)
  if (rank == 0) then
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 3_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush(1, win, ierr)
#endif
  end if
  call MPI_Barrier(ring, ierr)
  call MPI_Neighbor_alltoall(mem, 2, MPI_INTEGER, received, 2, MPI_INTEGER, ring, ierr) ! RACE
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Comm_free(ring, ierr)
  call MPI_Finalize(ierr)
end program
