/* fem_binary.c - modal data as the program keeps them in a file of its own, PATH.bin, to be read faster than text.
 *
 *     "TORSOR FEM 1\n"
 *     the number 1.0, nodes, modes, mask of what is there, number of stiffening matrices     (8 bytes each)
 *     labels, each with its length before it and padded to 8 bytes; arrays of doubles; stiffening: index and matrix
 *     checksum (FNV-1a, 64 bits) of all bytes before
 *
 * Numbers stand as the machine has them: a copy from another kind of machine is refused, as is one that is cut, altered
 * or older than the text it was made from. */
#include "base/array.h"
#include "base/confine.h"
#include "deck/diag_rows.h"
#include "fem/diag_rows.h"
#include "fem/fem.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char MAGIC[16] = "TORSOR FEM 1\n";

enum { ARRAYS = 15 };

/* The arrays of f with their sizes, in the order of the file; what is not there has the size 0 when it is written. */
typedef struct {
    const double **values;
    size_t n;
    bool is_needed;
} array_slot;

static void list_arrays(fem *f, array_slot slot[ARRAYS])
{
    const size_t nodes = (size_t)f->n_nodes, n = (size_t)f->n_modes;
    const array_slot list[ARRAYS] = {
        {&f->x, 3 * nodes, true}, {&f->U, 3 * nodes * n, true}, {&f->V, 3 * nodes * n, true},
        {&f->M, n * n, true},     {&f->K, n * n, true},         {&f->q, n, false},
        {&f->qp, n, false},       {&f->C, n * n, false},        {&f->lumped, 6 * nodes, false},
        {&f->rigid, 13, false},   {&f->I3, 3 * n, false},       {&f->I4, 3 * n, false},
        {&f->I8, 9 * n, false},   {&f->I5, 3 * n * n, false},   {&f->I9, 9 * n * n, false},
    };
    memcpy(slot, list, sizeof list);
}

uint64_t fem_checksum(const char *at, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i + 8 <= n; i += 8) {
        uint64_t word;
        memcpy(&word, at + i, 8);
        h = (h ^ word) * UINT64_C(0x100000001b3);
        h ^= h >> 29;
    }
    return h;
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

typedef ARRAY(char) bytes;

static void fem_binary_put(bytes *b, const void *from, size_t n)
{
    array_reserve(b, b->n + (int)n);
    memcpy(b->items + b->n, from, n);
    b->n += (int)n;
}

static void fem_binary_put_number(bytes *b, uint64_t v) { fem_binary_put(b, &v, 8); }

static void put_label(bytes *b, const char *label)
{
    static const char ZEROS[8] = "";
    const size_t n = strlen(label);
    fem_binary_put_number(b, n);
    fem_binary_put(b, label, n);
    fem_binary_put(b, ZEROS, (8 - n % 8) % 8);
}

static const char *write_file(const char *path, const char *at, size_t n)
{
    FILE *out = fopen(path, "wb");
    if (!out)
        return strerror(errno);
    const bool ok = fwrite(at, 1, n, out) == n;
    const int why = errno;
    if (fclose(out) == 0 && ok)
        return NULL;
    remove(path);
    return strerror(ok ? errno : why);
}

static size_t fem_binary_size_of(const fem *f, const array_slot *slot)
{
    size_t n = 128;
    for (int i = 0; i < f->n_nodes; i++)
        n += 16 + strlen(f->labels[i]);
    for (int i = 0; i < ARRAYS; i++)
        n += *slot[i].values ? 8 * slot[i].n : 0;
    return n + (size_t)f->n_stiffening * (8 + 8 * (size_t)f->n_modes * (size_t)f->n_modes);
}

const char *fem_write_binary(const fem *f, const char *path)
{
    fem copy = *f;
    array_slot slot[ARRAYS];
    list_arrays(&copy, slot);
    if (fem_binary_size_of(f, slot) > INT_MAX)
        return "it would be larger than 2 GiB";
    bytes b = {0};
    const double one = 1.0;
    uint64_t mask = 0;
    for (int i = 0; i < ARRAYS; i++)
        mask |= (uint64_t)(*slot[i].values != NULL) << i;
    array_reserve(&b, (int)fem_binary_size_of(f, slot));
    fem_binary_put(&b, MAGIC, sizeof MAGIC);
    fem_binary_put(&b, &one, 8);
    fem_binary_put_number(&b, (uint64_t)f->n_nodes);
    fem_binary_put_number(&b, (uint64_t)f->n_modes);
    fem_binary_put_number(&b, mask);
    fem_binary_put_number(&b, (uint64_t)f->n_stiffening);
    for (int i = 0; i < f->n_nodes; i++)
        put_label(&b, f->labels[i]);
    for (int i = 0; i < ARRAYS; i++)
        if (*slot[i].values)
            fem_binary_put(&b, *slot[i].values, 8 * slot[i].n);
    for (int i = 0; i < f->n_stiffening; i++) {
        fem_binary_put_number(&b, (uint64_t)f->stiffening[i].index);
        fem_binary_put(&b, f->stiffening[i].K, 8 * (size_t)f->n_modes * (size_t)f->n_modes);
    }
    fem_binary_put_number(&b, fem_checksum(b.items, (size_t)b.n));
    const char *why = write_file(path, b.items, (size_t)b.n);
    array_free(&b);
    return why;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const char *position, *end;
    arena *memory;
    bool failed;
} cursor;

static const void *fem_binary_take(cursor *c, size_t n)
{
    if (c->failed || n > (size_t)(c->end - c->position)) {
        c->failed = true;
        return NULL;
    }
    c->position += n;
    return c->position - n;
}

