/* archive.c - data that persist from one run to the next, as bytes.
 *
 *     file     = head body
 *     head     = "torsor restart\n" NUL, version, byte order, length of the body, checksum of the body
 *     body     = sections and numbers, one after the other
 *     section  = length of the rest, name, contents
 *     word     = length, characters
 *     checksum: h = (h ^ w) p for each word w of 8 bytes, the last one padded with zeros; p odd, so that every single
 *               change is detected
 *
 * Numbers have the representation of the machine. Only complete files are visible: a file is written under another
 * name, and then renamed. */
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

enum { VERSION = 2, MOST_DEPTH = 8, MOST_WORD = 1 << 20, SHOWN = 160 };
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
    size_t end[MOST_DEPTH]; /* saving: positions of the lengths of the open sections; loading: their ends */
    char name[MOST_DEPTH][128];
    int depth;
    arena *words; /* loaded strings */
    bool has_failed;
    char why[512];
};

static archive *archive_type_create(bool is_loading)
{
    archive *archive = heap_resize(NULL, sizeof *archive);
    memset(archive, 0, sizeof *archive);
    archive->is_loading = is_loading;
    archive->position = sizeof(head);
    return archive;
}

archive *archive_create(void)
{
    archive *archive = archive_type_create(false);
    archive_clear(archive);
    return archive;
}

void archive_destroy(archive *archive)
{
    if (!archive)
        return;
    text_free(&archive->bytes);
    arena_destroy(archive->words);
    free(archive);
}

bool archive_is_loading(const archive *archive) { return archive->is_loading; }
const char *archive_failed(const archive *archive) { return archive->has_failed ? archive->why : NULL; }

void archive_fail(archive *archive, const char *format, ...)
{
    va_list args;
    if (archive->has_failed)
        return;
    archive->has_failed = true;
    va_start(args, format);
    vsnprintf(archive->why, sizeof archive->why, format, args);
    va_end(args);
    for (char *c = archive->why; *c; c++) /* words of a damaged file may contain anything */
        *c = *c >= ' ' && *c <= '~' ? *c : '?';
}

