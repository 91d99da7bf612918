! ranks: 2
! The target loads while Win_test still says that the epoch goes on; FIXED loads when it is over.
program main
  use mpi_f08
  implicit none
  integer :: rank
  integer, asynchronous :: mem(2), buf
  logical :: over
  type(MPI_Win) :: win
  type(MPI_Group) :: world, peer

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  mem = 0
  call MPI_Win_create(mem, 8_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win)
  call MPI_Comm_group(MPI_COMM_WORLD, world)
  call MPI_Group_incl(world, 1, [1 - rank], peer)
  if (rank == 0) then
    buf = 1
    call MPI_Win_start(peer, 0, win)
    call MPI_Put(buf, 1, MPI_INTEGER, 1, 1_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win) ! RACE
    call MPI_Win_complete(win)
  else
    call MPI_Win_post(peer, 0, win)
    over = .false.
#ifndef FIXED
    if (mem(2) > 1) stop 1 ! RACE
#endif
    do while (.not. over)
      call MPI_Win_test(win, over)
    end do
    if (mem(2) > 1) stop 1
  end if
  call MPI_Group_free(peer)
  call MPI_Group_free(world)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
