! ranks: 2
! A loop over an allocatable array in a subroutine reads what a put is writing; FIXED fences in between.
module field
  implicit none
  double precision, allocatable, target :: u(:)
contains
  double precision function total()
    integer :: i
    total = 0
    do i = 1, size(u)
      total = total + u(i) ! RACE
    end do
  end function
end module

program main
  use mpi
  use field
  implicit none
  integer :: ierr, rank, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  double precision, asynchronous :: buf

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  allocate (u(100))
  u = 1
  bytes = 800
  call MPI_Win_create(u, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  buf = 2
  if (rank == 0) then
    call MPI_Put(buf, 1, MPI_DOUBLE_PRECISION, 1, 50_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, win, ierr) ! RACE
  end if
#ifdef FIXED
  call MPI_Win_fence(0, win, ierr)
#endif
  if (rank == 1) then
    if (total() < 0) stop 1
  end if
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  deallocate (u)
  call MPI_Finalize(ierr)
end program
