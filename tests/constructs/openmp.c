// Each construct of OpenMP orders two accesses. With the number of one as argument, that one is left out, and its lines race.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef __clang__ /* libgomp declares these, and does not have them */
#define omp_init_lock_with_hint(lock, hint) omp_init_lock(lock)
#define omp_init_nest_lock_with_hint(lock, hint) omp_init_nest_lock(lock)
#endif

#if defined __clang__ || __GNUC__ >= 13
#define IN_SET inoutset
#else
#define IN_SET in /* two readers are in no order, either */
#endif

static int without, x, y, cell[8], token[2];
static int own;
#pragma omp threadprivate(own)

static void critical(void) {
#pragma omp parallel num_threads(2)
    {
        if (without == 1) {
            x++; // RACE 1
        } else {
#pragma omp critical
            x++;
        }
    }
}

static void named(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp critical(one)
            x++; // RACE 2
        } else if (without == 2) {
#pragma omp critical(other) hint(omp_sync_hint_contended)
            x += 2; // RACE 2
        } else {
#pragma omp critical(one)
            x += 2;
        }
    }
}

static void locks(void) {
    omp_lock_t lock[2];
    omp_init_lock(&lock[0]);
    omp_init_lock_with_hint(&lock[1], omp_sync_hint_uncontended);
#pragma omp parallel num_threads(2)
    {
        int mine = without == 3 ? omp_get_thread_num() : 0;
        while (!omp_test_lock(&lock[mine])) {}
        x++; // RACE 3
        omp_unset_lock(&lock[mine]);
    }
    omp_destroy_lock(&lock[0]);
    omp_destroy_lock(&lock[1]);
}

static void nested_locks(void) {
    omp_nest_lock_t lock[2];
    omp_init_nest_lock(&lock[0]);
    omp_init_nest_lock_with_hint(&lock[1], omp_sync_hint_speculative);
#pragma omp parallel num_threads(2)
    {
        int mine = without == 4 ? omp_get_thread_num() : 0;
        omp_set_nest_lock(&lock[mine]);
        omp_set_nest_lock(&lock[mine]);
        omp_unset_nest_lock(&lock[mine]);
        x++; // RACE 4
        omp_unset_nest_lock(&lock[mine]);
    }
    omp_destroy_nest_lock(&lock[0]);
    omp_destroy_nest_lock(&lock[1]);
}

static void barrier(void) {
#pragma omp parallel num_threads(2)
    {
        int me = omp_get_thread_num();
        cell[me] = me; // RACE 5
        if (without != 5) {
#pragma omp barrier
        }
        int other = cell[1 - me]; // RACE 5
        if (other < 0) abort();
    }
}

static void master(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp master
        x = 1; // RACE 6
        if (without != 6) {
#pragma omp barrier
        }
        if (omp_get_thread_num() == 1) y = x; // RACE 6
    }
}

static void copyprivate(void) {
    int given = 0;
#pragma omp parallel num_threads(2) firstprivate(given)
    {
        if (without == 7) {
            if (omp_get_thread_num() == 0) x = 3; // RACE 7
            given = x; // RACE 7
        } else {
#pragma omp single copyprivate(given)
            {
                x = 3;
                given = x;
            }
        }
        if (given < 0) abort();
    }
}

static void ordered(void) {
#pragma omp parallel for num_threads(2) ordered schedule(dynamic, 1)
    for (int i = 0; i < 4; i++) {
        if (without == 8) {
            x += i; // RACE 8
        }
#pragma omp ordered
        if (without != 8) x += i;
    }
}

static void atomic(void) {
#pragma omp parallel num_threads(2)
    {
        if (without == 9) {
            x++; // RACE 9
        } else {
#pragma omp atomic
            x++;
        }
    }
}

static void taskwait(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        x = 1; // RACE 10
        if (without != 10) {
#pragma omp taskwait
        }
        y = x; // RACE 10
    }
}

static void taskgroup(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
#pragma omp task
                x = 2; // RACE 11
            }
            if (without == 11) y = x; // RACE 11
        }
        y += x;
    }
}

static void depend(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int mine = without == 12;
#pragma omp task depend(out : token[0])
        x = 1; // RACE 12
#pragma omp task depend(inout : token[mine]) priority(1)
        x = 2; // RACE 12
    }
}

static void taskwait_depend(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int mine = without == 13;
#pragma omp task depend(out : token[0])
        x = 1; // RACE 13
#pragma omp taskwait depend(in : token[mine])
        y = x; // RACE 13
    }
}

static void undeferred(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task if (without == 14)
        x = 1; // RACE 14
        y = x; // RACE 14
    }
}

