! ranks: 2
! A thread looks at the array that its sibling fetches into.
program hybrid
  use mpi
  use omp_lib
  implicit none
  integer :: rank, provided, error, win, seen
  integer, save :: memory(4) = 1, buffer(4) = 0
  call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided, error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Win_create(memory, 16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_lock_all(0, win, error)
  seen = 0
  if (rank == 0) then
!$omp parallel num_threads(2) private(error)
!$omp sections
!$omp section
    call MPI_Get(buffer, 4, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 4, MPI_INTEGER, win, error) ! RACE
    call MPI_Win_flush(1, win, error)
#ifdef FIXED
!$omp end sections
!$omp sections
#endif
!$omp section
    seen = buffer(2) ! RACE
!$omp end sections
!$omp end parallel
  end if
  call MPI_Win_unlock_all(win, error)
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
  if (seen < 0) stop 1
end program
