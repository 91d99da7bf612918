! ranks: 2
! A row of a matrix is put: the compiler passes a copy, and frees it when the call returns. FIXED puts from a copy that stays.
program main
  implicit none
  include 'mpif.h'
  integer, parameter :: n = 8
  integer :: rank, win, ierror
  integer(MPI_ADDRESS_KIND) :: bytes, displacement
  real(8), allocatable, asynchronous :: matrix(:, :)
  real(8), asynchronous :: inbox(n), row(n)
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  allocate(matrix(n, n))
  matrix = rank + 1
  inbox = 0
  bytes = 8 * n
  displacement = 0
  call MPI_Win_create(inbox, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_fence(0, win, ierror)
#ifdef FIXED
  row = matrix(3, :)
  call MPI_Put(row, n, MPI_DOUBLE_PRECISION, 1 - rank, displacement, n, MPI_DOUBLE_PRECISION, win, ierror)
#else
  call MPI_Put(matrix(3, :), n, MPI_DOUBLE_PRECISION, 1 - rank, displacement, n, MPI_DOUBLE_PRECISION, win, ierror) ! RACE RACE
#endif
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  call MPI_Finalize(ierror)
end program
