! The memory of the pipeline: a window of results that the neighbours fetch.
module buffers
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  type(MPI_Win) :: window
  double precision, pointer :: results(:)

contains

  integer(c_int) function buffers_create(count) bind(c)
    integer(c_int), value :: count
    type(c_ptr) :: base
    call MPI_Win_allocate(8_MPI_ADDRESS_KIND * count, 8, MPI_INFO_NULL, MPI_COMM_WORLD, base, window)
    call c_f_pointer(base, results, [count])
    results = 1
    call MPI_Win_fence(0, window)
    buffers_create = window%MPI_VAL
  end function

  subroutine buffers_advance() bind(c)
    integer :: i
    do i = 1, size(results)
      results(i) = results(i) + 1 ! RACE
    end do
  end subroutine

  subroutine buffers_fence() bind(c)
    call MPI_Win_fence(0, window)
  end subroutine

  subroutine buffers_free() bind(c)
    call MPI_Win_free(window)
  end subroutine
end module
