/* Processes of other worlds: this one has spawned them, was spawned by them, or is connected with them (MPI 4.1, 11.8 to 11.10). */
#include "mpi_hooks.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { TAG = 0x4650, USUAL_PATIENCE = 60 /* seconds */ };
enum { ANSWERED, WORLD, MEMBERS }; /* the words of what a side learns: whether the others answer, the world they propose, who they are */

/* Groups of processes of other worlds, and who they are. */
struct foreign {
  MPI_Group group;
  uint64_t *members;
};
static struct foreign *foreign;
static size_t foreign_count, foreign_room;

/* A library may use the numbers of processes again that are gone: the latest group is right. */
uint64_t fp_foreign(MPI_Group group, int member) {
  for (size_t i = foreign_count; i-- > 0;) {
    int there;
    PMPI_Group_translate_ranks(group, 1, &member, foreign[i].group, &there);
    if (there != MPI_UNDEFINED) return foreign[i].members[there];
  }
  return FP_UNKNOWN;
}

/* A number that no other world has: that of who asks, and how often it has asked, mixed. */
static uint64_t new_world(uint64_t self) {
  static uint64_t asked;
  uint64_t mixed = self * 0x9e3779b97f4a7c15 + ++asked;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  uint64_t number = (mixed ^ mixed >> 31) >> (64 - FP_WORLD_BITS);
  return (number == 0 ? 1 : number) << FP_WORLD_SHIFT;
}

static int patience(void) {
  const char *seconds = getenv("FENCEPOST_PATIENCE");
  return seconds == NULL ? USUAL_PATIENCE : atoi(seconds);
}

/* Whether the message comes through: a program that was not built with this library leaves it alone, and must not hang. */
static int passes(MPI_Request request) {
  struct timespec nap = {0, 100000}, began, now;
  int done = 0;
  clock_gettime(CLOCK_MONOTONIC, &began);
  for (PMPI_Test(&request, &done, MPI_STATUS_IGNORE); !done; PMPI_Test(&request, &done, MPI_STATUS_IGNORE)) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec - began.tv_sec > patience()) {
      PMPI_Cancel(&request);
      PMPI_Request_free(&request);
      return 0;
    }
    nanosleep(&nap, NULL);
  }
  return 1;
}

static int receives(uint64_t *words, int count, MPI_Comm others) {
  MPI_Request request;
  PMPI_Irecv(words, count, MPI_UINT64_T, 0, TAG, others, &request);
  return passes(request);
}

static int sends(const uint64_t *words, int count, MPI_Comm others) {
  MPI_Request request;
  PMPI_Isend(words, count, MPI_UINT64_T, 0, TAG, others, &request);
  return passes(request);
}

/* The first ones of both groups tell each other who is in them. Children answer when they have heard which world they are. */
static uint64_t exchange(MPI_Comm others, int size, int other_size, enum fp_link how, uint64_t *learned) {
  uint64_t *told = malloc((size_t)(size + 1) * sizeof *told);
  if (how == FP_PARENTS) {
    if (!receives(learned + WORLD, other_size + 1, others)) return 0;
    fp_set_world(learned[WORLD]);
    for (int i = 0; i < size; i++) told[1 + i] = fp_world() | (uint64_t)i;
    told[0] = 0;
    learned[ANSWERED] = (uint64_t)sends(told, size + 1, others);
  } else {
    const uint64_t *members;
    fp_comm_ranks(others, &members);
    for (int i = 0; i < size; i++) told[1 + i] = members[i];
    told[0] = new_world(members[0]);
    MPI_Request request;
    PMPI_Isend(told, size + 1, MPI_UINT64_T, 0, TAG, others, &request);
    learned[ANSWERED] = (uint64_t)receives(learned + WORLD, other_size + 1, others);
    if (learned[ANSWERED]) passes(request);
    else PMPI_Request_free(&request);
    if (!learned[ANSWERED]) learned[WORLD] = told[0];
  }
  if (learned[ANSWERED]) free(told); /* else it may still be sent */
  return learned[ANSWERED];
}

/* Whether others were launched apart: they have the names of processes of this world, but are not in it. */
static int launched_apart(MPI_Comm others, const uint64_t *names) {
  const uint64_t *known;
  int count = fp_remote_ranks(others, &known), apart = 0;
  for (int i = 0; i < count; i++)
    apart |= known[i] == FP_UNKNOWN && names[i] >> FP_WORLD_SHIFT == fp_world() >> FP_WORLD_SHIFT;
  return apart;
}

/* All of the own group learn who the others are. */
static int meet(MPI_Comm own, MPI_Comm others, enum fp_link how) {
  int rank, size, other_size;
  PMPI_Comm_rank(others, &rank);
  PMPI_Comm_size(others, &size);
  PMPI_Comm_remote_size(others, &other_size);
  uint64_t *learned = calloc((size_t)(MEMBERS + other_size), sizeof *learned);
  if (rank == 0) exchange(others, size, other_size, how, learned);
  PMPI_Bcast(learned, MEMBERS + other_size, MPI_UINT64_T, 0, own);
  int answered = learned[ANSWERED] != 0 && !(how == FP_CONNECTED && launched_apart(others, learned + MEMBERS));
  for (int i = 0; i < other_size && !answered; i++) learned[MEMBERS + i] = learned[WORLD] | (uint64_t)i; /* as if they were a new world */
  if (answered && how == FP_PARENTS) fp_set_world(learned[WORLD]);
  foreign = fp_room(foreign, &foreign_room, foreign_count + 1, sizeof *foreign);
  struct foreign *group = &foreign[foreign_count];
  PMPI_Comm_remote_group(others, &group->group);
  group->members = learned + MEMBERS;
  foreign_count++;
  return answered;
}

/* The analyser hears of the others before the call returns, so before they can share a window: from then on it waits for what they record. */
static void tell(MPI_Comm others, enum fp_joined_flags who) {
  const uint64_t *own, *there;
  int size = fp_comm_ranks(others, &own), other_size = fp_remote_ranks(others, &there);
  uint64_t *record = fp_claim(FP_JOINED, who, 0, (uint32_t)(3 + size + other_size));
  record[0] = fp_word(others);
  record[1] = (uint64_t)size;
  for (int i = 0; i < size; i++) record[2 + i] = own[i];
  for (int i = 0; i < other_size; i++) record[2 + size + i] = there[i];
  fp_commit();
}

void fp_linked(int code, MPI_Comm comm, MPI_Comm others, enum fp_link how) {
  if (code != MPI_SUCCESS || others == MPI_COMM_NULL) return;
  int answered = meet(comm, others, how);
  fp_enter();
  fp_flush_accesses();
  tell(others, answered ? FP_SOMEBODY : FP_NOBODY);
  if (!answered) {
    if (fp_rank(comm) == 0)
      fprintf(stderr, "fencepost: the processes that joined were not built with fencepost, or launched apart; the program goes on unrecorded\n");
    fp_recording = 0;
  }
  fp_leave();
}

static MPI_Comm parents = MPI_COMM_NULL;

int fp_meet_parents(void) {
  const char *directory = getenv("FENCEPOST_DIR");
  if (directory == NULL || *directory == 0) return 1;
  PMPI_Comm_get_parent(&parents);
  if (parents == MPI_COMM_NULL || meet(MPI_COMM_WORLD, parents, FP_PARENTS)) return 1;
  fprintf(stderr, "fencepost: process %d is not recorded: those that spawned it are not, or were not built with fencepost\n", (int)getpid());
  return 0;
}

void fp_tell_parents(void) {
  if (parents != MPI_COMM_NULL) tell(parents, FP_SOMEBODY);
}
