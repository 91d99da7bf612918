! ranks: 2
! Statements and intrinsic procedures of the language: a result that is wrong ends the program.
program p
  use mpi_f08
  implicit none
  integer :: f3(3), i, ml(2), k
  real(8), allocatable :: b(:,:), c(:), d(:)
  real(8), pointer :: pp(:)
  character(20) :: w
  character(:), allocatable :: t
  integer, allocatable :: list(:)
  real :: r
  type pair
    integer :: i, j
  end type
  type node
    integer :: id = 3
    real(8), allocatable :: a(:)
  end type
  type(pair) :: q(3)
  type(node) :: n, n2
  call MPI_Init()
  q = pair(1, 2); if (q(3)%j /= 2) stop 21
  n%a = [1.d0, 2.d0]; n2 = n; n%a = [5.d0]; n%id = 4
  if (size(n2%a) /= 2 .or. n2%a(2) /= 2.d0 .or. n2%id /= 3 .or. n%a(1) /= 5.d0) stop 22
  allocate(b(3,4))
  do i = 1, 4; b(:,i) = [1.d0*i, 2.d0*i, 3.d0*i]; end do
  if (sum(b) /= 60.d0) stop 1
  if (maxval(b) /= 12.d0) stop 2
  ml = maxloc(b); if (any(ml /= [3,4])) stop 3
  c = b(:,2); if (size(c) /= 3 .or. c(3) /= 6.d0) stop 4
  call twice(b(1:2,:)); if (b(2,4) /= 16.d0 .or. b(3,4) /= 12.d0) stop 5
  b = transpose(reshape(b, [4,3])); if (abs(sum(b) - 90.d0) > 1d-9) stop 6
  d = matmul(b, [1.d0,1.d0,1.d0,1.d0]); if (abs(sum(d) - 90.d0) > 1d-9) stop 7
  allocate(pp(5)); pp = 2; if (dot_product(pp, pp) /= 20.d0) stop 8
  deallocate(pp); nullify(pp); if (associated(pp)) stop 9
  write(w,'(a,i0,a,f5.2)') 'x', 5, ':', 1.5; if (w /= 'x5: 1.50') stop 10
  t = trim(w)//'abc'; if (t /= 'x5: 1.50abc' .or. len(t) /= 11) stop 11
  if (index(w, '5') /= 2 .or. len_trim(w) /= 8 .or. scan(w, ':5') /= 2 .or. verify(w,'x5') /= 3) stop 12
  w = '  17 4.5'; read(w, *) i, r; if (i /= 17 .or. r /= 4.5) stop 13
  w = adjustl(w); if (w(1:2) /= '17') stop 14
  list = [integer ::]; do i = 1, 5; list = [list, i*i]; end do
  if (size(list) /= 5 .or. sum(list) /= 55) stop 15
  if (mod(7.5, 2.0) /= 1.5 .or. nint(-2.5) /= -3 .or. modulo(-1, 4) /= 3 .or. 2.0**3 /= 8.0) stop 16
  f3 = [(k*k, k=1,3)]; if (count(f3 > 1) /= 2 .or. .not. all(f3 > 0)) stop 17
  select case (trim('ab ')); case ('ab'); case default; stop 18; end select
  where (f3 > 3) f3 = 0
  if (any(f3 /= [1,0,0])) stop 19
  c = [1.d0, 2.d0, 3.d0]; c = c(2:3); if (size(c) /= 2 .or. c(2) /= 3.d0) stop 20
  call MPI_Finalize()
contains
  subroutine twice(x)
    real(8), intent(inout) :: x(:,:)
    x = 2 * x
  end subroutine
end program
