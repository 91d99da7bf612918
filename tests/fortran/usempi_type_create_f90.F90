! ranks: 2
! A type by precision is a basic type; the target loads what is put before the fence; FIXED after it.
program main
  use mpi
  implicit none
  integer, parameter :: real_kind = selected_real_kind(12, 100)
  integer :: ierr, rank, win, real_type
  real(real_kind), asynchronous :: mem(4), buf(2)
  integer(kind=MPI_ADDRESS_KIND) :: bytes

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Type_create_f90_real(12, 100, real_type, ierr)
  bytes = 32
  mem = 0
  buf = rank
  call MPI_Win_create(mem, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) then
    call MPI_Put(buf, 2, real_type, 1, 1_MPI_ADDRESS_KIND, 2, real_type, win, ierr) ! RACE
  end if
#ifdef FIXED
  call MPI_Win_fence(0, win, ierr)
#endif
  if (rank == 1) then
    if (mem(1) > 5) stop 1
    if (mem(3) > 5) stop 1 ! RACE
  end if
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
