// ranks: 2
// Buffers are kept by their names, requests in a list, in the order in which they were made; FIXED waits for all of them.
#include <cstdio>
#include <list>
#include <map>
#include <mpi.h>
#include <string>
#include <vector>

int main(int argc, char **argv)
{
    int rank;
    double *memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    for (int i = 0; i < 8; i++)
        memory[i] = i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);

    std::map<std::string, std::vector<double>> buffers;
    std::list<MPI_Request> requests;
    for (const char *name : {"pressure", "velocity", "density"})
        buffers[name].resize(2);
    int at = 0;
    for (auto &[name, values] : buffers) {
        requests.emplace_back();
        MPI_Rget(values.data(), 2, MPI_DOUBLE, 1 - rank, at, 2, MPI_DOUBLE, win, &requests.back()); // RACE
        at += 2;
    }
#ifdef FIXED
    while (!requests.empty()) {
#else
    while (requests.size() > 1) {
#endif
        MPI_Wait(&requests.front(), MPI_STATUS_IGNORE);
        requests.pop_front();
    }
    double sum = buffers.at("density")[0] + buffers.at("pressure")[1];
    double *last = buffers.at("velocity").data();
    sum += *last; // RACE
    std::printf("%f\n", sum);
    for (MPI_Request &request : requests)
        MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
}