void archive_clear(archive *archive)
{
    archive->bytes.n = 0;
    archive->depth = 0;
    archive->has_failed = false;
    memset(text_reserve(&archive->bytes, sizeof(head)), 0, sizeof(head));
    archive->bytes.n = sizeof(head);
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

const void *archive_bytes(archive *archive, size_t *count)
{
    const size_t length = archive->bytes.n - sizeof(head);
    head head = {.version = VERSION,
                 .order = BYTE_ORDER_MARK,
                 .length = length,
                 .checksum = checksum(archive->bytes.data + sizeof head, length)};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    memcpy(archive->bytes.data, &head, sizeof head);
    *count = archive->bytes.n;
    return archive->bytes.data;
}

static bool has_head(const archive *archive)
{
    return archive->bytes.n >= sizeof(head) && memcmp(archive->bytes.data, MAGIC, sizeof MAGIC) == 0;
}

static void check_head(archive *archive)
{
    head head;
    if (!has_head(archive)) {
        archive_fail(archive, "it is not a restart file");
        return;
    }
    memcpy(&head, archive->bytes.data, sizeof head);
    if (head.order != BYTE_ORDER_MARK)
        archive_fail(archive, "it was written on a different type of machine");
    else if (head.version != VERSION)
        archive_fail(archive, "it has version %u, this program reads version %d", (unsigned)head.version, VERSION);
    else if (head.length != archive->bytes.n - sizeof head)
        archive_fail(archive, "it is incomplete: %zu of %llu bytes", archive->bytes.n - sizeof head,
                     (unsigned long long)head.length);
    else if (head.checksum != checksum(archive->bytes.data + sizeof head, archive->bytes.n - sizeof head))
        archive_fail(archive, "it is damaged: its checksum is wrong");
}

archive *archive_open_bytes(const void *bytes, size_t size)
{
    archive *archive = archive_type_create(true);
    archive->words = arena_create();
    if (size > 0)
        memcpy(text_reserve(&archive->bytes, size), bytes, size);
    archive->bytes.n = size;
    check_head(archive);
    return archive;
}

/* --- files -------------------------------------------------------------------------------------------------------- */

archive *archive_open(const char *path)
{
    enum { PIECE = 1 << 16 };
    archive *archive = archive_type_create(true);
    archive->words = arena_create();
    FILE *file = fopen(path, "rb");
    for (size_t n = 1;
         file && n > 0 &&
         (archive->bytes.n == 0 || has_head(archive));) { /* files of other formats are not read completely */
        n = fread(text_reserve(&archive->bytes, PIECE), 1, PIECE, file);
        archive->bytes.n += n;
    }
    if (!file || ferror(file))
        archive_fail(archive, "it cannot be read: %s", strerror(errno));
    else
        check_head(archive);
    if (file)
        fclose(file);
    return archive;
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

/* Creates a new file; neither overwrites an existing file nor follows a link. */
static FILE *create_new(const char *path)
{
    unlink(path);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    FILE *file = fd >= 0 ? fdopen(fd, "wb") : NULL;
    if (fd >= 0 && !file)
        close(fd);
    return file;
}

/* A rename is on disk when its folder is synchronized. File systems that cannot do so for a folder need not. */
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

int archive_write(archive *archive, const char *path)
{
    size_t n;
    const void *bytes = archive_bytes(archive, &n);
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

static size_t limit(const archive *archive)
{
    return archive->depth > 0 ? archive->end[archive->depth - 1] : archive->bytes.n;
}
static const char *where(const archive *archive)
{
    return archive->depth > 0 ? archive->name[archive->depth - 1] : "the file";
}

/* Saves or loads n bytes; returns false if there is nothing to load. */
static bool visit(archive *archive, void *p, size_t n)
{
    if (archive->has_failed)
        return false;
    if (!archive->is_loading) {
        if (n > 0)
            memcpy(text_reserve(&archive->bytes, n), p, n);
        archive->bytes.n += n;
        return true;
    }
    if (n > limit(archive) - archive->position) {
        archive_fail(archive, "%s: the file has less data than the deck needs", where(archive));
        return false;
    }
    if (n > 0)
        memcpy(p, archive->bytes.data + archive->position, n);
    archive->position += n;
    return true;
}

void archive_pass(archive *archive, size_t size)
{
    if (archive->has_failed || !archive->is_loading)
        return;
    if (size > limit(archive) - archive->position)
        archive_fail(archive, "%s: the file has less data than the deck needs", where(archive));
    else
        archive->position += size;
}

void archive_raw(archive *archive, void *p, size_t size) { visit(archive, p, size); }
void archive_doubles(archive *archive, double *p, size_t size) { visit(archive, p, size * sizeof *p); }
void archive_double(archive *archive, double *p) { visit(archive, p, sizeof *p); }

void archive_int(archive *archive, int *p)
{
    int32_t v = *p;
    if (visit(archive, &v, sizeof v))
        *p = v;
}

void archive_long(archive *archive, long *p)
{
    int64_t v = *p;
    if (visit(archive, &v, sizeof v))
        *p = (long)v;
}

void archive_bool(archive *archive, bool *p)
{
    unsigned char v = *p;
    if (visit(archive, &v, sizeof v))
        *p = v != 0;
}

void archive_index(archive *archive, int *p, int least, int most)
{
    int v = *p;
    archive_int(archive, &v);
    if (!archive->has_failed && (v < least || v > most))
        archive_fail(archive, "%s: the file has %d where the deck allows %d to %d", where(archive), v, least, most);
    if (!archive->has_failed)
        *p = v;
}

/* --- words and sections ------------------------------------------------------------------------------------------- */

/* Loads a word; returns NULL after an error. */
static const char *load_word(archive *archive, size_t *n)
{
    uint32_t length = 0;
    if (!visit(archive, &length, sizeof length))
        return NULL;
    if (length > MOST_WORD || length > limit(archive) - archive->position) {
        archive_fail(archive, "%s: the file is damaged", where(archive));
        return NULL;
    }
    const char *word = archive->bytes.data + archive->position;
    archive->position += length;
    *n = length;
    return word;
}

static void save_word(archive *archive, const char *word)
{
    const size_t n = strlen(word);
    uint32_t length = (uint32_t)n;
    if (n > MOST_WORD)
        archive_fail(archive, "%s: a text of %zu characters is too long", where(archive), n);
    if (!visit(archive, &length, sizeof length))
        return;
    memcpy(text_reserve(&archive->bytes, n + 1), word, n);
    archive->bytes.n += n;
}

bool archive_is(archive *archive, const char *word)
{
    if (!archive->is_loading) {
        save_word(archive, word);
        return true;
    }
    size_t n;
    const char *is = load_word(archive, &n);
    return is && n == strlen(word) && memcmp(is, word, n) == 0;
}

static int shown(size_t n) { return n < SHOWN ? (int)n : SHOWN; }

void archive_word(archive *archive, const char *word)
{
    if (!archive->is_loading) {
        save_word(archive, word);
        return;
    }
    size_t n;
    const char *is = load_word(archive, &n);
    if (is && (n != strlen(word) || memcmp(is, word, n) != 0))
        archive_fail(archive, "%s: the file has '%.*s' where the deck has '%s'", where(archive), shown(n), is, word);
}

void archive_string(archive *archive, const char **p)
{
    if (!archive->is_loading) {
        save_word(archive, *p);
        return;
    }
    size_t n;
    const char *is = load_word(archive, &n);
    if (is)
        *p = arena_string(archive->words, is, n);
}

void archive_block(archive *archive, const void **p, size_t *count)
{
    uint64_t length = *count;
    if (!visit(archive, &length, sizeof length))
        return;
    if (!archive->is_loading) {
        memcpy(text_reserve(&archive->bytes, *count + 1), *p, *count);
        archive->bytes.n += *count;
    } else if (length > limit(archive) - archive->position) {
        archive_fail(archive, "%s: the file is damaged", where(archive));
    } else {
        *p = archive->bytes.data + archive->position;
        *count = (size_t)length;
        archive->position += *count;
    }
}

static void load_begin(archive *archive, const char *name)
{
    uint64_t length = 0;
    if (!visit(archive, &length, sizeof length))
        return;
    if (length > limit(archive) - archive->position) {
        archive_fail(archive, "%s: the file is damaged", where(archive));
        return;
    }
    archive->end[archive->depth] = archive->position + (size_t)length;
    snprintf(archive->name[archive->depth++], sizeof archive->name[0], "%s", name);
    size_t n;
    const char *is = load_word(archive, &n);
    if (is && (n != strlen(name) || memcmp(is, name, n) != 0))
        archive_fail(archive, "it has %.*s where the deck has %s", shown(n), is, name);
}

void archive_begin(archive *archive, const char *name)
{
    uint64_t length = 0;
    if (archive->depth == MOST_DEPTH)
        archive_fail(archive, "%s: sections are nested too deeply", name);
    if (archive->has_failed)
        return;
    if (archive->is_loading) {
        load_begin(archive, name);
        return;
    }
    archive->end[archive->depth] = archive->bytes.n;
    snprintf(archive->name[archive->depth++], sizeof archive->name[0], "%s", name);
    visit(archive, &length, sizeof length);
    save_word(archive, name);
}

void archive_end(archive *archive)
{
    if (archive->has_failed || archive->depth == 0)
        return;
    const size_t end = archive->end[archive->depth - 1];
    if (!archive->is_loading) {
        const uint64_t length = archive->bytes.n - end - sizeof length;
        memcpy(archive->bytes.data + end, &length, sizeof length);
    } else if (archive->position != end) {
        archive_fail(archive, "%s: the file has more data than the deck needs", where(archive));
        return;
    }
    archive->depth--;
}

void archive_skip(archive *archive)
{
    if (!archive->has_failed && archive->is_loading && archive->depth > 0)
        archive->position = archive->end[archive->depth - 1];
}
