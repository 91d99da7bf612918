// ranks: 2
// Streams that write to texts and read from them, and casts and questions about the type of an object; the exit code says if all
// was right.
#include <mpi.h>

#include <iomanip>
#include <memory>
#include <sstream>
#include <string>
#include <typeinfo>
#include <vector>

static bool writes()
{
    std::ostringstream out;
    out << "rank " << 7 << ' ' << 2.5 << std::string(" of ") << 12345678901L << std::endl;
    if (out.str() != "rank 7 2.5 of 12345678901\n")
        return false;
    out.str("");
    out << std::setw(6) << std::setfill('0') << 42 << '|' << std::left << std::setw(4) << "ab" << '|' << std::hex << 255u << std::dec;
    if (out.str() != "000042|ab00|ff")
        return false;
    std::ostringstream numbers;
    numbers << std::fixed << std::setprecision(3) << 1.0 / 3 << ' ' << std::scientific << 12345.678 << ' ' << std::boolalpha << true;
    if (numbers.str() != "0.333 1.235e+04 true")
        return false;
    std::ostringstream plain;
    plain << 0.1 << ' ' << 1e10 << ' ' << 100000.0 << ' ' << 1.5f << ' ' << -3 << ' ' << false << ' ' << 1e-7;
    std::ostringstream appended("begin", std::ios::ate);
    appended << "-end";
    return plain.str() == "0.1 1e+10 100000 1.5 -3 0 1e-07" && appended.str() == "begin-end";
}

static bool reads()
{
    std::stringstream both;
    both << 12 << " " << 1.5 << " word";
    int number = 0;
    double real = 0;
    std::string word;
    both >> number >> real >> word;
    if (number != 12 || real != 1.5 || word != "word" || !both.eof())
        return false;
    std::istringstream list("3 4 5 x 6");
    std::vector<int> numbers;
    for (int next; list >> next;)
        numbers.push_back(next);
    if (numbers.size() != 3 || numbers[2] != 5 || !list.fail() || list.eof())
        return false;
    std::istringstream lines("one\n\nlast line which is longer than a short string");
    std::vector<std::string> all;
    for (std::string line; std::getline(lines, line);)
        all.push_back(line);
    std::istringstream fields("a;b");
    std::string first, second;
    std::getline(fields, first, ';');
    std::getline(fields, second, ';');
    return all.size() == 3 && all[1].empty() && all[2].size() == 45 && first == "a" && second == "b";
}

struct Operation {
    virtual ~Operation() = default;
    virtual int run() const { return 1; }
};

struct Put : Operation {
    int run() const override { return 2; }
};

struct Named {
    virtual ~Named() = default;
    std::string name = "named";
};

struct NamedPut : Put, Named {
    int run() const override { return 3; }
};

struct Base {
    virtual ~Base() = default;
    int value = 9;
};

struct Left : virtual Base {};
struct Right : virtual Base {};
struct Diamond : Left, Right {};

static bool casts()
{
    std::unique_ptr<Operation> operation(new NamedPut);
    Put *put = dynamic_cast<Put *>(operation.get());
    Named *named = dynamic_cast<Named *>(operation.get());
    if (put == nullptr || put->run() != 3 || named == nullptr || named->name != "named")
        return false;
    if (dynamic_cast<Operation *>(named) != operation.get() || dynamic_cast<void *>(named) != operation.get())
        return false;
    Put plain;
    Operation *other = &plain;
    if (dynamic_cast<NamedPut *>(other) != nullptr || dynamic_cast<Named *>(other) != nullptr)
        return false;
    Diamond diamond;
    Base *base = &diamond;
    Right *right = dynamic_cast<Right *>(base);
    if (right == nullptr || dynamic_cast<Left *>(right) != static_cast<Left *>(&diamond) || right->value != 9)
        return false;
    if (typeid(*other) != typeid(Put) || typeid(*operation) == typeid(Put) || typeid(*base) != typeid(Diamond))
        return false;
    try {
        dynamic_cast<NamedPut &>(*other).run();
    } catch (const std::bad_cast &) {
        return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int failed = !writes() ? 1 : !reads() ? 2 : !casts() ? 3 : 0;
    MPI_Finalize();
    return failed;
}
