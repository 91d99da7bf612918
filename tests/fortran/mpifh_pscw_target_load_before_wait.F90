! ranks: 2
! The target loads before Win_wait has completed the exposure epoch; FIXED loads after it.
program main
  implicit none
  include 'mpif.h'
  integer :: ierr, rank, win, world, peer, other(1)
  double precision, asynchronous :: mem(2), buf
  integer(kind=MPI_ADDRESS_KIND) :: bytes, disp

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  bytes = 16
  disp = 1
  mem = 0.d0
  call MPI_Win_create(mem, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  other(1) = 1 - rank
  call MPI_Comm_group(MPI_COMM_WORLD, world, ierr)
  call MPI_Group_incl(world, 1, other, peer, ierr)
  if (rank == 0) then
    buf = 1.d0
    call MPI_Win_start(peer, 0, win, ierr)
    call MPI_Put(buf, 1, MPI_DOUBLE_PRECISION, 1, disp, 1, MPI_DOUBLE_PRECISION, win, ierr) ! RACE
    call MPI_Win_complete(win, ierr)
  else
    call MPI_Win_post(peer, 0, win, ierr)
#ifdef FIXED
    call MPI_Win_wait(win, ierr)
#endif
    if (mem(2) > 5.d0) stop 1 ! RACE
#ifndef FIXED
    call MPI_Win_wait(win, ierr)
#endif
  end if
  call MPI_Group_free(peer, ierr)
  call MPI_Group_free(world, ierr)
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
