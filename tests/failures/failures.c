/* failures.c - makes one call of a run fail: a library to be preloaded (LD_PRELOAD), for tests/failure-test.
 *
 *     FAILURE_KIND     memory, file or library: which calls are counted
 *     FAILURE_AT       the call that fails, from 1; 0: none
 *     FAILURE_COUNT    a file that is told, at the end, how many calls there were
 *
 * Memory: malloc and its relatives, when torsor or KLU asks. File: open, read, write, close and theirs, whoever calls;
 * a write that fails finds the disk full, and so do all that follow, but for what is written over. Library: what is
 * asked of libraries that are loaded at run time, and threads. */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum { NO_KIND, MEMORY, FILES, LIBRARY } failure_kind;

static failure_kind kind;
static long fail_at;
static atomic_long calls;
static atomic_bool disk_is_full;

/* --- who calls ---------------------------------------------------------------------------------------------------- */

enum { MOST_RANGES = 32 };
static struct {
    uintptr_t from, end;
} ranges[MOST_RANGES];
static int n_ranges;

static int note_range(struct dl_phdr_info *about, size_t size, void *unused)
{
    static const char *const OURS[] = {"torsor", "klu", "amd", "btf", "suitesparse"};
    bool is_ours = about->dlpi_name[0] == '\0'; /* the program */
    (void)size, (void)unused;
    for (size_t i = 0; i < sizeof OURS / sizeof *OURS; i++)
        is_ours = is_ours || strstr(about->dlpi_name, OURS[i]);
    for (int i = 0; is_ours && i < about->dlpi_phnum && n_ranges < MOST_RANGES; i++) {
        const ElfW(Phdr) *p = &about->dlpi_phdr[i];
        const uintptr_t from = about->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && (p->p_flags & PF_X)) {
            ranges[n_ranges].from = from;
            ranges[n_ranges++].end = from + p->p_memsz;
        }
    }
    return 0;
}

static bool is_ours(const void *caller)
{
    const uintptr_t at = (uintptr_t)caller;
    for (int i = 0; i < n_ranges; i++)
        if (at >= ranges[i].from && at < ranges[i].end)
            return true;
    return false;
}

static bool fails(failure_kind of) { return of == kind && atomic_fetch_add(&calls, 1) + 1 == fail_at; }

__attribute__((constructor)) static void begin(void)
{
    const char *word = getenv("FAILURE_KIND"), *at = getenv("FAILURE_AT");
    dl_iterate_phdr(note_range, NULL);
    fail_at = at ? strtol(at, NULL, 10) : 0;
    if (word)
        kind = strcmp(word, "memory") == 0 ? MEMORY : strcmp(word, "file") == 0 ? FILES : LIBRARY;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("FAILURE_COUNT");
    kind = NO_KIND;
    FILE *to = path ? fopen(path, "w") : NULL;
    if (!to)
        return;
    fprintf(to, "%ld\n", atomic_load(&calls));
    fclose(to);
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t line, size_t size);

static bool no_memory(const void *caller)
{
    const bool no = kind == MEMORY && is_ours(caller) && fails(MEMORY);
    if (no)
        errno = ENOMEM;
    return no;
}

void *malloc(size_t size) { return no_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return no_memory(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size); }

void *realloc(void *old, size_t size)
{
    return no_memory(__builtin_return_address(0)) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t line, size_t size)
{
    return no_memory(__builtin_return_address(0)) ? NULL : __libc_memalign(line, size);
}

char *strdup(const char *words)
{
    const size_t n = strlen(words) + 1;
    char *to = no_memory(__builtin_return_address(0)) ? NULL : __libc_malloc(n);
    return to ? memcpy(to, words, n) : NULL;
}

/* --- files -------------------------------------------------------------------------------------------------------- */

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static bool broken(int why)
{
    const bool is = fails(FILES);
    if (is)
        errno = why;
    return is;
}

/* A full disk has no space for more; what is there can be written over. */
static bool is_full(int file, off_t end)
{
    struct stat about;
    if (broken(ENOSPC))
        disk_is_full = true;
    if (!disk_is_full || (NEXT(fstat)(file, &about) == 0 && end <= about.st_size))
        return false;
    errno = ENOSPC;
    return true;
}

