// Teams and contexts: splitting, numbering, translation, collectives and communication within them, configuration, reuse.
#include "check.h"

static long value, sum, dest[8];

static void predefined(void) {
  CHECK(shmem_team_my_pe(SHMEM_TEAM_WORLD) == me && shmem_team_n_pes(SHMEM_TEAM_WORLD) == pes);
  CHECK(shmem_team_my_pe(SHMEM_TEAM_SHARED) == me && shmem_team_n_pes(SHMEM_TEAM_SHARED) == pes);
  CHECK(shmem_team_my_pe(SHMEM_TEAM_INVALID) == -1 && shmem_team_n_pes(SHMEM_TEAM_INVALID) == -1);
  CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, right, SHMEM_TEAM_SHARED) == right);
  CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, pes, SHMEM_TEAM_SHARED) == -1);
  CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, SHMEM_TEAM_INVALID) == -1);
  shmem_team_destroy(SHMEM_TEAM_INVALID);
}

static void strided(void) {
  shmem_team_t odd, reversed, pair;
  shmem_team_config_t config = {.num_contexts = 3}, seen = {0};
  int odds = pes / 2;
  CHECK(shmem_team_split_strided(SHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &odd) != 0 && odd == SHMEM_TEAM_INVALID);
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes + 1, NULL, 0, &odd) != 0 && odd == SHMEM_TEAM_INVALID);
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &reversed) == 0);
  CHECK(shmem_team_my_pe(reversed) == pes - 1 - me && shmem_team_n_pes(reversed) == pes);
  CHECK(shmem_team_translate_pe(reversed, 0, SHMEM_TEAM_WORLD) == pes - 1);
  value = me;
  CHECK(shmem_long_fcollect(reversed, dest, &value, 1) == 0);
  for (int i = 0; i < pes; i++) CHECK(dest[i] == pes - 1 - i);
  if (odds > 0) {
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 1, 2, odds, &config, SHMEM_TEAM_NUM_CONTEXTS, &odd) == 0);
    CHECK((odd != SHMEM_TEAM_INVALID) == (me % 2 == 1));
    if (odd != SHMEM_TEAM_INVALID) {
      CHECK(shmem_team_my_pe(odd) == me / 2 && shmem_team_n_pes(odd) == odds);
      CHECK(shmem_team_get_config(odd, SHMEM_TEAM_NUM_CONTEXTS, &seen) == 0 && seen.num_contexts == 3);
      CHECK(shmem_team_translate_pe(odd, 0, SHMEM_TEAM_WORLD) == 1 && shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, odd) == -1);
      CHECK(shmem_long_sum_reduce(odd, &sum, &value, 1) == 0 && sum == odds * odds);
      shmem_team_destroy(odd);
    }
  }
  // a part of a part: the first two in the reversed order
  CHECK(shmem_team_split_strided(reversed, 0, 1, pes < 2 ? 1 : 2, NULL, 0, &pair) == 0);
  CHECK((pair != SHMEM_TEAM_INVALID) == (me >= pes - 2));
  if (pair != SHMEM_TEAM_INVALID) CHECK(shmem_team_translate_pe(pair, 0, SHMEM_TEAM_WORLD) == pes - 1);
  shmem_team_destroy(pair);
  shmem_team_destroy(reversed);
}

static void grid(void) {
  shmem_team_t x, y;
  CHECK(shmem_team_split_2d(SHMEM_TEAM_INVALID, 2, NULL, 0, &x, NULL, 0, &y) != 0 && x == SHMEM_TEAM_INVALID && y == x);
  for (int range = 1; range <= pes + 1; range++) {
    CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, range, NULL, 0, &x, NULL, 0, &y) == 0);
    CHECK(shmem_team_my_pe(x) == me % range && shmem_team_my_pe(y) == me / range);
    int row = me / range * range, columns = pes - row < range ? pes - row : range;
    int rows = (pes - me % range + range - 1) / range;
    CHECK(shmem_team_n_pes(x) == columns && shmem_team_n_pes(y) == rows);
    value = 1;
    CHECK(shmem_long_sum_reduce(x, &sum, &value, 1) == 0 && sum == columns);
    CHECK(shmem_long_sum_reduce(y, &sum, &value, 1) == 0 && sum == rows);
    shmem_team_destroy(x);
    shmem_team_destroy(y);
  }
}

// PEs are numbered within the team of the context.
static void contexts(void) {
  shmem_team_t reversed, team;
  shmem_ctx_t ctx, other, none = SHMEM_CTX_INVALID;
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, pes - 1, -1, pes, NULL, 0, &reversed) == 0);
  CHECK(shmem_team_create_ctx(SHMEM_TEAM_INVALID, 0, &ctx) != 0 && ctx == SHMEM_CTX_INVALID);
  CHECK(shmem_team_create_ctx(reversed, SHMEM_CTX_SERIALIZED | SHMEM_CTX_NOSTORE, &ctx) == 0);
  CHECK(shmem_ctx_create(0, &other) == 0);
  CHECK(shmem_ctx_get_team(ctx, &team) == 0 && team == reversed);
  CHECK(shmem_ctx_get_team(other, &team) == 0 && team == SHMEM_TEAM_WORLD);
  CHECK(shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &team) == 0 && team == SHMEM_TEAM_WORLD);
  CHECK(shmem_ctx_get_team(none, &team) != 0 && team == SHMEM_TEAM_INVALID);
  shmem_barrier_all();
  shmem_ctx_long_p(ctx, &value, 10 + me, (pes - 1 - right)); // that is the right neighbour
  shmem_ctx_long_p(other, &sum, 20 + me, right);
  shmem_ctx_fence(ctx), shmem_ctx_quiet(ctx), shmem_ctx_fence(none), shmem_ctx_quiet(none), shmem_ctx_destroy(none);
  shmem_ctx_destroy(other); // completes it
  shmem_sync_all();
  CHECK(value == 10 + left && sum == 20 + left);
  CHECK(shmem_team_ptr(reversed, &value, pes - 1 - me) == &value);
  shmem_sync_all();
  shmem_ctx_long_atomic_add(ctx, &value, 5, pes - 1 - right);
  shmem_team_destroy(reversed); // completes it and its contexts
  shmem_sync_all();
  CHECK(value == 15 + left);
}

// More teams, one after the other, than there can be at a time.
static void many(void) {
  shmem_team_t team;
  for (int i = 0; i < 600; i++) {
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, i % pes, 1, 1, NULL, 0, &team) == 0);
    shmem_team_destroy(team);
  }
  static shmem_team_t all[100];
  for (int i = 0; i < 100; i++) CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, pes, NULL, 0, &all[i]) == 0);
  for (int i = 0; i < 100; i++) CHECK(shmem_team_sync(all[i]) == 0);
  for (int i = 99; i >= 0; i--) shmem_team_destroy(all[i]);
}

int main(void) {
  start();
  predefined();
  strided();
  shmem_barrier_all();
  grid();
  shmem_barrier_all();
  contexts();
  many();
  shmem_finalize();
  return 0;
}
