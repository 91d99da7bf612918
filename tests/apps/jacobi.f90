! ranks: 2 4 8
!
! Jacobi iteration on a rectangle, distributed by columns; compile with -cpp. The window is the old level with its two
! ghost columns, filled by the neighbours with MPI_Put between two fences. The inner columns are relaxed while the
! puts are on their way. The boundary values of the first row change with every iteration.
!
! BUG 1: jacobi.f90:MPI_Put in put_columns and load in relax: no fence at the beginning of the iteration, the next puts meet the ghosts still in use.
! BUG 2: jacobi.f90:MPI_Put in put_columns and load in relax: the edge columns are relaxed before the fence that completes the puts.
! BUG 3: jacobi.f90:MPI_Put in put_columns and store in set_boundary: the boundary row is changed under a put that still reads it.
#ifndef BUG
#define BUG 0
#endif

module jacobi_grid
  use mpi
  implicit none

  type grid
    integer :: rank, size
    integer :: rows, cols                    ! of this rank
    integer :: peer(2), edge(2), ghost(2)    ! left and right: neighbour, own edge column, its ghost column there
    double precision, allocatable :: u(:, :) ! window: columns 0 and cols + 1 are ghosts
    double precision, allocatable :: v(:, :)
    integer :: win
  end type grid

contains

  pure double precision function start_value(i, j)
    integer, intent(in) :: i, j
    start_value = dble(mod(3 * i + 5 * j, 13))
  end function start_value

  pure double precision function boundary_value(step, j)
    integer, intent(in) :: step, j
    boundary_value = 1.0d0 + 0.1d0 * dble(mod(j + 7 * step, 10))
  end function boundary_value

  subroutine create_grid(g, rows, all_cols)
    type(grid), intent(inout) :: g
    integer, intent(in) :: rows, all_cols
    integer :: ierr, i, j
    integer(kind=MPI_ADDRESS_KIND) :: bytes

    call MPI_Comm_rank(MPI_COMM_WORLD, g%rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, g%size, ierr)
    g%rows = rows
    g%cols = all_cols / g%size
    if (g%cols * g%size /= all_cols) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
    g%peer = (/ g%rank - 1, g%rank + 1 /)
    if (g%rank == 0) g%peer(1) = MPI_PROC_NULL
    if (g%rank == g%size - 1) g%peer(2) = MPI_PROC_NULL
    g%edge = (/ 1, g%cols /)
    g%ghost = (/ g%cols + 1, 0 /)

    allocate (g%u(rows, 0:g%cols + 1), g%v(rows, 0:g%cols + 1))
    do j = 0, g%cols + 1
      do i = 1, rows
        g%u(i, j) = start_value(i, g%rank * g%cols + j)
        g%v(i, j) = 0.0d0
      end do
    end do
    bytes = 8_MPI_ADDRESS_KIND * rows * (g%cols + 2)
    call MPI_Win_create(g%u, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, g%win, ierr)
  end subroutine create_grid

  subroutine destroy_grid(g)
    type(grid), intent(inout) :: g
    integer :: ierr
    call MPI_Win_free(g%win, ierr)
    deallocate (g%u, g%v)
  end subroutine destroy_grid

  subroutine fence(g)
    type(grid), intent(inout) :: g
    integer :: ierr
    call MPI_Win_fence(0, g%win, ierr)
  end subroutine fence

  subroutine set_boundary(g, step)
    type(grid), intent(inout) :: g
    integer, intent(in) :: step
    integer :: j
    do j = 1, g%cols
      g%u(1, j) = boundary_value(step, g%rank * g%cols + j) ! BUG3
    end do
  end subroutine set_boundary

  subroutine put_columns(g)
    type(grid), intent(inout) :: g
    integer :: side, n, ierr
    integer(kind=MPI_ADDRESS_KIND) :: at
    n = g%rows
    do side = 1, 2
      at = int(g%ghost(side), MPI_ADDRESS_KIND) * n
      call MPI_Put(g%u(1, g%edge(side)), n, MPI_REAL8, g%peer(side), at, n, MPI_REAL8, g%win, ierr) ! BUG1 BUG2 BUG3
    end do
  end subroutine put_columns

  subroutine relax(g, first, last)
    type(grid), intent(inout) :: g
    integer, intent(in) :: first, last
    integer :: i, j
    do j = first, last
      do i = 2, g%rows - 1
        g%v(i, j) = 0.25d0 * (g%u(i - 1, j) + g%u(i + 1, j) + g%u(i, j - 1) + g%u(i, j + 1)) ! BUG1 BUG2
      end do
    end do
  end subroutine relax

  subroutine copy_back(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    do j = 1, g%cols
      do i = 2, g%rows - 1
        g%u(i, j) = g%v(i, j)
      end do
    end do
  end subroutine copy_back

  subroutine iterate(g, step)
    type(grid), intent(inout) :: g
    integer, intent(in) :: step
#if BUG != 3
    call set_boundary(g, step)
#endif
#if BUG == 1
    if (step == 1) call fence(g)
#else
    call fence(g)
#endif
    call put_columns(g)
#if BUG == 3
    call set_boundary(g, step)
#endif
    call relax(g, 2, g%cols - 1)
#if BUG == 2
    call relax(g, 1, 1)
    call relax(g, g%cols, g%cols)
    call fence(g)
#else
    call fence(g)
    call relax(g, 1, 1)
    call relax(g, g%cols, g%cols)
#endif
    call copy_back(g)
  end subroutine iterate

  ! The whole rectangle, computed by every rank for itself.
  integer function count_errors(g, steps)
    type(grid), intent(in) :: g
    integer, intent(in) :: steps
    double precision, allocatable :: u(:, :), v(:, :)
    integer :: i, j, step, n
    n = g%cols * g%size
    allocate (u(g%rows, 0:n + 1), v(g%rows, 0:n + 1))
    do j = 0, n + 1
      do i = 1, g%rows
        u(i, j) = start_value(i, j)
      end do
    end do
    do step = 1, steps
      do j = 1, n
        u(1, j) = boundary_value(step, j)
      end do
      v = u
      do j = 1, n
        do i = 2, g%rows - 1
          v(i, j) = 0.25d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
        end do
      end do
      u = v
    end do
    count_errors = 0
    do j = 1, g%cols
      do i = 1, g%rows
        if (abs(g%u(i, j) - u(i, g%rank * g%cols + j)) > 1.0d-10) count_errors = count_errors + 1
      end do
    end do
  end function count_errors

end module jacobi_grid

program jacobi
  use jacobi_grid
  implicit none
  type(grid) :: g
  integer :: ierr, step, steps, rows, cols, errors, all_errors
  character(len=16) :: arg

  call MPI_Init(ierr)
  rows = 12
  cols = 32
  steps = 6
  if (command_argument_count() >= 3) then
    call get_command_argument(1, arg)
    read (arg, *) rows
    call get_command_argument(2, arg)
    read (arg, *) cols
    call get_command_argument(3, arg)
    read (arg, *) steps
  end if

  call create_grid(g, rows, cols)
  do step = 1, steps
    call iterate(g, step)
  end do
  call MPI_Win_fence(MPI_MODE_NOSUCCEED, g%win, ierr)

  errors = count_errors(g, steps)
  call MPI_Allreduce(errors, all_errors, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (g%rank == 0) print '(a,i0,a,i0,a,i0,a)', 'jacobi: ', rows, ' x ', cols, ', ', all_errors, ' wrong values'
  call destroy_grid(g)
  call MPI_Finalize(ierr)
  if (BUG == 0 .and. all_errors > 0) stop 1
end program jacobi
