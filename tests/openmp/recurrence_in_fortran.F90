! ranks: 1
! A loop in Fortran whose iterations depend on each other, which is shared by threads. Fixed by a formula without the recurrence.
program recurrence
  implicit none
  integer, parameter :: n = 200
  real(8) :: a(n), b(n)
  integer :: i
  do i = 1, n
    a(i) = i
  end do
  b = 0
!$omp parallel do num_threads(3)
  do i = 2, n
#ifdef FIXED
    b(i) = a(i - 1) + a(i)
#else
    b(i) = b(i - 1) + a(i) ! RACE RACE
#endif
  end do
!$omp end parallel do
  print *, sum(b)
end program
