! ranks: 3
! The root gathers into its window, of which a put writes one piece; FIXED flushes the put before the barrier.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win, counts(3), places(3)
  integer, asynchronous :: mem(12), buf(4)
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 48
  mem = 0
  buf = rank
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 1) then
    call MPI_Put(buf, 1, MPI_INTEGER, 0, 9_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr) ! RACE
    call MPI_Put(buf, 1, MPI_INTEGER, 0, 7_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)
#ifdef FIXED
    call MPI_Win_flush(0, win, ierr)
#endif
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  counts = [2, 3, 4]
  places = [0, 4, 8]
  call MPI_Gatherv(buf, rank + 2, MPI_INTEGER, mem, counts, places, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr) ! RACE
  call MPI_Win_unlock_all(win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
