! ranks: 2
! The origin of a pending Put is an allocatable component of a local variable, which is given back when the subroutine returns. FIXED
! completes the Put before.
module messages
  implicit none
  type :: message
    integer :: length = 4
    integer, allocatable :: content(:)
  end type
end module

program component_freed
  use mpi
  implicit none
  integer :: rank, error, win
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  integer :: mem(4)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  mem = 0
  bytes = 16
  call MPI_Win_create(mem, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_lock_all(0, win, error)
  if (rank == 0) call publish(win)
  call MPI_Win_unlock_all(win, error)
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
contains
  subroutine publish(win)
    use messages
    integer, intent(in) :: win
    type(message) :: m
    integer(kind=MPI_ADDRESS_KIND) :: zero = 0
    integer :: error
    allocate(m%content(m%length))
    m%content = 5
    call MPI_Put(m%content, m%length, MPI_INTEGER, 1, zero, m%length, MPI_INTEGER, win, error) ! RACE
#ifdef FIXED
    call MPI_Win_flush_local(1, win, error)
#endif
  end subroutine ! RACE
end program
