// ranks: 2
// One thread waits for what another thread of the same process stores: no remote operation has a part in that.
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>
#include <unistd.h>

static long flag, data;

static void *waiter(void *unused)
{
    shmem_long_wait_until(&flag, SHMEM_CMP_NE, 0);
    return unused;
}

int main(void)
{
    int provided;

    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    if (shmem_my_pe() == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, waiter, NULL);
        usleep(100000);
        data = 1; // RACE
        flag = 1;
        pthread_join(thread, NULL);
    }
#ifdef FIXED
    shmem_barrier_all();
#endif
    if (shmem_my_pe() == 1)
        shmem_long_p(&data, 2, 0); // RACE
    shmem_barrier_all();
    if (shmem_my_pe() == 0)
        printf("%ld\n", data);
    shmem_finalize();
    return 0;
}
