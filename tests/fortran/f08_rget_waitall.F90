! ranks: 2
! Results of an array of requests are used before the waitall; FIXED waits first.
program main
  use mpi_f08
  implicit none
  integer :: rank, i
  integer, asynchronous :: mem(4), buf(4)
  type(MPI_Win) :: win
  type(MPI_Request) :: requests(4)
  type(MPI_Status) :: statuses(4)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  mem = rank
  call MPI_Win_create(mem, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Win_lock_all(0, win)
  if (rank == 0) then
    do i = 1, 4
      call MPI_Rget(buf(i), 1, MPI_INTEGER, 1, int(i - 1, MPI_ADDRESS_KIND), 1, MPI_INTEGER, win, requests(i)) ! RACE
    end do
#ifdef FIXED
    call MPI_Waitall(4, requests, statuses)
#endif
    if (buf(3) == 99) stop 1 ! RACE
#ifndef FIXED
    call MPI_Waitall(4, requests, statuses)
#endif
  end if
  call MPI_Win_unlock_all(win)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
