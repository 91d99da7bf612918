! ranks: 1
! A stencil in Fortran: racy, the temporary is shared by all threads. Fixed by a private clause.
program stencil
  implicit none
  integer, parameter :: n = 200
  real(8) :: a(n), b(n)
  real(8) :: t
  integer :: i
  t = 0
  do i = 1, n
    a(i) = i
  end do
  b = a
#ifdef FIXED
!$omp parallel do num_threads(3) private(t)
#else
!$omp parallel do num_threads(3)
#endif
  do i = 2, n - 1
    t = a(i - 1) + a(i + 1) ! RACE
    b(i) = 0.5d0 * t        ! RACE
  end do
!$omp end parallel do
  print *, sum(b)
end program
