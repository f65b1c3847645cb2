/* A preloaded library that counts calls of the C library that touch files below a folder, and makes one of them fail or
 * kills the process there. It logs a line for each call: whether it changes anything, its name, and its path.
 *
 *   FAULT_ROOT   the folder, which is also the current one
  *   FAULT_LOG    the log
  *   FAULT_AT     the index of the call with the fault, from 0; no fault if not set
  *   FAULT_ERROR  the error code of the call; if not set, the process is killed: in the middle of a write, before any
  *                other call
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum { READS, CHANGES };

static const char *root;
static int log_file = -1;
static long fault_at = -1;
static int fault_error;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
    const char *log = getenv("FAULT_LOG"), *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERROR");
    root = getenv("FAULT_ROOT");
    log_file = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    fault_at = at ? atol(at) : -1;
    fault_error = error ? atoi(error) : 0;
}

/* The path relative to the folder, or NULL for other files. */
static const char *below(const char *path) {
    if (!root || !path || !*path) return NULL;
    if (*path != '/') return path;
    size_t length = strlen(root);
    if (strncmp(path, root, length) || (path[length] && path[length] != '/')) return NULL;
    return path[length] ? path + length + 1 : ".";
}

static char *path_of(int file, char *buffer) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, buffer, PATH_MAX - 1);
    buffer[length < 0 ? 0 : length] = 0;
    /* Pipes and sockets have names such as pipe:[1]. */
    if (*buffer != '/') *buffer = 0;
    return buffer;
}

/* Counts and logs a call. Returns whether it is the one with the fault. */
static int has_fault(const char *name, int kind, const char *path) {
    if (!path) return 0;
    long number = atomic_fetch_add(&calls, 1);
    char line[PATH_MAX + 64];
    int length = snprintf(line, sizeof line, "%c %s %s\n", kind == CHANGES ? 'w' : 'r', name, path);
    syscall(SYS_write, log_file, line, length);
    return number == fault_at;
}

static void fail(void) {
    if (!fault_error) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    errno = fault_error;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define CALL(result, failure, kind, path, name, parameters, ...)  \
    result name parameters {                                      \
        char buffer[PATH_MAX];                                    \
        (void)buffer;                                             \
        if (has_fault(#name, kind, below(path))) {               \
            fail();                                               \
            return failure;                                       \
        }                                                         \
        return NEXT(name)(__VA_ARGS__);                           \
    }

#define OPEN(name)                                                                       \
    int name(const char *path, int flags, ...) {                                         \
        va_list rest;                                                                    \
        va_start(rest, flags);                                                           \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;          \
        va_end(rest);                                                                    \
        if (has_fault(#name, flags & O_CREAT ? CHANGES : READS, below(path))) {         \
            fail();                                                                      \
            return -1;                                                                   \
        }                                                                                \
        return NEXT(name)(path, flags, mode);                                            \
    }

#define OPEN_AT(name)                                                                    \
    int name(int folder, const char *path, int flags, ...) {                             \
        va_list rest;                                                                    \
        va_start(rest, flags);                                                           \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0;          \
        va_end(rest);                                                                    \
        char buffer[PATH_MAX];                                                           \
        const char *where = folder == AT_FDCWD ? path : path_of(folder, buffer);         \
        if (has_fault(#name, flags & O_CREAT ? CHANGES : READS, below(where))) {        \
            fail();                                                                      \
            return -1;                                                                   \
        }                                                                                \
        return NEXT(name)(folder, path, flags, mode);                                    \
    }

#define AT(folder, path) ((folder) == AT_FDCWD ? (path) : path_of(folder, buffer))

OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

CALL(ssize_t, -1, READS, path_of(file, buffer), read, (int file, void *bytes, size_t count), file, bytes, count)
CALL(off64_t, -1, READS, path_of(file, buffer), lseek64, (int file, off64_t to, int from), file, to, from)
CALL(int, -1, READS, path_of(file, buffer), flock, (int file, int how), file, how)
CALL(int, -1, READS, AT(folder, path), statx,
     (int folder, const char *restrict path, int flags, unsigned mask, struct statx *restrict found),
     folder, path, flags, mask, found)
CALL(int, -1, READS, path, access, (const char *path, int how), path, how)
CALL(int, -1, READS, AT(folder, path), faccessat, (int folder, const char *path, int how, int flags),
     folder, path, how, flags)
CALL(char *, NULL, READS, path, realpath, (const char *restrict path, char *restrict found), path, found)
CALL(DIR *, NULL, READS, path, opendir, (const char *path), path)
CALL(struct dirent64 *, NULL, READS, path_of(dirfd(folder), buffer), readdir64, (DIR *folder), folder)

CALL(int, -1, CHANGES, path_of(file, buffer), ftruncate64, (int file, off64_t length), file, length)
CALL(int, -1, CHANGES, path_of(file, buffer), fchmod, (int file, mode_t mode), file, mode)
CALL(int, -1, CHANGES, path, chmod, (const char *path, mode_t mode), path, mode)
CALL(int, -1, CHANGES, path, mkdir, (const char *path, mode_t mode), path, mode)
CALL(int, -1, CHANGES, path, rmdir, (const char *path), path)
CALL(int, -1, CHANGES, path, unlink, (const char *path), path)
CALL(int, -1, CHANGES, AT(folder, path), unlinkat, (int folder, const char *path, int flags), folder, path, flags)
CALL(int, -1, CHANGES, from, rename, (const char *from, const char *to), from, to)
CALL(int, -1, CHANGES, AT(folder, from), renameat2,
     (int folder, const char *from, int other, const char *to, unsigned flags), folder, from, other, to, flags)

ssize_t write(int file, const void *bytes, size_t count) {
    char buffer[PATH_MAX];
    if (has_fault("write", CHANGES, below(path_of(file, buffer)))) {
        if (!fault_error) NEXT(write)(file, bytes, count / 2);
        fail();
        return -1;
    }
    return NEXT(write)(file, bytes, count);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    char buffer[PATH_MAX];
    if (has_fault("writev", CHANGES, below(path_of(file, buffer)))) {
        if (!fault_error) NEXT(write)(file, parts[0].iov_base, parts[0].iov_len / 2);
        fail();
        return -1;
    }
    return NEXT(writev)(file, parts, count);
}

/* A killed process loses none of its writes, so flushing is skipped. */
#define FLUSH(name)                                                                  \
    int name(int file) {                                                             \
        char buffer[PATH_MAX];                                                       \
        const char *path = below(path_of(file, buffer));                             \
        if (!path) return NEXT(name)(file);                                          \
        if (!has_fault(#name, CHANGES, path)) return 0;                             \
        fail();                                                                      \
        return -1;                                                                   \
    }

FLUSH(fsync)
FLUSH(fdatasync)
