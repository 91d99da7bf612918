// ranks: 1
// Futures, a mutex with a guard, and containers of each thread's own. Racy, the sum is added up outside of the guard's scope.
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
        result->names.push_back(std::to_string(me));
#ifdef FIXED
        result->sum += sum;
#endif
    }
#ifndef FIXED
    result->sum += sum; // RACE RACE
#endif
    return sum;
}

int main() {
    auto result = std::make_shared<Result>();
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++) threads.emplace_back([result, i] { work(result, i); });
    std::future<long> last = std::async(std::launch::async, [result] { return work(result, 3); });
    long given = last.get();
    for (auto &thread : threads) thread.join();
    std::printf("%ld %ld %zu\n", result->sum, given, result->names.size());
    return 0;
}
