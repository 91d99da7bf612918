// ranks: 1
// Containers and strings of C++, of which a part is in the library and not in its headers. The exit code says what was wrong.
#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <mpi.h>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

static unsigned state = 7;
static int number(int below) { return static_cast<int>((state = state * 1103515245 + 12345) >> 16) % below; }

static bool trees()
{
    std::map<int, int> map;
    std::vector<int> keys;
    for (int i = 0; i < 60; i++) {
        int key = number(40);
        if (number(3) == 0) {
            map.erase(key);
            keys.erase(std::remove(keys.begin(), keys.end(), key), keys.end());
        } else if (map.insert({key, i}).second) {
            keys.push_back(key);
        }
    }
    std::sort(keys.begin(), keys.end());
    std::vector<int> up, down;
    for (auto &entry : map)
        up.push_back(entry.first);
    for (auto at = map.rbegin(); at != map.rend(); ++at)
        down.push_back(at->first);
    std::reverse(down.begin(), down.end());
    while (!map.empty())
        map.erase(map.begin());
    return up == keys && down == keys && map.find(keys[0]) == map.end();
}

static bool lists()
{
    std::list<int> a{5, 3, 1, 4}, b{9, 8}, none;
    a.sort();
    a.reverse();
    a.swap(b);
    b.merge(a, std::greater<int>());
    none.swap(b);
    none.splice(none.begin(), std::list<int>{7});
    none.remove(3);
    return none == std::list<int>{7, 9, 8, 5, 4, 1} && a.empty() && b.empty();
}

static bool tables()
{
    std::unordered_map<std::string, int> table;
    for (int i = 0; i < 40; i++)
        table["a key of some length " + std::to_string(i)] = i;
    int sum = 0;
    for (auto &entry : table)
        sum += entry.second;
    table.erase("a key of some length 3");
    return sum == 780 && table.size() == 39 && table.count("a key of some length 3") == 0
           && table.at("a key of some length 39") == 39;
}

static bool strings()
{
    std::string text = "fence";
    text += "post";
    text.insert(5, 20, '-').append(text, 0, 2);
    std::map<std::string, std::string> names{{"b", text}, {"a", text.substr(25)}};
    std::multiset<std::string> sorted{"z", "y", "z"};
    return text.size() == 31 && text.find("post") == 25 && names.begin()->second == "postfe" && text.compare("fence") > 0
           && sorted.count("z") == 2 && std::string(text.rbegin(), text.rend()).back() == 'f';
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int wrong = (trees() ? 0 : 1) + (lists() ? 0 : 2) + (tables() ? 0 : 4) + (strings() ? 0 : 8);
    MPI_Finalize();
    return wrong;
}
