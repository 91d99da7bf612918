// What programs of C++ find in the library libstdc++ and not in its headers: the links of trees and lists, the sizes of hash
// tables, and strings of char. Executed by check with the program. Trees are not balanced: nothing but their order can be seen.
#include <list>
#include <map>
#include <string>
#include <unordered_map>

#ifdef __GLIBCXX__

template class std::allocator<char>;
template class std::basic_string<char>;

namespace std {

using Node = _Rb_tree_node_base;

static Node *next(Node *node)
{
    if (node->_M_right != nullptr)
        return Node::_S_minimum(node->_M_right);
    Node *parent = node->_M_parent;
    while (node == parent->_M_right) {
        node = parent;
        parent = parent->_M_parent;
    }
    // The header is the parent of the root, and the root is the parent of the header.
    return node->_M_right != parent ? parent : node;
}

static Node *previous(Node *node)
{
    if (node->_M_color == _S_red) // only the header is
        return node->_M_right;
    if (node->_M_left != nullptr)
        return Node::_S_maximum(node->_M_left);
    Node *parent = node->_M_parent;
    while (node == parent->_M_left) {
        node = parent;
        parent = parent->_M_parent;
    }
    return parent;
}

Node *_Rb_tree_increment(Node *node) throw() { return next(node); }
const Node *_Rb_tree_increment(const Node *node) throw() { return next(const_cast<Node *>(node)); }
Node *_Rb_tree_decrement(Node *node) throw() { return previous(node); }
const Node *_Rb_tree_decrement(const Node *node) throw() { return previous(const_cast<Node *>(node)); }

void _Rb_tree_insert_and_rebalance(const bool left, Node *node, Node *parent, Node &header) throw()
{
    node->_M_parent = parent;
    node->_M_left = nullptr;
    node->_M_right = nullptr;
    node->_M_color = _S_black;
    if (parent == &header) {
        header._M_parent = node;
        header._M_left = node;
        header._M_right = node;
    } else if (left) {
        parent->_M_left = node;
        if (header._M_left == parent)
            header._M_left = node;
    } else {
        parent->_M_right = node;
        if (header._M_right == parent)
            header._M_right = node;
    }
}

static void replace(Node *node, Node *by, Node &header)
{
    Node *parent = node->_M_parent;
    if (parent == &header)
        header._M_parent = by;
    else if (parent->_M_left == node)
        parent->_M_left = by;
    else
        parent->_M_right = by;
    if (by != nullptr)
        by->_M_parent = parent;
}

Node *_Rb_tree_rebalance_for_erase(Node *const node, Node &header) throw()
{
    Node *left = node->_M_left;
    Node *right = node->_M_right;
    if (left == nullptr || right == nullptr) {
        replace(node, left != nullptr ? left : right, header);
    } else {
        Node *heir = Node::_S_minimum(right);
        if (heir != right) {
            replace(heir, heir->_M_right, header);
            heir->_M_right = right;
            right->_M_parent = heir;
        }
        replace(node, heir, header);
        heir->_M_left = left;
        left->_M_parent = heir;
    }
    Node *root = header._M_parent;
    header._M_left = root == nullptr ? &header : Node::_S_minimum(root);
    header._M_right = root == nullptr ? &header : Node::_S_maximum(root);
    return node;
}

namespace __detail {

void _List_node_base::_M_hook(_List_node_base *const before) noexcept
{
    _M_next = before;
    _M_prev = before->_M_prev;
    before->_M_prev->_M_next = this;
    before->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept
{
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

void _List_node_base::_M_transfer(_List_node_base *const first, _List_node_base *const end) noexcept
{
    if (this == end)
        return;
    _List_node_base *last = end->_M_prev;
    first->_M_prev->_M_next = end;
    end->_M_prev = first->_M_prev;
    first->_M_prev = _M_prev;
    last->_M_next = this;
    _M_prev->_M_next = first;
    _M_prev = last;
}

void _List_node_base::_M_reverse() noexcept
{
    _List_node_base *node = this;
    do {
        std::swap(node->_M_next, node->_M_prev);
        node = node->_M_prev;
    } while (node != this);
}

void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept
{
    _List_node_base between;
    between._M_next = between._M_prev = &between;
    if (a._M_next != &a)
        between._M_transfer(a._M_next, &a);
    if (b._M_next != &b)
        a._M_transfer(b._M_next, &b);
    if (between._M_next != &between)
        b._M_transfer(between._M_next, &between);
}

static size_t resized(size_t buckets, float load) { return static_cast<size_t>(static_cast<double>(buckets) * load); }

size_t _Prime_rehash_policy::_M_next_bkt(size_t wanted) const
{
    size_t buckets = wanted | 1;
    _M_next_resize = resized(buckets, _M_max_load_factor);
    return buckets;
}

pair<bool, size_t> _Prime_rehash_policy::_M_need_rehash(size_t buckets, size_t elements, size_t more) const
{
    size_t all = elements + more;
    if (all <= _M_next_resize)
        return {false, 0};
    size_t enough = static_cast<size_t>(static_cast<double>(all) / _M_max_load_factor) + 1;
    if (enough <= buckets) {
        _M_next_resize = resized(buckets, _M_max_load_factor);
        return {false, 0};
    }
    size_t wanted = buckets == 1 ? 12 : 2 * buckets;
    return {true, _M_next_bkt(enough > wanted ? enough : wanted)};
}

} // namespace __detail

size_t _Hash_bytes(const void *bytes, size_t size, size_t seed)
{
    size_t hash = seed ^ 0xcbf29ce484222325;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ static_cast<const unsigned char *>(bytes)[i]) * 0x100000001b3;
    return hash;
}

} // namespace std
#endif
