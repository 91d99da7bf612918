! ranks: 2
! A column of a component is fetched while its owner relaxes the row that crosses it; FIXED has a fence between.
module grids
  implicit none
  type grid
    integer :: n
    double precision, allocatable :: cells(:, :)
  end type
contains
  subroutine relax(g)
    type(grid), intent(inout) :: g
    g%cells(2, :) = 0.5d0 * g%cells(2, :) ! RACE
  end subroutine
end module

program main
  use mpi_f08
  use grids
  implicit none
  type(grid), target, asynchronous :: g
  double precision, asynchronous :: column(5)
  integer :: rank
  integer(MPI_ADDRESS_KIND) :: start
  type(MPI_Win) :: win

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  g%n = 5
  start = 3 * g%n
  allocate (g%cells(g%n, g%n))
  g%cells = rank
  call MPI_Win_create(g%cells, 8_MPI_ADDRESS_KIND * g%n**2, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Win_fence(0, win)
  if (rank == 0) then
    call MPI_Get(column, g%n, MPI_DOUBLE_PRECISION, 1, start, g%n, MPI_DOUBLE_PRECISION, win) ! RACE
  end if
#ifdef FIXED
  call MPI_Win_fence(0, win)
#endif
  if (rank == 1) call relax(g)
  call MPI_Win_fence(0, win)
  if (rank == 0 .and. column(1) > 5) stop 1
  call MPI_Win_free(win)
  deallocate (g%cells)
  call MPI_Finalize()
end program
