// ranks: 2
// A program that uses sessions and never MPI_Init; the racy twin has the barrier before the flush.
#include <mpi.h>
#include <stdio.h>

int main(void)
{
    int rank;
    int *mem;
    int buf = 1;
    MPI_Session session;
    MPI_Comm comm;
    MPI_Group group;
    MPI_Win win;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &mem, &win);
    MPI_Win_lock_all(0, win);

    if (rank == 0)
        MPI_Put(&buf, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // RACE
#ifdef FIXED
    MPI_Win_flush_all(win);
    MPI_Barrier(comm);
#else
    MPI_Barrier(comm);
    MPI_Win_flush_all(win);
#endif
    if (rank == 1)
        printf("%d\n", mem[0]); // RACE

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
