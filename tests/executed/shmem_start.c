// ranks: 3
// Nothing arrives at a PE that has not yet started to use the library; the exit code says if all was right.
#include <shmem.h>

static int value;

int main(void)
{
    value = 5;
    shmem_init();
    int next = (shmem_my_pe() + 1) % shmem_n_pes();
    shmem_int_p(&value, 7, next);
    shmem_barrier_all();
    int wrong = value != 7;
    shmem_finalize();
    return wrong;
}
