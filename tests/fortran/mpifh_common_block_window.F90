! ranks: 3
! A ring writes halos in a common block; the field is summed before the neighbour is known to be done; FIXED has a barrier.
subroutine total(answer)
  implicit none
  double precision :: answer, field(0:9)
  integer :: i
  common /state/ field
  answer = 0
  do i = 0, 9
    answer = answer + field(i) ! RACE
  end do
end subroutine

program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, ranks, win, right
  double precision :: field(0:9), edge, answer
  integer(kind=MPI_ADDRESS_KIND) :: bytes, place
  common /state/ field

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  right = rank + 1
  if (right == ranks) right = MPI_PROC_NULL
  field = rank
  edge = rank + 0.5
  bytes = 80
  place = 0
  call MPI_Win_create(field, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_lock_all(0, win, ierr)
  call MPI_Put(edge, 1, MPI_DOUBLE_PRECISION, right, place, 1, MPI_DOUBLE_PRECISION, win, ierr) ! RACE
  call MPI_Win_unlock_all(win, ierr)
#ifdef FIXED
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
#endif
  call total(answer)
  if (answer < 0) stop 1
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
