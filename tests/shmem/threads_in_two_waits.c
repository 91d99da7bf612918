// ranks: 2
// Two threads of process 0 wait for different flags at the same time. What the first one tells is not what the second one does: process 1
// puts between the two, while the thread behind the first one loads; FIXED puts before both.
#include <pthread.h>
#include <shmem.h>
#include <stdio.h>

static int mem = 1, early, late, loaded;

static void *helper(void *unused)
{
    (void)unused;
    shmem_int_wait_until(&early, SHMEM_CMP_EQ, 1);
    printf("%d\n", mem); // RACE
    shmem_int_atomic_set(&loaded, 1, 1);
    return NULL;
}

static void put(void)
{
    shmem_int_p(&mem, 2, 0); // RACE
    shmem_quiet();
}

int main(void)
{
    int provided;

    shmem_init_thread(SHMEM_THREAD_MULTIPLE, &provided);
    if (shmem_my_pe() == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, helper, NULL);
        shmem_int_wait_until(&late, SHMEM_CMP_EQ, 1);
        pthread_join(thread, NULL);
    } else {
#ifdef FIXED
        put();
#endif
        shmem_int_atomic_set(&early, 1, 0);
#ifndef FIXED
        put();
#endif
        shmem_int_wait_until(&loaded, SHMEM_CMP_EQ, 1);
        shmem_int_atomic_set(&late, 1, 0);
    }
    shmem_barrier_all();
    shmem_finalize();
    return 0;
}
