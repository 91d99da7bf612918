// ranks: 2
// Streams of the standard library: what is written goes nowhere, but their flags, widths and states are those of real ones.
#include <mpi.h>

#include <iomanip>
#include <iostream>

static bool works()
{
    std::cout.unsetf(std::ios_base::floatfield);
    std::cout.setf(std::ios_base::fixed, std::ios_base::floatfield);
    bool fixed = (std::cout.flags() & std::ios_base::floatfield) == std::ios_base::fixed;
    bool decimal = (std::cout.flags() & std::ios_base::dec) != 0;
    std::streamsize usual = std::cout.precision(3);
    std::cerr << std::setw(8) << std::setfill('0') << std::setprecision(4) << 2.5 << ' ' << 7L << '\n';
    std::cout << std::hex << 255u << std::dec << std::boolalpha << true << std::scientific << 1.5f << std::endl;
    std::clog << "rank" << std::flush;
    std::cout.width(12);
    std::cout.write("text", 4);
    bool good = std::cout.good() && !std::cout.fail() && std::cerr && !!std::clog;
    std::cout.setstate(std::ios_base::failbit);
    bool failed = !std::cout && !std::cout.bad() && !std::cout.eof();
    std::cout.clear();
    return fixed && decimal && usual == 6 && std::cout.precision() == 3 && good && failed && std::cout.rdstate() == 0;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    bool right = works();
    MPI_Finalize();
    return right ? 0 : 1;
}
