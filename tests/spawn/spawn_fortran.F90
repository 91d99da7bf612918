! ranks: 2
! A child reads from its parent's window what the parent writes, in the racy twin before the fence.
program spawn_fortran
    use mpi
    use iso_c_binding
    implicit none
    integer :: ierr, rank, others, all, win
    integer(kind=MPI_ADDRESS_KIND) :: bytes = 8, there = 0
    integer, pointer, volatile :: mem(:)
    type(c_ptr) :: base
    integer, volatile :: got(1)
    character(len=1024) :: program
    logical :: spawned

    call MPI_Init(ierr)
    call get_command_argument(0, program)
    call MPI_Comm_get_parent(others, ierr)
    spawned = others /= MPI_COMM_NULL
    if (.not. spawned) then
        call MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, others, MPI_ERRCODES_IGNORE, ierr)
    end if
    call MPI_Intercomm_merge(others, spawned, all, ierr)
    call MPI_Comm_rank(all, rank, ierr)
    call MPI_Win_allocate(bytes, 4, MPI_INFO_NULL, all, base, win, ierr)
    call c_f_pointer(base, mem, [2])
    mem = 0
    call MPI_Win_fence(0, win, ierr)
    if (rank == 2) call MPI_Get(got, 1, MPI_INTEGER, 0, there, 1, MPI_INTEGER, win, ierr) ! RACE
#ifdef FIXED
    call MPI_Win_fence(0, win, ierr)
#endif
    if (rank == 0) mem(1) = 1 ! RACE
    call MPI_Win_fence(0, win, ierr)
    call MPI_Win_free(win, ierr)
    call MPI_Comm_free(all, ierr)
    call MPI_Comm_disconnect(others, ierr)
    call MPI_Finalize(ierr)
end program
