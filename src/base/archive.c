/* archive.c - what has to be remembered from one run to the next, as bytes.
 *
 *     file     = head body
 *     head     = "torsor restart\n" NUL, version, byte order, length of the body, checksum of the body
 *     body     = sections and numbers, one after the other
 *     section  = length of the rest, name, contents
 *     word     = length, characters
 *     checksum: h = (h ^ w) p for each word w of 8 bytes, the last one filled up with zeros; p odd, so that no single
 *               change goes unnoticed
 *
 * Numbers are as the machine has them. A file begins to count when it is complete: it is written under another name,
 * and renamed. */
#include "base/archive.h"
#include "base/arena.h"
#include "base/text.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VERSION = 1, MOST_DEPTH = 8, MOST_WORD = 1 << 20, SHOWN = 160 };
static const uint32_t BYTE_ORDER_MARK = 0x01020304;

typedef struct {
    char magic[16];
    uint32_t version, order;
    uint64_t length, checksum;
} head;

static const char MAGIC[16] = "torsor restart\n";

struct archive {
    bool is_loading;
    text bytes;             /* head and body */
    size_t position;        /* loading: next byte */
    size_t end[MOST_DEPTH]; /* of the open sections; saving: where their lengths are */
    char name[MOST_DEPTH][128];
    int depth;
    arena *words; /* loaded strings */
    bool has_failed;
    char why[512];
};

static archive *archive_type_create(bool is_loading)
{
    archive *a = heap_resize(NULL, sizeof *a);
    memset(a, 0, sizeof *a);
    a->is_loading = is_loading;
    a->position = sizeof(head);
    return a;
}

archive *archive_create(void)
{
    archive *a = archive_type_create(false);
    archive_clear(a);
    return a;
}

void archive_destroy(archive *a)
{
    if (!a)
        return;
    text_free(&a->bytes);
    arena_destroy(a->words);
    free(a);
}

bool archive_is_loading(const archive *a) { return a->is_loading; }
const char *archive_failed(const archive *a) { return a->has_failed ? a->why : NULL; }

void archive_fail(archive *a, const char *format, ...)
{
    va_list args;
    if (a->has_failed)
        return;
    a->has_failed = true;
    va_start(args, format);
    vsnprintf(a->why, sizeof a->why, format, args);
    va_end(args);
    for (char *c = a->why; *c; c++) /* words of a damaged file may be anything */
        *c = *c >= ' ' && *c <= '~' ? *c : '?';
}

void archive_clear(archive *a)
{
    a->bytes.n = 0;
    a->depth = 0;
    a->has_failed = false;
    memset(text_room(&a->bytes, sizeof(head)), 0, sizeof(head));
    a->bytes.n = sizeof(head);
}

/* --- head --------------------------------------------------------------------------------------------------------- */

static uint64_t checksum(const char *bytes, size_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < n; i += sizeof h) {
        uint64_t w = 0;
        memcpy(&w, bytes + i, n - i < sizeof w ? n - i : sizeof w);
        h = (h ^ w) * 0x9e3779b97f4a7c15u;
        h ^= h >> 32;
    }
    return h;
}

const void *archive_bytes(archive *a, size_t *n)
{
    const size_t length = a->bytes.n - sizeof(head);
    head h = {.version = VERSION,
              .order = BYTE_ORDER_MARK,
              .length = length,
              .checksum = checksum(a->bytes.data + sizeof h, length)};
    memcpy(h.magic, MAGIC, sizeof MAGIC);
    memcpy(a->bytes.data, &h, sizeof h);
    *n = a->bytes.n;
    return a->bytes.data;
}

static bool has_head(const archive *a)
{
    return a->bytes.n >= sizeof(head) && memcmp(a->bytes.data, MAGIC, sizeof MAGIC) == 0;
}

static void check_head(archive *a)
{
    head h;
    if (!has_head(a)) {
        archive_fail(a, "it is not a restart file");
        return;
    }
    memcpy(&h, a->bytes.data, sizeof h);
    if (h.order != BYTE_ORDER_MARK)
        archive_fail(a, "it was written on another kind of machine");
    else if (h.version != VERSION)
        archive_fail(a, "it has version %u, this program reads version %d", (unsigned)h.version, VERSION);
    else if (h.length != a->bytes.n - sizeof h)
        archive_fail(a, "it is not complete: %zu bytes of %llu", a->bytes.n - sizeof h, (unsigned long long)h.length);
    else if (h.checksum != checksum(a->bytes.data + sizeof h, a->bytes.n - sizeof h))
        archive_fail(a, "it is damaged: its checksum is wrong");
}

