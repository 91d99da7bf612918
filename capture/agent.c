/*
 * The agent of a node: a process of Java that reads the rings of the node and sends them to the analyser, which is on another one.
 *
 *   FENCEPOST_AGENT   the command that starts it, for a shell
 *   FENCEPOST_RUN     the name of the run, which nobody can guess
 *
 * The processes of a node meet in a directory of that name. The one that makes it starts the agent, the others wait for its
 * file `control`. An agent that cannot do its work leaves a file `failed`, and the reason in `log`; soon after that the directory is
 * gone. An agent that was killed is started again by the first process that misses it.
 *
 * With FENCEPOST_RECORD in the environment it writes what it reads into a directory, and connects to nobody.
 */
#define _GNU_SOURCE
#include "fencepost.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_START 60 /* seconds */
#define MOST_STARTS 3

extern char **environ;
int fp_has_agent;

const char *fp_agent_directory(void) {
  static char directory[256];
  const char *run = getenv("FENCEPOST_RUN");
  if (run == NULL || getenv("FENCEPOST_AGENT") == NULL) return NULL;
  const char *parent = access("/dev/shm", W_OK | X_OK) == 0 ? "/dev/shm" : "/tmp";
  snprintf(directory, sizeof directory, "%s/fencepost-node-%s", parent, run);
  return directory;
}

static int is_there(const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", fp_agent_directory(), name);
  return access(path, F_OK) == 0;
}

/*
 * The agent is nobody's child, and holds nothing of ours open: a launcher would wait for it. It is no process of the program, which
 * those are that have FENCEPOST_DIR.
 */
static int spawn(void) {
  static const char script[] = "unset FENCEPOST_DIR; (eval \"$FENCEPOST_AGENT\" '\"$0\"' >\"$0/log\" 2>&1 </dev/null || [ $? -gt 128 ] || { echo >\"$0/failed\"; sleep 2; rm -rf \"$0\"; }) &";
  char *const command[] = {"sh", "-c", (char *)script, (char *)fp_agent_directory(), NULL};
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  pid_t shell;
  int status = 0;
  posix_spawn_file_actions_init(&files);
  for (int fd = 0; fd < 3; fd++) posix_spawn_file_actions_addopen(&files, fd, "/dev/null", O_RDWR, 0);
#if __GLIBC_PREREQ(2, 34)
  posix_spawn_file_actions_addclosefrom_np(&files, 3);
#endif
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
  int error = posix_spawn(&shell, "/bin/sh", &files, &attributes, command, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  while (error == 0 && waitpid(shell, &status, 0) < 0 && errno == EINTR) {}
  return error == 0;
}

static void say_why(void) {
  char path[512], line[512] = "";
  snprintf(path, sizeof path, "%s/log", fp_agent_directory());
  FILE *log = fopen(path, "re");
  struct statvfs room;
  int full = statvfs(fp_agent_directory(), &room) == 0 && room.f_bavail == 0; /* and its reason found no room, either */
  if (log == NULL || fgets(line, sizeof line, log) == NULL)
    snprintf(line, sizeof line, "%s\n", full ? "there is no room in shared memory" : "no reason is known");
  if (log != NULL) fclose(log);
  const char *reason = strstr(line, "fencepost: ") == line ? line + strlen("fencepost: ") : line;
  fprintf(stderr, "fencepost: no agent on this node: %s", reason);
}

/* The directory is ours: nobody else can have made one that we take for it. */
static int is_ours(void) {
  struct stat found;
  return lstat(fp_agent_directory(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() && (found.st_mode & 077) == 0;
}

static void wait_while(int (*is_gone)(void)) {
  const struct timespec nap = {0, 5000000};
  for (int naps = 0; naps < LONGEST_START * 200 && !is_there("failed"); naps++) {
    if (is_gone == NULL ? is_there("control") : !is_gone()) return;
    nanosleep(&nap, NULL);
  }
}

static int start_again(int (*is_gone)(void)) {
  static int starts;
  int lock = open(fp_agent_directory(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock < 0 || ++starts > MOST_STARTS) return 0;
  while (flock(lock, LOCK_EX) != 0 && errno == EINTR) {}
  if (is_gone() && !is_there("failed")) spawn();
  wait_while(is_gone);
  close(lock);
  return !is_gone();
}

int fp_agent_start(int (*is_gone)(void)) {
  if (is_gone != NULL) return is_ours() && start_again(is_gone);
  int first = mkdir(fp_agent_directory(), 0700) == 0;
  if (!is_ours() || (first && !spawn())) return 0;
  wait_while(NULL);
  fp_has_agent = is_there("control");
  if (!fp_has_agent && first) say_why();
  return fp_has_agent;
}

static int others_record(void) {
  DIR *directory = opendir(fp_agent_directory());
  int found = 0;
  for (struct dirent *entry; directory != NULL && !found && (entry = readdir(directory)) != NULL;) found = strncmp(entry->d_name, "ring.", 5) == 0;
  if (directory != NULL) closedir(directory);
  return found;
}

void fp_agent_remove(const char *file) {
  char path[512];
  snprintf(path, sizeof path, "%s/%s", fp_agent_directory(), file);
  unlink(path);
}

/* The last process to give up removes the directory. Before that, `failed` tells the others to start no agent, either. */
void fp_agent_forget(const char *ring) {
  const char *const files[] = {"control", "owner", "node", "log", "failed"};
  char path[512];
  fp_agent_remove(ring);
  if (others_record()) {
    snprintf(path, sizeof path, "%s/failed", fp_agent_directory());
    int failed = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (failed >= 0) close(failed);
    return;
  }
  for (unsigned i = 0; i < sizeof files / sizeof *files; i++) fp_agent_remove(files[i]);
  rmdir(fp_agent_directory());
}
