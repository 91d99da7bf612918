! ranks: 2
! Memory from Win_allocate, seen through a Fortran pointer: the owner stores while a put is pending; FIXED fences in between.
program main
  use mpi
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer :: ierr, rank, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  type(c_ptr) :: base
  double precision, pointer :: mem(:)
  double precision, asynchronous :: buf(3)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 80
  call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, base, win, ierr)
  call c_f_pointer(base, mem, [10])
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) then
    buf = 1.d0
    call MPI_Put(buf, 3, MPI_DOUBLE_PRECISION, 1, 4_MPI_ADDRESS_KIND, 3, MPI_DOUBLE_PRECISION, win, ierr) ! RACE
  end if
#ifdef FIXED
  call MPI_Win_fence(0, win, ierr)
#endif
  if (rank == 1) mem(6) = 2.d0 ! RACE
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