static void in_final(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task final(without != 15) mergeable
        {
#pragma omp task
            x = 1; // RACE 15
            y = x; // RACE 15
        }
    }
}

static void taskloop(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        if (without == 16) {
#pragma omp taskloop nogroup num_tasks(2)
            for (int i = 0; i < 4; i++) cell[i] = i; // RACE 16
        } else {
#pragma omp taskloop num_tasks(2)
            for (int i = 0; i < 4; i++) cell[i] = i;
        }
        y = cell[3]; // RACE 16
    }
}

static void reduction(void) {
    int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        sum++;
        if (without == 17) x += sum; // RACE 17
    }
}

static void guided(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(guided)
        for (int i = 0; i < 8; i++) {
            cell[i] = i;
            if (without == 18) x = i; // RACE 18
        }
#pragma omp for schedule(runtime)
        for (int i = 0; i < 8; i++) cell[i] += i;
    }
}

static void cancel(void) {
#pragma omp parallel num_threads(2)
    {
#pragma omp for
        for (int i = 0; i < 8; i++) {
            cell[i] = i; // RACE 19
#pragma omp cancel for if (i == 20)
            int other = without == 19 ? cell[7 - i] : 0; // RACE 19
            if (other < 0) abort();
#pragma omp cancellation point for
        }
    }
}

static void teams(void) {
#pragma omp teams num_teams(2)
    {
        if (without == 20) x++; // RACE 20
        else __atomic_fetch_add(&x, 1, __ATOMIC_RELAXED);
    }
    y = x;
}

static void nested(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
    {
        int inner = 0;
#pragma omp parallel num_threads(2) shared(inner)
        {
            if (without == 21) {
                inner++; // RACE 21
            } else {
#pragma omp atomic
                inner++;
            }
        }
        if (inner < 0) abort();
    }
}

static void threadprivate(void) {
#pragma omp parallel num_threads(2) copyin(own)
    {
        own++;
        if (without == 22) x = own; // RACE 22
    }
}

static void mutually_exclusive(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int mine = without == 23;
#pragma omp task depend(mutexinoutset : token[0])
        x += 1; // RACE 23
#pragma omp task depend(mutexinoutset : token[mine])
        x += 2; // RACE 23
    }
}

static void flush(void) {
    int flag = 0;
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            x = 24; // RACE 24
#pragma omp flush
#pragma omp atomic write
            flag = 1;
        } else {
            int seen = 0;
            while (!seen) {
#pragma omp atomic read
                seen = flag;
            }
            if (without != 24) {
#pragma omp flush
            }
            y = x; // RACE 24
        }
    }
}

static void many_dependences(void) {
    static int items[100];
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        int used = without == 25 ? 99 : 100;
#pragma omp task depend(out : items[99])
        x = 25; // RACE 25
#pragma omp task depend(iterator(k = 0 : used), in : items[k])
        y = x; // RACE 25
    }
}

static void in_a_set(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(IN_SET : token[0])
        x += 1; // RACE 26
        if (without == 26) {
#pragma omp task depend(IN_SET : token[0])
            x += 2; // RACE 26
        } else {
#pragma omp task depend(inout : token[0])
            x += 2;
        }
    }
}

static void depend_object(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_depend_t written;
#pragma omp depobj(written) depend(out : token[0])
#pragma omp task depend(depobj : written)
        x = 1; // RACE 27
        if (without == 27) {
#pragma omp task depend(in : token[1])
            y = x; // RACE 27
        } else {
#pragma omp task depend(in : token[0])
            y = x;
        }
#pragma omp taskwait
#pragma omp depobj(written) destroy
    }
}

/* The task is over when its event has been fulfilled, which comes after the access. */
static void event(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_event_handle_t done;
#pragma omp task detach(done) depend(out : token[0])
        token[0] = 1;
        if (without == 28) {
#pragma omp task depend(in : token[1])
            y = x; // RACE 28
        } else {
#pragma omp task depend(in : token[0])
            y = x;
        }
        x = 2; // RACE 28
        omp_fulfill_event(done);
    }
}

int main(int argc, char **argv) {
    void (*const all[])(void) = {critical,  named,    locks,    nested_locks,    barrier,    master,   copyprivate, ordered,
                                 atomic,    taskwait, taskgroup, depend,         taskwait_depend, undeferred, in_final, taskloop,
                                 reduction, guided,   cancel,   teams,           nested,     threadprivate, mutually_exclusive,
                                 flush,    many_dependences, in_a_set,      depend_object, event};
    int count = (int)(sizeof all / sizeof *all);
    without = argc > 1 ? atoi(argv[1]) : 0;
    for (int i = 0; i < count; i++)
        if (without == 0 || without == i + 1) all[i]();
    printf("%d %d %d\n", count, x, y);
    return 0;
}
