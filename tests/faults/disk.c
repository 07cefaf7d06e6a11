/* A disk that can fail, between the site and the real one.
   What a power cut leaves is what was synced: each file is copied to $SHADOW when it was, and removed
   there when it is unlinked. While the file $EIO_WHILE exists, no sync succeeds. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is_ours(const char *path) { return strstr(path, "/zoo.db") != NULL; }
static void shadow_of(const char *path, char *to) {
  snprintf(to, 4096, "%s/%s", getenv("SHADOW"), strrchr(path, '/') + 1);
}
static int fails(void) {
  const char *sign = getenv("EIO_WHILE");
  if (sign == NULL || access(sign, F_OK) != 0) return 0;
  errno = EIO;
  return 1;
}
static int keep(int fd, int synced) {
  char link[64], path[4096] = {0}, to[4096], part[4104], block[65536];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  if (synced != 0 || getenv("SHADOW") == NULL || readlink(link, path, sizeof path - 1) < 0 || !is_ours(path)) return synced;
  shadow_of(path, to);
  snprintf(part, sizeof part, "%s.part", to);
  int out = open(part, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ssize_t n;
  for (off_t at = 0; (n = pread(fd, block, sizeof block, at)) > 0; at += n)
    if (write(out, block, n) != n) abort();
  close(out);
  rename(part, to);
  return synced;
}
int fsync(int fd) { return fails() ? -1 : keep(fd, ((int (*)(int))dlsym(RTLD_NEXT, "fsync"))(fd)); }
int fdatasync(int fd) { return fails() ? -1 : keep(fd, ((int (*)(int))dlsym(RTLD_NEXT, "fdatasync"))(fd)); }
int unlink(const char *path) {
  char to[4096];
  int done = ((int (*)(const char *))dlsym(RTLD_NEXT, "unlink"))(path);
  if (done == 0 && getenv("SHADOW") && is_ours(path)) shadow_of(path, to), ((int (*)(const char *))dlsym(RTLD_NEXT, "unlink"))(to);
  return done;
}
