! The load of the next iteration comes before the get of this one is complete.
program ll_load_get_loop
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 16
  integer :: rank, size, ierr, win, target, value, i
  integer :: mem(n), buf(n)
  integer(kind=MPI_ADDRESS_KIND) :: disp, bytes
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  bytes = 4 * n
  disp = 0
  buf = 0
  target = mod(rank + 1, size)
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  do i = 1, 4
    value = value + buf(1) ! RACE
    call MPI_Get(buf, n, MPI_INTEGER, target, disp, n, MPI_INTEGER, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_flush(target, win, ierr)
#else
    if (rank > size) call MPI_Win_flush(target, win, ierr)
#endif
  end do
  call MPI_Win_unlock_all(win, ierr)
  print *, value
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
