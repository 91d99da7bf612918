! ranks: 2
! Only the first of three receives is complete, the last one is read; FIXED waits for all.
program main
  use mpi_f08
  implicit none
  integer :: rank, done, indices(3)
  integer, asynchronous :: buf(3)
  type(MPI_Request) :: requests(3)
  type(MPI_Status) :: statuses(3)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  buf = rank
  if (rank == 0) then
    call MPI_Irecv(buf(1), 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, requests(1))
    call MPI_Irecv(buf(2), 1, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, requests(2))
    call MPI_Irecv(buf(3), 1, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, requests(3)) ! RACE
    call MPI_Waitsome(3, requests, done, indices, statuses)
    if (done /= 1) stop 1
    if (buf(1) == 99) stop 1
#ifdef FIXED
    call MPI_Barrier(MPI_COMM_WORLD)
    call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE)
#endif
    if (buf(3) == 99) stop 1 ! RACE
#ifndef FIXED
    call MPI_Barrier(MPI_COMM_WORLD)
    call MPI_Waitall(3, requests, MPI_STATUSES_IGNORE)
#endif
  else
    call MPI_Send(buf(1), 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD)
    call MPI_Barrier(MPI_COMM_WORLD)
    call MPI_Send(buf(2), 1, MPI_INTEGER, 0, 2, MPI_COMM_WORLD)
    call MPI_Send(buf(3), 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD)
  end if
  call MPI_Finalize()
end program