archive *archive_open_bytes(const void *bytes, size_t n)
{
    archive *a = archive_type_create(true);
    a->words = arena_create();
    if (n > 0)
        memcpy(text_room(&a->bytes, n), bytes, n);
    a->bytes.n = n;
    check_head(a);
    return a;
}

/* --- files -------------------------------------------------------------------------------------------------------- */

archive *archive_open(const char *path)
{
    enum { PIECE = 1 << 16 };
    archive *a = archive_type_create(true);
    a->words = arena_create();
    FILE *file = fopen(path, "rb");
    for (size_t n = 1; file && n > 0 && (a->bytes.n == 0 || has_head(a));) { /* no other file is read to its end */
        n = fread(text_room(&a->bytes, PIECE), 1, PIECE, file);
        a->bytes.n += n;
    }
    if (!file || ferror(file))
        archive_fail(a, "it cannot be read: %s", strerror(errno));
    else
        check_head(a);
    if (file)
        fclose(file);
    return a;
}

static int write_all(FILE *file, const void *bytes, size_t n)
{
    int failed = 0;
    if (fwrite(bytes, 1, n, file) != n || fflush(file) != 0 || fsync(fileno(file)) != 0)
        failed = errno ? errno : EIO;
    if (fclose(file) != 0 && !failed)
        failed = errno;
    return failed;
}