static mode_t mode_of(int flags, va_list args) { return flags & O_CREAT ? va_arg(args, mode_t) : 0; }

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const mode_t mode = mode_of(flags, args);
    va_end(args);
    return broken(EACCES) ? -1 : NEXT(open)(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const mode_t mode = mode_of(flags, args);
    va_end(args);
    return broken(EACCES) ? -1 : NEXT(open)(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    const mode_t mode = mode_of(flags, args);
    va_end(args);
    return broken(EACCES) ? -1 : NEXT(openat)(folder, path, flags, mode);
}

FILE *fopen(const char *path, const char *mode) { return broken(EACCES) ? NULL : NEXT(fopen)(path, mode); }
FILE *fopen64(const char *path, const char *mode) { return broken(EACCES) ? NULL : NEXT(fopen)(path, mode); }
FILE *fdopen(int file, const char *mode) { return broken(EMFILE) ? NULL : NEXT(fdopen)(file, mode); }
ssize_t read(int file, void *to, size_t n) { return broken(EIO) ? -1 : NEXT(read)(file, to, n); }

ssize_t write(int file, const void *from, size_t n)
{
    return is_full(file, lseek(file, 0, SEEK_CUR) + (off_t)n) ? -1 : NEXT(write)(file, from, n);
}

ssize_t pwrite(int file, const void *from, size_t n, off_t at)
{
    return is_full(file, at + (off_t)n) ? -1 : NEXT(pwrite)(file, from, n, at);
}

ssize_t pwrite64(int file, const void *from, size_t n, off_t at)
{
    return is_full(file, at + (off_t)n) ? -1 : NEXT(pwrite)(file, from, n, at);
}

size_t fwrite(const void *from, size_t size, size_t n, FILE *to)
{
    if (to != stdout && to != stderr && broken(ENOSPC))
        return 0;
    return NEXT(fwrite)(from, size, n, to);
}

size_t fread(void *to, size_t size, size_t n, FILE *from) { return broken(EIO) ? 0 : NEXT(fread)(to, size, n, from); }

/* Closes all the same, as a file system does that finds out late. */
int close(int file)
{
    const int status = NEXT(close)(file);
    return broken(EIO) ? -1 : status;
}

int fclose(FILE *file)
{
    const int status = NEXT(fclose)(file);
    return broken(ENOSPC) ? EOF : status;
}

int fsync(int file) { return broken(EIO) ? -1 : NEXT(fsync)(file); }
int ftruncate(int file, off_t size) { return broken(EIO) ? -1 : NEXT(ftruncate)(file, size); }
int ftruncate64(int file, off_t size) { return broken(EIO) ? -1 : NEXT(ftruncate)(file, size); }
int rename(const char *from, const char *to) { return broken(EACCES) ? -1 : NEXT(rename)(from, to); }
int stat(const char *path, struct stat *to) { return broken(EACCES) ? -1 : NEXT(stat)(path, to); }
int fstat(int file, struct stat *to) { return broken(EIO) ? -1 : NEXT(fstat)(file, to); }
int chdir(const char *path) { return broken(EACCES) ? -1 : NEXT(chdir)(path); }

char *getcwd(char *to, size_t size)
{
    if (broken(EACCES))
        return NULL;
    return NEXT(getcwd)(to, size);
}

/* --- libraries ---------------------------------------------------------------------------------------------------- */

void *dlopen(const char *path, int mode)
{
    return is_ours(__builtin_return_address(0)) && fails(LIBRARY) ? NULL : NEXT(dlopen)(path, mode);
}

/* What netCDF says when the file system fails. */
static int netcdf_fails(void) { return -101; }

/* Every second error: the function is there, and fails when it is called, where its result can say so. */
void *dlsym(void *from, const char *name)
{
    static void *(*next)(void *, const char *);
    if (!next)
        next = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym", "GLIBC_2.2.5");
    if (kind == LIBRARY && from != RTLD_NEXT && is_ours(__builtin_return_address(0))) {
        if (strncmp(name, "nc_", 3) == 0 && strcmp(name, "nc_strerror") != 0 && fails(LIBRARY))
            return (void *)(uintptr_t)netcdf_fails;
        if (fails(LIBRARY))
            return NULL;
    }
    return next(from, name);
}

int pthread_create(pthread_t *to, const pthread_attr_t *how, void *(*work)(void *), void *on)
{
    return fails(LIBRARY) ? EAGAIN : NEXT(pthread_create)(to, how, work, on);
}
