! ranks: 2
! Two receives are open and only the first is waited for when the second buffer is read; FIXED waits for all.
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, requests(2), statuses(MPI_STATUS_SIZE, 2)
  integer, asynchronous :: one, two

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  one = 1
  two = 2
  if (rank == 0) then
    call MPI_Irecv(one, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Irecv(two, 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, requests(2), ierr) ! RACE
#ifdef FIXED
    call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
#else
    call MPI_Waitall(1, requests, statuses, ierr)
#endif
    if (one == 99) stop 1
    if (two == 99) stop 1 ! RACE
    call MPI_Waitall(2, requests, statuses, ierr)
  else
    call MPI_Send(one, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, ierr)
    call MPI_Send(two, 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program
