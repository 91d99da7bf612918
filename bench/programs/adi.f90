! Benchmark: alternating directions in Fortran, lines of tridiagonal systems, with a transposition by MPI_Put under fence.
!
!     mpirun -n RANKS adi [ITERATIONS N]        default: ITERATIONS 40, N 600
!
! A grid of N x N points is distributed by columns. In each iteration, diffusion along the first direction is solved for each column; then
! the grid is transposed through windows, solved along the other direction, and transposed back. The fields are components of a type.
!
! mpif.h and not a module: the modules of an MPI library can be read by one compiler only.
!
! Prints "compute_seconds T" (the iteration loop, slowest rank) and "ok"; exit code 1 if a mode of the grid does not decay as it must.
module fields
  implicit none
  include 'mpif.h'

  type field
    double precision, allocatable :: u(:, :), rhs(:, :), lower(:), main(:), upper(:), work(:)
    double precision :: strength
  end type field

  integer :: rank, ranks, n, cols, first, win
  double precision, allocatable :: received(:, :), sent(:, :)
  double precision, parameter :: pi = 3.14159265358979323846d0

contains

  subroutine create(f)
    type(field), intent(inout) :: f
    integer :: i, j, ierr
    integer(kind=MPI_ADDRESS_KIND) :: bytes
    cols = n / ranks
    first = cols * rank
    allocate (f%u(n, cols), f%rhs(n, cols), f%lower(n), f%main(n), f%upper(n), f%work(n))
    allocate (received(n, cols), sent(n, cols))
    f%strength = 0.5d0
    do j = 1, cols
      do i = 1, n
        f%u(i, j) = sin(pi * i / (n + 1)) * sin(pi * (first + j) / (n + 1))
      end do
    end do
    f%lower = -f%strength
    f%upper = -f%strength
    f%main = 1.0d0 + 2.0d0 * f%strength
    bytes = 8_MPI_ADDRESS_KIND * n * cols
    call MPI_Win_create(received, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call MPI_Win_fence(0, win, ierr)
  end subroutine create

  ! Every column is a system of its own (Thomas' algorithm).
  subroutine solve(f)
    type(field), intent(inout) :: f
    integer :: i, j
    double precision :: factor
    f%work(1) = f%main(1)
    do i = 2, n
      f%work(i) = f%main(i) - f%lower(i) * f%upper(i - 1) / f%work(i - 1)
    end do
    do j = 1, cols
      f%rhs(1, j) = f%u(1, j)
      do i = 2, n
        factor = f%lower(i) / f%work(i - 1)
        f%rhs(i, j) = f%u(i, j) - factor * f%rhs(i - 1, j)
      end do
      f%u(n, j) = f%rhs(n, j) / f%work(n)
      do i = n - 1, 1, -1
        f%u(i, j) = (f%rhs(i, j) - f%upper(i) * f%u(i + 1, j)) / f%work(i)
      end do
    end do
  end subroutine solve

  ! Each rank gets its rows of my columns, as a block of columns of its own.
  subroutine transpose_field(f)
    type(field), intent(inout) :: f
    integer :: i, j, r, ierr
    integer(kind=MPI_ADDRESS_KIND) :: place
    do r = 0, ranks - 1
      do j = 1, cols
        do i = 1, cols
          sent(r * cols + j, i) = f%u(r * cols + i, j)
        end do
      end do
    end do
    do r = 0, ranks - 1
      do i = 1, cols
        place = int(i - 1, MPI_ADDRESS_KIND) * n + first
        call MPI_Put(sent(r * cols + 1, i), cols, MPI_REAL8, r, place, cols, MPI_REAL8, win, ierr)
      end do
    end do
    call MPI_Win_fence(0, win, ierr)
    do j = 1, cols
      do i = 1, n
        f%u(i, j) = received(i, j)
      end do
    end do
    call MPI_Win_fence(0, win, ierr)
  end subroutine transpose_field

end module fields

program adi
  use fields
  implicit none
  type(field) :: f
  integer :: iterations, iteration, i, j, ierr
  double precision :: begin, seconds, slowest, decay, expected, worst, all
  character(len=20) :: argument
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  iterations = 40
  n = 600
  if (command_argument_count() > 0) then
    call get_command_argument(1, argument)
    read (argument, *) iterations
  end if
  if (command_argument_count() > 1) then
    call get_command_argument(2, argument)
    read (argument, *) n
  end if
  n = n / ranks * ranks
  call create(f)
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  begin = MPI_Wtime()
  do iteration = 1, iterations
    call solve(f)
    call transpose_field(f)
    call solve(f)
    call transpose_field(f)
  end do
  seconds = MPI_Wtime() - begin
  decay = 1.0d0 / (1.0d0 + 2.0d0 * f%strength * (1.0d0 - cos(pi / (n + 1))))
  worst = 0.0d0
  do j = 1, cols
    do i = 1, n
      expected = sin(pi * i / (n + 1)) * sin(pi * (first + j) / (n + 1)) * decay**(2 * iterations)
      worst = max(worst, abs(f%u(i, j) - expected))
    end do
  end do
  call MPI_Reduce(seconds, slowest, 1, MPI_REAL8, MPI_MAX, 0, MPI_COMM_WORLD, ierr)
  call MPI_Allreduce(worst, all, 1, MPI_REAL8, MPI_MAX, MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    print '(a, f0.6)', 'compute_seconds ', slowest
    if (all < 1.0d-9) print '(a)', 'ok'
  end if
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
  if (all >= 1.0d-9) stop 1
end program adi
