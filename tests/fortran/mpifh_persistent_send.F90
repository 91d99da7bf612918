! ranks: 2
! The buffer of a persistent send may be changed between its rounds, not within one; FIXED changes it after the wait.
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, request, i, status(MPI_STATUS_SIZE)
  integer, asynchronous :: buf

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  if (rank == 0) then
    call MPI_Send_init(buf, 1, MPI_INTEGER, 1, 5, MPI_COMM_WORLD, request, ierr)
    do i = 1, 3
      buf = i
      call MPI_Start(request, ierr) ! RACE
#ifdef FIXED
      call MPI_Wait(request, status, ierr)
#endif
      if (i == 2) buf = 0 ! RACE
#ifndef FIXED
      call MPI_Wait(request, status, ierr)
#endif
    end do
    call MPI_Request_free(request, ierr)
  else
    do i = 1, 3
      call MPI_Recv(buf, 1, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, status, ierr)
    end do
  end if
  call MPI_Finalize(ierr)
end program
