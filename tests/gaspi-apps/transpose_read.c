// ranks: 2 4 8
//
// Transposes a matrix that is distributed by rows, several times, adding something in between. Each rank reads its block from
// every other rank, row by row in one list; the next block is under way while the current one is transposed, each with its own
// buffer and queue.
//
// BUG 1: transpose_read.c:gaspi_read_list in fetch and load in transpose: the wait is for the queue of the next block.
// BUG 2: transpose_read.c:gaspi_read_list in fetch and store in replace: no barrier between reading and replacing the matrix.
// BUG 3: transpose_read.c:gaspi_read_list in fetch and load in transpose: both blocks have the same buffer.
#include <GASPI.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef BUG
#define BUG 0
#endif

#define OK(call)                                                                          \
    do {                                                                                  \
        gaspi_return_t outcome = (call);                                                  \
        if (outcome != GASPI_SUCCESS) {                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, gaspi_error_str(outcome)); \
            exit(EXIT_FAILURE);                                                           \
        }                                                                                 \
    } while (0)

enum { SEGMENT = 0, MOST_ROWS = 32 };

struct matrix {
    int rank, size;
    int rows, columns; // of this rank's part
    long *part;        // segment: the part, then two blocks
    long *transposed;  // the new part, private
};

static long *block(const struct matrix *m, int k) { return m->part + m->rows * m->columns + (BUG == 3 ? 0 : k % 2) * m->rows * m->rows; }

static gaspi_queue_id_t queue_of(int k) { return (gaspi_queue_id_t)(k % 2); }

static int peer(const struct matrix *m, int k) { return (m->rank + k) % m->size; }

static void create_matrix(struct matrix *m, int rows) {
    gaspi_rank_t rank, size;
    gaspi_pointer_t memory;
    OK(gaspi_proc_rank(&rank));
    OK(gaspi_proc_num(&size));
    m->rank = rank;
    m->size = size;
    m->rows = rows;
    m->columns = rows * size;
    OK(gaspi_segment_create(SEGMENT, (m->columns + 2 * rows) * rows * sizeof(long), GASPI_GROUP_ALL, GASPI_BLOCK, GASPI_MEM_INITIALIZED));
    OK(gaspi_segment_ptr(SEGMENT, &memory));
    m->part = memory;
    m->transposed = calloc(rows * m->columns, sizeof(long));
    for (int i = 0; i < rows * m->columns; i++)
        m->part[i] = (long)rank * rows * m->columns + i; // counted through the whole matrix
}

static void fetch(const struct matrix *m, int k) {
    gaspi_segment_id_t here[MOST_ROWS], there[MOST_ROWS];
    gaspi_offset_t to[MOST_ROWS], from[MOST_ROWS];
    gaspi_size_t size[MOST_ROWS];
    for (int i = 0; i < m->rows; i++) {
        here[i] = there[i] = SEGMENT;
        to[i] = (block(m, k) - m->part + i * m->rows) * sizeof(long);
        from[i] = (i * m->columns + m->rank * m->rows) * sizeof(long);
        size[i] = m->rows * sizeof(long);
    }
    OK(gaspi_read_list(m->rows, here, to, peer(m, k), there, from, size, queue_of(k), GASPI_BLOCK)); // BUG1 BUG2 BUG3
}

static void transpose(const struct matrix *m, int k) {
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->rows; j++)
            m->transposed[j * m->columns + peer(m, k) * m->rows + i] = block(m, k)[i * m->rows + j]; // BUG1 BUG3
}

static void transpose_all(const struct matrix *m) {
    fetch(m, 0);
    for (int k = 0; k < m->size; k++) {
        if (k + 1 < m->size)
            fetch(m, k + 1);
        OK(gaspi_wait(queue_of(BUG == 1 ? k + 1 : k), GASPI_BLOCK));
        transpose(m, k);
    }
}

static void replace(const struct matrix *m, int step) {
    for (int i = 0; i < m->rows * m->columns; i++)
        m->part[i] = m->transposed[i] + step; // BUG2
}

static int count_errors(const struct matrix *m, int steps) {
    int errors = 0;
    for (int i = 0; i < m->rows; i++)
        for (int j = 0; j < m->columns; j++) {
            long row = m->rank * m->rows + i, column = j;
            long want = steps % 2 == 0 ? row * m->columns + column : column * m->columns + row;
            errors += m->part[i * m->columns + j] != want + steps * (steps - 1) / 2;
        }
    return errors;
}

int main(int argc, char **argv) {
    OK(gaspi_proc_init(GASPI_BLOCK));
    int rows = argc > 1 ? atoi(argv[1]) : 6;
    int steps = argc > 2 ? atoi(argv[2]) : 5;
    struct matrix m;
    create_matrix(&m, rows < MOST_ROWS ? rows : MOST_ROWS);
    for (int step = 0; step < steps; step++) {
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK)); // all parts are in place
        transpose_all(&m);
#if BUG != 2
        OK(gaspi_barrier(GASPI_GROUP_ALL, GASPI_BLOCK)); // everybody has read
#endif
        replace(&m, step);
    }
    int errors = count_errors(&m, steps), total;
    OK(gaspi_allreduce(&errors, &total, 1, GASPI_OP_SUM, GASPI_TYPE_INT, GASPI_GROUP_ALL, GASPI_BLOCK));
    if (m.rank == 0)
        printf("transpose_read: %d x %d, %d steps, %d wrong elements\n", m.columns, m.columns, steps, total);
    free(m.transposed);
    OK(gaspi_proc_term(GASPI_BLOCK));
    return BUG == 0 && total > 0;
}
