// ranks: 1
// Threads, a future and a packaged task, whose results are read after they were joined or given. The library of C++ allocates what
// they use, and the memory of one is soon that of another. Racy, the sum is added up outside of the guard's scope.
#include <cstdio>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Result {
    std::mutex mutex;
    long sum = 0;
    std::vector<std::string> names;
};

static long work(const std::shared_ptr<Result> &result, int me) {
    std::vector<long> own;
    for (int i = 0; i < 100; i++) own.push_back(i * me);
    long sum = 0;
    for (long value : own) sum += value;
    {
        std::lock_guard<std::mutex> guard(result->mutex);
        result->names.push_back(std::to_string(me) + std::string(9 * me, 'x'));
#ifdef FIXED
        result->sum += sum;
#endif
    }
#ifndef FIXED
    result->sum += sum; // RACE RACE
#endif
    return sum;
}

static long round_of_threads() {
    auto result = std::make_shared<Result>();
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++) threads.emplace_back([result, i] { work(result, i); });
    std::future<long> last = std::async(std::launch::async, [result] { return work(result, 3); });
    std::packaged_task<long(int)> task([result](int me) { return work(result, me); });
    std::future<long> packed = task.get_future();
    std::thread runner(std::move(task), 4);
    long given = last.get() + packed.get();
    runner.join();
    for (auto &thread : threads) thread.join();
    return given + result->sum + static_cast<long>(result->names.size());
}

int main() {
    long sum = 0;
    for (int i = 0; i < 20; i++) sum += round_of_threads();
    std::printf("%ld\n", sum);
    return 0;
}
