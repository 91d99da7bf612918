// ranks: 2
// The buffer of MPI_File_write_all_begin is stored to; FIXED ends it first.
#include <unistd.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank;
    int data[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File file;
    char name[64];
    snprintf(name, sizeof(name), "/tmp/fencepost-test-%d-%d", (int)getpid(), rank);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);

    MPI_File_write_all_begin(file, data, 4, MPI_INT); // RACE
#ifdef FIXED
    MPI_File_write_all_end(file, data, MPI_STATUS_IGNORE);
#endif
    if (rank == 1)
        data[1] = 3; // RACE
#ifndef FIXED
    MPI_File_write_all_end(file, data, MPI_STATUS_IGNORE);
#endif
    MPI_File_close(&file);
    if (rank == 0)
        printf("done\n");
    MPI_Finalize();
    return 0;
}
