! ranks: 2
! Memory that is attached to a dynamic window is read while a put to it is pending; FIXED flushes it before the barrier.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win
  integer, allocatable, asynchronous :: mem(:)
  integer, asynchronous :: buf
  integer(kind=MPI_ADDRESS_KIND) :: bytes, address

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  allocate (mem(8))
  mem = 0
  bytes = 32
  address = 0
  call MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  if (rank == 1) then
    call MPI_Win_attach(win, mem, bytes, ierr)
    call MPI_Get_address(mem(3), address, ierr)
  end if
  call MPI_Bcast(address, 1, MPI_AINT, 1, MPI_COMM_WORLD, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  if (rank == 0) then
    buf = 1
    call MPI_Put(buf, 1, MPI_INTEGER, 1, address, 1, MPI_INTEGER, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush(1, win, ierr)
#endif
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  if (rank == 1) then
    if (mem(3) > 1) stop 1 ! RACE
  end if
  call MPI_Win_unlock_all(win, ierr)
  if (rank == 1) call MPI_Win_detach(win, mem, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
