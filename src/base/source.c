/* source.c - the texts that a model is read from.
 *
 * A file is read completely into one block that ends with a NUL. A file that is loaded again (the same part included
 * many times) and has not changed since then shares the existing text. Files larger than 1 GiB are refused, so that
 * every offset fits a source location. Lines are counted from the previous location, so that queries in order need one
 * pass. */
#include "base/source.h"
#include "base/array.h"
#include "base/hash.h"
#include "base/interrupt.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FIRST_READ = 1 << 16 };

static const size_t LARGEST_FILE = (size_t)1 << 30;
static const size_t LARGEST_STREAM = (size_t)1 << 28; /* pipes and devices, which do not report their size */

typedef struct {
    source source; /* first member, so that a source can be cast to its entry */
    uint32_t index;
    struct stat identity;
    bool from_file;
} entry;

struct sources {
    arena *memory;
    ARRAY(entry *) files;
    ARRAY(char *) texts; /* on the heap */
    label_map by_inode;  /* the newest entry with this inode */
    unsigned rules;
};

void sources_set_rules(sources *sources, unsigned rules) { sources->rules = rules; }
unsigned sources_rules(const sources *sources) { return sources ? sources->rules : 0; }

sources *sources_create(void)
{
    arena *memory = arena_create();
    sources *s = ARENA_NEW(memory, sources);
    s->memory = memory;
    return s;
}

void sources_destroy(sources *sources)
{
    if (!sources)
        return;
    for (int i = 0; i < sources->texts.n; i++)
        free(sources->texts.items[i]);
    array_free(&sources->texts);
    array_free(&sources->files);
    label_map_free(&sources->by_inode);
    arena_destroy(sources->memory);
}

static entry *source_add(sources *sources, const char *path, const char *name, source_location included_from)
{
    entry *e = ARENA_NEW(sources->memory, entry);
    e->source.path = arena_string(sources->memory, path, strlen(path));
    e->source.name = arena_string(sources->memory, name, strlen(name));
    e->source.included_from = included_from;
    array_push(&sources->files, e);
    e->index = (uint32_t)sources->files.n;
    return e;
}

/* Reads an open file completely into *text, which ends with a NUL. Returns NULL, or the reason of the failure. */
static const char *source_read_all(int file, size_t expected, size_t most, char **text, size_t *length)
{
    size_t limit = expected + 2, n = 0; /* one byte to detect the end, one for the NUL */
    char *to = heap_resize(NULL, limit);
    for (;;) {
        const ssize_t got = read(file, to + n, limit - 1 - n);
        if (got < 0 && errno == EINTR) {
            interrupt_point();
            continue;
        }
        if (got <= 0 || (n += (size_t)got) > most) {
            to[n] = '\0';
            *text = to;
            *length = n;
            return got < 0 ? strerror(errno) : n > most ? "it is too large" : NULL;
        }
        if (n + 1 == limit)
            to = heap_resize(to, limit *= 2);
    }
}

