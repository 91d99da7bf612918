! ranks: 2
! Two receives are read before they were tested complete; FIXED tests until they are.
program main
  use mpi
  implicit none
  integer :: ierr, rank, requests(2)
  integer, asynchronous :: buf(2)
  logical :: done

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  buf = rank
  done = .false.
  if (rank == 0) then
    call MPI_Irecv(buf(1), 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(1), ierr)
    call MPI_Irecv(buf(2), 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, requests(2), ierr) ! RACE
#ifdef FIXED
    do while (.not. done)
      call MPI_Testall(2, requests, done, MPI_STATUSES_IGNORE, ierr)
    end do
#endif
    if (buf(2) == 99) stop 1 ! RACE
    do while (.not. done)
      call MPI_Testall(2, requests, done, MPI_STATUSES_IGNORE, ierr)
    end do
  else
    call MPI_Send(buf(1), 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, ierr)
    call MPI_Send(buf(2), 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Finalize(ierr)
end program