/* Nothing that stands there under this name is written into, nor followed. */
static FILE *create_new(const char *path)
{
    unlink(path);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

/* A rename is on the disk when its folder is. File systems that cannot sync a folder need not. */
static int sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : NULL;
    const int fd = open(folder ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const int failed = fd >= 0 && fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP ? errno : 0;
    if (fd >= 0)
        close(fd);
    free(folder);
    return failed;
}

int archive_write(archive *a, const char *path)
{
    size_t n;
    const void *bytes = archive_bytes(a, &n);
    char *name = text_of("%s.new", path);
    errno = 0;
    FILE *file = create_new(name);
    int failed = file ? write_all(file, bytes, n) : errno;
    if (!failed && rename(name, path) != 0)
        failed = errno;
    if (!failed)
        failed = sync_folder(path);
    if (failed && file)
        unlink(name);
    free(name);
    return failed;
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

static size_t limit(const archive *a) { return a->depth > 0 ? a->end[a->depth - 1] : a->bytes.n; }
static const char *where(const archive *a) { return a->depth > 0 ? a->name[a->depth - 1] : "the file"; }

/* n bytes; false when there are none to load. */
static bool visit(archive *a, void *p, size_t n)
{
    if (a->has_failed)
        return false;
    if (!a->is_loading) {
        if (n > 0)
            memcpy(text_room(&a->bytes, n), p, n);
        a->bytes.n += n;
        return true;
    }
    if (n > limit(a) - a->position) {
        archive_fail(a, "%s: less is kept of it than the deck needs", where(a));
        return false;
    }
    if (n > 0)
        memcpy(p, a->bytes.data + a->position, n);
    a->position += n;
    return true;
}

void archive_pass(archive *a, size_t n)
{
    if (a->has_failed || !a->is_loading)
        return;
    if (n > limit(a) - a->position)
        archive_fail(a, "%s: less is kept of it than the deck needs", where(a));
    else
        a->position += n;
}

void archive_raw(archive *a, void *p, size_t n) { visit(a, p, n); }
void archive_doubles(archive *a, double *p, size_t n) { visit(a, p, n * sizeof *p); }
void archive_double(archive *a, double *p) { visit(a, p, sizeof *p); }

void archive_int(archive *a, int *p)
{
    int32_t v = *p;
    if (visit(a, &v, sizeof v))
        *p = v;
}

void archive_long(archive *a, long *p)
{
    int64_t v = *p;
    if (visit(a, &v, sizeof v))
        *p = (long)v;
}

void archive_bool(archive *a, bool *p)
{
    unsigned char v = *p;
    if (visit(a, &v, sizeof v))
        *p = v != 0;
}

void archive_index(archive *a, int *p, int least, int most)
{
    int v = *p;
    archive_int(a, &v);
    if (!a->has_failed && (v < least || v > most))
        archive_fail(a, "%s: %d is kept of it where the deck allows %d to %d", where(a), v, least, most);
    if (!a->has_failed)
        *p = v;
}

/* --- words and sections ------------------------------------------------------------------------------------------- */

/* The word at hand; NULL after an error. */
static const char *load_word(archive *a, size_t *n)
{
    uint32_t length = 0;
    if (!visit(a, &length, sizeof length))
        return NULL;
    if (length > MOST_WORD || length > limit(a) - a->position) {
        archive_fail(a, "%s: it is damaged", where(a));
        return NULL;
    }
    const char *word = a->bytes.data + a->position;
    a->position += length;
    *n = length;
    return word;
}

static void save_word(archive *a, const char *word)
{
    const size_t n = strlen(word);
    uint32_t length = (uint32_t)n;
    if (n > MOST_WORD)
        archive_fail(a, "%s: a text of %zu characters is too long", where(a), n);
    if (!visit(a, &length, sizeof length))
        return;
    memcpy(text_room(&a->bytes, n + 1), word, n);
    a->bytes.n += n;
}

bool archive_is(archive *a, const char *word)
{
    if (!a->is_loading) {
        save_word(a, word);
        return true;
    }
    size_t n;
    const char *is = load_word(a, &n);
    return is && n == strlen(word) && memcmp(is, word, n) == 0;
}

static int shown(size_t n) { return n < SHOWN ? (int)n : SHOWN; }

void archive_word(archive *a, const char *word)
{
    if (!a->is_loading) {
        save_word(a, word);
        return;
    }
    size_t n;
    const char *is = load_word(a, &n);
    if (is && (n != strlen(word) || memcmp(is, word, n) != 0))
        archive_fail(a, "%s: it has '%.*s' where the deck has '%s'", where(a), shown(n), is, word);
}

void archive_string(archive *a, const char **p)
{
    if (!a->is_loading) {
        save_word(a, *p);
        return;
    }
    size_t n;
    const char *is = load_word(a, &n);
    if (is)
        *p = arena_string(a->words, is, n);
}

void archive_block(archive *a, const void **p, size_t *n)
{
    uint64_t length = *n;
    if (!visit(a, &length, sizeof length))
        return;
    if (!a->is_loading) {
        memcpy(text_room(&a->bytes, *n + 1), *p, *n);
        a->bytes.n += *n;
    } else if (length > limit(a) - a->position) {
        archive_fail(a, "%s: it is damaged", where(a));
    } else {
        *p = a->bytes.data + a->position;
        *n = (size_t)length;
        a->position += *n;
    }
}

static void load_begin(archive *a, const char *name)
{
    uint64_t length = 0;
    if (!visit(a, &length, sizeof length))
        return;
    if (length > limit(a) - a->position) {
        archive_fail(a, "%s: it is damaged", where(a));
        return;
    }
    a->end[a->depth] = a->position + (size_t)length;
    snprintf(a->name[a->depth++], sizeof a->name[0], "%s", name);
    size_t n;
    const char *is = load_word(a, &n);
    if (is && (n != strlen(name) || memcmp(is, name, n) != 0))
        archive_fail(a, "it has %.*s where the deck has %s", shown(n), is, name);
}

void archive_begin(archive *a, const char *name)
{
    uint64_t length = 0;
    if (a->depth == MOST_DEPTH)
        archive_fail(a, "%s: sections stand too deep", name);
    if (a->has_failed)
        return;
    if (a->is_loading) {
        load_begin(a, name);
        return;
    }
    a->end[a->depth] = a->bytes.n;
    snprintf(a->name[a->depth++], sizeof a->name[0], "%s", name);
    visit(a, &length, sizeof length);
    save_word(a, name);
}

void archive_end(archive *a)
{
    if (a->has_failed || a->depth == 0)
        return;
    const size_t end = a->end[a->depth - 1];
    if (!a->is_loading) {
        const uint64_t length = a->bytes.n - end - sizeof length;
        memcpy(a->bytes.data + end, &length, sizeof length);
    } else if (a->position != end) {
        archive_fail(a, "%s: more is kept of it than the deck needs", where(a));
        return;
    }
    a->depth--;
}

void archive_skip(archive *a)
{
    if (!a->has_failed && a->is_loading && a->depth > 0)
        a->position = a->end[a->depth - 1];
}
