! ranks: 2
! A row of a matrix goes into a row of another one; the owner reads an element of it. FIXED fences in between.
program main
  use mpi
  implicit none
  integer :: ierr, rank, win, row
  integer, asynchronous :: matrix(4, 5), from(4, 5)
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 80
  matrix = 0
  from = 1
  call MPI_Type_vector(5, 1, 4, MPI_INTEGER, row, ierr)
  call MPI_Type_commit(row, ierr)
  call MPI_Win_create(matrix, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) then
    call MPI_Put(from(3, 1), 1, row, 1, 1_MPI_ADDRESS_KIND, 1, row, win, ierr) ! RACE
    from(2, 4) = 3
  end if
#ifdef FIXED
  call MPI_Win_fence(0, win, ierr)
#endif
  if (rank == 1) then
    if (matrix(1, 4) == 99) stop 1
    if (matrix(2, 4) == 99) stop 1 ! RACE
  end if
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Type_free(row, ierr)
  call MPI_Finalize(ierr)
end program
