! A put and a load of the same buffer in one epoch.
program ll_put_load
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
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(buf, n, MPI_INTEGER, target, disp, n, MPI_INTEGER, win, ierr)
  value = buf(3)
  call MPI_Win_fence(0, win, ierr)
  print *, value
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