static bool unchanged(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Returns the entry that already contains this file, or NULL. */
static const entry *find_loaded(const sources *sources, const struct stat *identity)
{
    const int i = label_map_find(&sources->by_inode, (uint32_t)identity->st_ino);
    return i != HASH_NONE && unchanged(&sources->files.items[i]->identity, identity) ? sources->files.items[i] : NULL;
}

static const char *load_text(sources *sources, int file, const struct stat *identity, source *to)
{
    const bool plain = S_ISREG(identity->st_mode);
    const size_t size = plain ? (size_t)identity->st_size : FIRST_READ;
    if (plain && size > LARGEST_FILE)
        return "it is larger than 1 GiB";
    char *text;
    const char *why = source_read_all(file, size, plain ? LARGEST_FILE : LARGEST_STREAM, &text, &to->length);
    array_push(&sources->texts, text);
    to->text = text;
    return why;
}

static const char *load_open(sources *sources, int file, source *text, struct stat *identity)
{
    if (fstat(file, identity) != 0)
        return strerror(errno);
    if (S_ISDIR(identity->st_mode))
        return "it is a directory";
    const entry *same = S_ISREG(identity->st_mode) ? find_loaded(sources, identity) : NULL;
    if (!same)
        return load_text(sources, file, identity, text);
    text->text = same->source.text;
    text->length = same->source.length;
    return NULL;
}

/* Opens a file; a pipe may block. */
static int open_waiting(const char *path)
{
    int file;
    do {
        interrupt_point();
        file = open(path, O_RDONLY | O_CLOEXEC);
    } while (file < 0 && errno == EINTR);
    return file;
}

const source *sources_load(sources *sources, const char *path, const char *name, source_location included_from,
                           const char **why)
{
    const int file = open_waiting(path);
    if (file < 0) {
        *why = strerror(errno);
        return NULL;
    }
    source text = {0};
    struct stat identity;
    *why = load_open(sources, file, &text, &identity);
    close(file);
    if (*why)
        return NULL;
    entry *entry = source_add(sources, path, name, included_from);
    entry->source.text = text.text;
    entry->source.length = text.length;
    entry->identity = identity;
    entry->from_file = S_ISREG(identity.st_mode);
    if (S_ISREG(identity.st_mode))
        label_map_put(&sources->by_inode, (uint32_t)identity.st_ino, (int)entry->index - 1);
    return &entry->source;
}

void sources_note(sources *sources, const char *path)
{
    entry *entry = source_add(sources, path, path, (source_location){0});
    entry->source.text = "";
    entry->from_file = stat(path, &entry->identity) == 0 && S_ISREG(entry->identity.st_mode);
}

bool sources_has_file(const sources *sources, const char *path)
{
    struct stat is;
    if (!sources || stat(path, &is) != 0)
        return false;
    for (int i = 0; i < sources->files.n; i++)
        if (sources->files.items[i]->from_file && sources->files.items[i]->identity.st_dev == is.st_dev &&
            sources->files.items[i]->identity.st_ino == is.st_ino)
            return true;
    return false;
}

const source *sources_add(sources *sources, const char *name, const char *text, size_t length,
                          source_location included_from)
{
    entry *entry = source_add(sources, "", name, included_from);
    entry->source.text = arena_string(sources->memory, text, length);
    entry->source.length = length;
    return &entry->source;
}

uint32_t sources_index(const sources *sources, const source *file)
{
    (void)sources;
    return file ? ((const entry *)file)->index : 0;
}

const source *sources_get(const sources *sources, uint32_t file)
{
    return file == 0 || file > (uint32_t)sources->files.n ? NULL : &sources->files.items[file - 1]->source;
}

bool sources_same_file(const source *a, const source *b)
{
    const struct stat *p = &((const entry *)a)->identity, *q = &((const entry *)b)->identity;
    return p->st_ino != 0 && p->st_dev == q->st_dev && p->st_ino == q->st_ino;
}

void location_line(const sources *sources, source_location source_location, int *line, int *column)
{
    line_cursor last = {0};
    location_line_from(sources, source_location, &last, line, column);
}

void location_line_from(const sources *sources, source_location source_location, line_cursor *last, int *line,
                        int *column)
{
    const source *is = sources_get(sources, source_location.file);
    *line = *column = 0;
    if (!is)
        return;
    const uint32_t offset = source_location.offset < is->length ? source_location.offset : (uint32_t)is->length;
    if (source_location.file != last->file || offset < last->start)
        *last = (line_cursor){.file = source_location.file, .line = 1};
    const char *text = is->text, *at = text + (offset < last->offset ? offset : last->offset);
    for (const char *next; (next = memchr(at, '\n', (size_t)(text + offset - at))); at = next + 1) {
        last->start = (uint32_t)(next + 1 - text);
        last->line++;
    }
    last->offset = offset;
    *line = last->line;
    *column = (int)(offset - last->start) + 1;
}
