// ranks: 2
// A loop of two iterations ends by comparing with the first one.
#include <mpi.h>

struct point {
    double x[2];
    double v[2];
};

static struct point *points;

static void move(int count)
{
    for (int i = 0; i < count; i++)
        for (int d = 0; d < 2; d++)
            points[i].x[d] += points[i].v[d]; // RACE
}

int main(int argc, char **argv)
{
    int rank;
    double value = 1.0;
    MPI_Win win;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof(struct point), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &points, &win);
    for (int i = 0; i < 8; i++)
        points[i] = (struct point){{0.0, 0.0}, {1.0, 1.0}};
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
#ifdef FIXED
    int at = 9; // the second coordinate of the next one, which is not moved
#else
    int at = 5; // the second coordinate of the last that is moved
#endif
    if (rank == 0)
        MPI_Put(&value, 1, MPI_DOUBLE, 1, at, 1, MPI_DOUBLE, win); // RACE
    else
        move(2);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    return MPI_Finalize();
}