static uint64_t take_number(cursor *c, uint64_t most)
{
    uint64_t v = 0;
    const void *from = fem_binary_take(c, 8);
    if (from)
        memcpy(&v, from, 8);
    c->failed = c->failed || v > most;
    return c->failed ? 0 : v;
}

static const double *take_reals(cursor *c, size_t n)
{
    const void *from =
        n > (size_t)(c->end - c->position) / 8 ? fem_binary_take(c, SIZE_MAX) : fem_binary_take(c, 8 * n);
    if (!from)
        return NULL;
    const double *v = arena_copy(c->memory, from, 8 * n);
    for (size_t i = 0; i < n; i++)
        c->failed = c->failed || !isfinite(v[i]);
    return v;
}

static void take_labels(cursor *c, fem *f)
{
    const char **labels = ARENA_ARRAY(c->memory, const char *, f->n_nodes);
    for (int i = 0; i < f->n_nodes && !c->failed; i++) {
        const uint64_t n = take_number(c, (uint64_t)(c->end - c->position));
        const char *from = fem_binary_take(c, (size_t)n + (8 - n % 8) % 8);
        labels[i] = from ? arena_string(c->memory, from, (size_t)n) : "";
    }
    f->labels = labels;
}

static void take_stiffening(cursor *c, fem *f)
{
    fem_stiffening *list = ARENA_ARRAY(c->memory, fem_stiffening, f->n_stiffening);
    for (int i = 0; i < f->n_stiffening && !c->failed; i++) {
        list[i].index = (int)take_number(c, 12 + 6 * (uint64_t)f->n_nodes);
        list[i].K = take_reals(c, (size_t)f->n_modes * (size_t)f->n_modes);
        c->failed = c->failed || list[i].index < 1;
    }
    f->stiffening = list;
}

static void take_all(cursor *c, fem *f)
{
    double one = 0.0;
    const uint64_t left = (uint64_t)(c->end - c->position);
    const void *from = fem_binary_take(c, 8);
    if (from)
        memcpy(&one, from, 8);
    f->n_nodes = (int)take_number(c, left / 8);
    f->n_modes = (int)take_number(c, left / 8);
    const uint64_t mask = take_number(c, ((uint64_t)1 << ARRAYS) - 1);
    f->n_stiffening = (int)take_number(c, left / 8);
    c->failed = c->failed || one != 1.0 || f->n_nodes < 1 || f->n_modes < 1;
    if (c->failed)
        return;
    take_labels(c, f);
    array_slot slot[ARRAYS];
    list_arrays(f, slot);
    for (int i = 0; i < ARRAYS && !c->failed; i++) {
        if (mask >> i & 1)
            *slot[i].values = take_reals(c, slot[i].n);
        else
            c->failed = slot[i].is_needed;
    }
    if (!c->failed)
        take_stiffening(c, f);
}

static const char *fem_binary_load(const char *path, bytes *b)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return strerror(errno);
    struct stat is;
    const char *why = NULL;
    if (fstat(fileno(in), &is) != 0 || !S_ISREG(is.st_mode) || is.st_size > INT_MAX)
        why = "it is no file, or too large";
    for (int got = 1; !why && got > 0; b->n += got) {
        array_reserve(b, b->n + (1 << 20));
        got = (int)fread(b->items + b->n, 1, 1 << 20, in);
        if (b->n > INT_MAX - (1 << 21))
            why = "it is too large";
    }
    fclose(in);
    return why;
}

const char *fem_read_binary(arena *memory, const char *path, fem *f)
{
    bytes b = {0};
    const char *why = fem_binary_load(path, &b);
    *f = (fem){0};
    const size_t n = (size_t)b.n;
    uint64_t sum = 0;
    if (!why && (n < sizeof MAGIC + 8 || memcmp(b.items, MAGIC, sizeof MAGIC) != 0))
        why = "it has another format";
    if (!why) {
        memcpy(&sum, b.items + n - 8, 8);
        cursor c = {.position = b.items + sizeof MAGIC, .end = b.items + n - 8, .memory = memory};
        if (n % 8 != 0 || sum != fem_checksum(b.items, n - 8))
            c.failed = true;
        else
            take_all(&c, f);
        why = c.failed || c.position != c.end ? "it is damaged" : NULL;
    }
    array_free(&b);
    return why;
}

/* --- which of the two --------------------------------------------------------------------------------------------- */

static bool is_newer(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec > b->st_mtim.tv_sec
                                                  : a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

bool fem_load(reader *r, const char *path, fem_binary_rules rules, fem *f)
{
    const char *copy = arena_printf(reader_arena(r), "%s.bin", path);
    struct stat text, binary;
    const unsigned files = sources_rules(reader_texts(r));
    const char *refused = read_ok(r) && files & FILES_CONFINED ? confine_file(copy) : NULL;
    if (refused && (rules.use || rules.create || rules.update)) {
        read_error_last(r, E_NO_FILE, copy, refused);
        return false;
    }
    const bool has_text = stat(path, &text) == 0, has_copy = stat(copy, &binary) == 0;
    const bool is_fresh = has_copy && has_text && is_newer(&binary, &text);
    const place here = read_last_place(r);
    const char *why = NULL;
    if (read_ok(r) && rules.use && is_fresh) {
        why = fem_read_binary(reader_arena(r), copy, f);
        if (!why)
            return true;
        diag_report(reader_diag(r), W_FEM_BINARY, here, copy, why);
    }
    if (!fem_read(r, path, f))
        return false;
    if (files & FILES_UNWRITTEN)
        why = NULL;
    else if ((rules.create && !has_copy) || (rules.update && has_copy && (!is_fresh || why)))
        why = fem_write_binary(f, copy);
    else
        why = NULL;
    if (why)
        diag_report(reader_diag(r), W_FEM_BINARY_WRITE, here, copy, why);
    return true;
}
