! ranks: 2
! A matched message is read before it has been received; FIXED waits first.
program main
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: buf(4)
  type(MPI_Message) :: message
  type(MPI_Request) :: request
  type(MPI_Status) :: status

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  buf = rank
  if (rank == 0) then
    call MPI_Mprobe(MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, message, status)
    call MPI_Imrecv(buf, 4, MPI_INTEGER, message, request) ! RACE
#ifdef FIXED
    call MPI_Wait(request, MPI_STATUS_IGNORE)
#endif
    if (buf(4) == 99) stop 1 ! RACE
#ifndef FIXED
    call MPI_Wait(request, MPI_STATUS_IGNORE)
#endif
  else
    call MPI_Send(buf, 4, MPI_INTEGER, 0, 4, MPI_COMM_WORLD)
  end if
  call MPI_Finalize()
end program
