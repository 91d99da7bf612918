! Benchmark: Jacobi iteration in Fortran, with a halo exchange by MPI_Put under fence.
!
!     mpirun -n RANKS solver [ITERATIONS N]        default: ITERATIONS 200, N 1200
!
! A grid of N x N points is distributed by columns. The window is the old level itself, with a ghost column at each
! side. An iteration takes the mean of the four neighbours and adds one. It starts as i + j, whose mean is itself, so
! every point is known exactly, but only if every ghost is fresh: one of the iteration before is off by one.
!
! mpif.h and not a module: the modules of an MPI library can be read by one compiler only.
!
! Prints "compute_seconds T" (the iteration loop, slowest rank) and "ok"; exit code 1 if the result is wrong.
module grid
  implicit none
  include 'mpif.h'
  integer :: rank, ranks, n, first, cols, win
  double precision, allocatable :: u(:, :)
  double precision, allocatable :: v(:, :)

contains

  subroutine create()
    integer :: i, j, ierr
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    first = n / ranks * rank
    cols = n / ranks
    allocate (u(n, 0:cols + 1), v(n, 0:cols + 1))
    do j = 0, cols + 1
      do i = 1, n
        u(i, j) = dble(i + first + j)
      end do
    end do
    v = u
    bytes = 8_MPI_ADDRESS_KIND * n * (cols + 2)
    call MPI_Win_create(u, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call MPI_Win_fence(0, win, ierr)
  end subroutine create

  ! My first column is the right ghost of my left neighbour, and so on.
  subroutine exchange()
    integer :: ierr
    integer(kind=MPI_ADDRESS_KIND) :: right_ghost, left_ghost
    right_ghost = int(n, MPI_ADDRESS_KIND) * (cols + 1)
    left_ghost = 0
    if (rank > 0) call MPI_Put(u(1, 1), n, MPI_REAL8, rank - 1, right_ghost, n, MPI_REAL8, win, ierr)
    if (rank < ranks - 1) call MPI_Put(u(1, cols), n, MPI_REAL8, rank + 1, left_ghost, n, MPI_REAL8, win, ierr)
    call MPI_Win_fence(0, win, ierr)
  end subroutine exchange

  subroutine relax()
    integer :: i, j
    do j = 1, cols
      do i = 2, n - 1
        v(i, j) = 0.25d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)) + 1.0d0
      end do
    end do
  end subroutine relax

  ! The edges of the grid have no neighbours: they only grow.
  subroutine grow_edges()
    v(1, 1:cols) = u(1, 1:cols) + 1.0d0
    v(n, 1:cols) = u(n, 1:cols) + 1.0d0
    if (rank == 0) v(:, 1) = u(:, 1) + 1.0d0
    if (rank == ranks - 1) v(:, cols) = u(:, cols) + 1.0d0
  end subroutine grow_edges

  subroutine copy_back()
    integer :: i, j
    do j = 1, cols
      do i = 1, n
        u(i, j) = v(i, j)
      end do
    end do
  end subroutine copy_back

  integer function wrong(iterations)
    integer, intent(in) :: iterations
    integer :: i, j
    wrong = 0
    do j = 1, cols
      do i = 1, n
        if (.not. abs(u(i, j) - dble(i + first + j + iterations)) <= 1.0d-8 * iterations) wrong = wrong + 1
      end do
    end do
  end function wrong

end module grid

program solver
  use grid
  implicit none
  integer :: iterations, step, ierr, mine, all
  double precision :: start, seconds, slowest
  character(len=16) :: argument

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  iterations = 200
  n = 1200
  if (command_argument_count() == 2) then
    call get_command_argument(1, argument)
    read (argument, *) iterations
    call get_command_argument(2, argument)
    read (argument, *) n
  end if
  if (mod(n, ranks) /= 0) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)

  call create()
  start = MPI_Wtime()
  do step = 1, iterations
    call exchange()
    call relax()
    call grow_edges()
    call copy_back()
    call MPI_Win_fence(0, win, ierr)
  end do
  seconds = MPI_Wtime() - start

  mine = wrong(iterations)
  call MPI_Allreduce(mine, all, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call MPI_Reduce(seconds, slowest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
  if (rank == 0) print '(a,f0.6)', 'compute_seconds ', slowest
  if (rank == 0 .and. all == 0) print '(a)', 'ok'
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
  if (all > 0) stop 1
end program solver
