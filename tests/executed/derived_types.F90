! ranks: 2
! Components with initial values: of local variables, arrays, allocatable and nested ones. A result that is wrong ends the program.
module shapes
  implicit none
  type :: point
    real(8) :: x = 1.5d0
    integer :: tag = 7
  end type
  type :: cell
    type(point) :: corners(2,2)
    integer, allocatable :: list(:)
    integer :: filled(3) = 3
    real(8), pointer :: view(:) => null()
    character(len=5) :: name = 'abc'
    complex :: z = (1.0, 2.0)
    logical :: used = .true.
  end type
  type, extends(point) :: particle
    type(cell), allocatable :: near(:)
    type(cell) :: parts(2)
    type(point), pointer :: next
  end type
end module

program p
  use mpi
  use shapes
  implicit none
  type(cell), allocatable :: cells(:)
  type(particle) :: saved
  integer :: error, i, round
  call MPI_Init(error)
  allocate(cells(-1:2))
  if (any(cells%name /= 'abc') .or. cells(2)%corners(2,1)%tag /= 7) stop 1
  do i = -1, 2
    if (allocated(cells(i)%list) .or. associated(cells(i)%view)) stop 2
    allocate(cells(i)%list(i + 2))
    cells(i)%list = i
  end do
  if (size(cells(1)%list) /= 3 .or. cells(2)%list(4) /= 2) stop 3
  if (saved%tag /= 7 .or. saved%parts(2)%corners(1,2)%x /= 1.5d0) stop 4
  if (allocated(saved%near) .or. allocated(saved%parts(1)%list)) stop 5
  saved%near = cells
  cells(1)%list = 100
  if (lbound(saved%near, 1) /= -1 .or. saved%near(1)%list(2) /= 1) stop 6
  do round = 1, 2
    call use_local(round)
  end do
  call reset(saved)
  if (allocated(saved%near) .or. saved%x /= 1.5d0) stop 7
  cells = [made(4), made(2)]
  if (size(cells) /= 2 .or. size(cells(1)%list) /= 4 .or. cells(2)%list(2) /= 2) stop 8
  deallocate(cells)
  call MPI_Finalize(error)
contains
  subroutine use_local(round)
    integer, intent(in) :: round
    type(particle) :: local
    type(cell), pointer :: one
    if (local%x /= 1.5d0 .or. allocated(local%near) .or. real(local%parts(1)%z) /= 1.0) stop 10
    local%x = 0
    local%parts(1)%z = 0
    allocate(local%near(round))
    allocate(local%near(round)%list(5))
    if (.not. local%near(round)%used .or. local%near(round)%filled(3) /= 3) stop 11
    allocate(one)
    if (one%filled(1) /= 3) stop 12
    one%list = [1, 2]
    deallocate(one)
  end subroutine

  subroutine reset(it)
    type(particle), intent(out) :: it
    if (it%x /= 1.5d0) stop 13
  end subroutine

  function made(n) result(it)
    integer, intent(in) :: n
    type(cell) :: it
    integer :: i
    it%list = [(i, i = 1, n)]
  end function
end program
