! ranks: 2 4 8
!
! Jacobi iteration with mpi_f08; compile with -cpp. Columns are distributed, the memory comes from MPI_Win_allocate, and
! each rank fetches its ghost columns with MPI_Get. The first fence of an iteration completes the gets, the second one
! separates the update of the grid from the neighbours' next gets.
!
! BUG 1: jacobi_f08.f90:MPI_Get in get_ghosts and load in relax: the grid is relaxed before the fence that completes the gets.
! BUG 2: jacobi_f08.f90:MPI_Get in get_ghosts and store in copy_back: no fence between an update and the neighbour's next get.
! BUG 3: jacobi_f08.f90:MPI_Get in get_ghosts and store in init_grid: the grid is initialised after the opening fence.
#ifndef BUG
#define BUG 0
#endif

module jacobi_f08_grid
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  use mpi_f08
  implicit none

  type grid
    integer :: rank, size
    integer :: rows, cols                 ! of this rank
    integer :: peer(2), edge(2), ghost(2) ! left and right: neighbour, its edge column, own ghost column
    double precision, pointer, contiguous :: u(:, :) => null() ! window: columns 0 and cols + 1 are ghosts
    double precision, allocatable :: v(:, :)
    type(MPI_Win) :: win
  end type grid

contains

  pure double precision function start_value(i, j)
    integer, intent(in) :: i, j
    start_value = dble(mod(i * j + 2 * i, 11)) - 0.5d0 * dble(mod(j, 3))
  end function start_value

  subroutine create_grid(g, rows, all_cols)
    type(grid), intent(inout) :: g
    integer, intent(in) :: rows, all_cols
    type(c_ptr) :: base
    double precision, pointer, contiguous :: flat(:)
    integer(kind=MPI_ADDRESS_KIND) :: bytes

    call MPI_Comm_rank(MPI_COMM_WORLD, g%rank)
    call MPI_Comm_size(MPI_COMM_WORLD, g%size)
    g%rows = rows
    g%cols = all_cols / g%size
    if (g%cols * g%size /= all_cols .or. mod(rows, 2) /= 0) call MPI_Abort(MPI_COMM_WORLD, 2)
    g%peer = [g%rank - 1, g%rank + 1]
    if (g%rank == 0) g%peer(1) = MPI_PROC_NULL
    if (g%rank == g%size - 1) g%peer(2) = MPI_PROC_NULL
    g%edge = [g%cols, 1]
    g%ghost = [0, g%cols + 1]

    bytes = 8_MPI_ADDRESS_KIND * rows * (g%cols + 2)
    call MPI_Win_allocate(bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, base, g%win)
    call c_f_pointer(base, flat, [rows * (g%cols + 2)])
    g%u(1:rows, 0:g%cols + 1) => flat
    allocate (g%v(rows, 0:g%cols + 1))
  end subroutine create_grid

  subroutine destroy_grid(g)
    type(grid), intent(inout) :: g
    nullify (g%u)
    call MPI_Win_free(g%win)
    deallocate (g%v)
  end subroutine destroy_grid

  ! The outer ghosts of the first and the last rank hold boundary values and stay as they are.
  subroutine init_grid(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    do j = 0, g%cols + 1
      do i = 1, g%rows
        g%u(i, j) = start_value(i, g%rank * g%cols + j) ! BUG3
      end do
    end do
  end subroutine init_grid

  subroutine get_ghosts(g)
    type(grid), intent(inout) :: g
    integer :: side, n
    integer(kind=MPI_ADDRESS_KIND) :: at
    n = g%rows
    do side = 1, 2
      at = int(g%edge(side), MPI_ADDRESS_KIND) * n
      call MPI_Get(g%u(1, g%ghost(side)), n, MPI_REAL8, g%peer(side), at, n, MPI_REAL8, g%win) ! BUG1 BUG2 BUG3
    end do
  end subroutine get_ghosts

  subroutine relax(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    do j = 1, g%cols
      do i = 2, g%rows - 1
        g%v(i, j) = 0.25d0 * (g%u(i - 1, j) + g%u(i + 1, j) + g%u(i, j - 1) + g%u(i, j + 1)) ! BUG1
      end do
    end do
  end subroutine relax

  subroutine copy_back(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    do j = 1, g%cols
      do i = 2, g%rows - 1
        g%u(i, j) = g%v(i, j) ! BUG2
      end do
    end do
  end subroutine copy_back

  subroutine iterate(g)
    type(grid), intent(inout) :: g
    call get_ghosts(g)
#if BUG == 1
    call relax(g)
    call MPI_Win_fence(0, g%win)
#else
    call MPI_Win_fence(0, g%win)
    call relax(g)
#endif
    call copy_back(g)
#if BUG != 2
    call MPI_Win_fence(0, g%win)
#endif
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

end module jacobi_f08_grid

program jacobi_f08
  use jacobi_f08_grid
  implicit none
  type(grid) :: g
  integer :: step, steps, rows, cols, errors, all_errors
  character(len=16) :: arg

  call MPI_Init()
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
#if BUG == 3
  call MPI_Win_fence(0, g%win)
  call init_grid(g)
#else
  call init_grid(g)
  call MPI_Win_fence(0, g%win)
#endif
  do step = 1, steps
    call iterate(g)
  end do
  call MPI_Win_fence(MPI_MODE_NOSUCCEED, g%win)

  errors = count_errors(g, steps)
  call MPI_Allreduce(errors, all_errors, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  if (g%rank == 0) print '(a,i0,a,i0,a,i0,a)', 'jacobi_f08: ', rows, ' x ', cols, ', ', all_errors, ' wrong values'
  call destroy_grid(g)
  call MPI_Finalize()
  if (BUG == 0 .and. all_errors > 0) stop 1
end program jacobi_f08
