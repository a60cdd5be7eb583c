/* fem_binary.c - modal data in a binary file in a private format, PATH.bin, which is read faster than text.
 *
 *     "TORSOR FEM 1\n"
 *     the number 1.0, nodes, modes, mask of the arrays, number of stiffening matrices     (8 bytes each)
 *     labels, each preceded by its length and padded to 8 bytes; arrays of doubles; stiffening: index and matrix
 *     checksum (FNV-1a, 64 bits) of all preceding bytes
 *
 * Numbers have the representation of the machine: a copy from another kind of machine is refused, as is one that is
 * truncated, altered or older than the text it was made from. */
#include "base/array.h"
#include "base/confine.h"
#include "base/whole_file.h"
#include "deck/diag_rows.h"
#include "fem/diag_rows.h"
#include "fem/fem.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char MAGIC[16] = "TORSOR FEM 1\n";

enum { ARRAYS = 15 };

/* The arrays with their sizes, in the order of the file; a missing array is written with size 0. */
typedef struct {
    const double **values;
    size_t n;
    bool is_needed;
} array_slot;

static void list_arrays(fem *fem, array_slot slot[ARRAYS])
{
    const size_t nodes = (size_t)fem->n_nodes, n = (size_t)fem->n_modes;
    const array_slot list[ARRAYS] = {
        {&fem->x, 3 * nodes, true}, {&fem->U, 3 * nodes * n, true}, {&fem->V, 3 * nodes * n, true},
        {&fem->M, n * n, true},     {&fem->K, n * n, true},         {&fem->q, n, false},
        {&fem->qp, n, false},       {&fem->C, n * n, false},        {&fem->lumped, 6 * nodes, false},
        {&fem->rigid, 13, false},   {&fem->I3, 3 * n, false},       {&fem->I4, 3 * n, false},
        {&fem->I8, 9 * n, false},   {&fem->I5, 3 * n * n, false},   {&fem->I9, 9 * n * n, false},
    };
    memcpy(slot, list, sizeof list);
}

uint64_t fem_checksum(const char *at, size_t size)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i + 8 <= size; i += 8) {
        uint64_t word;
        memcpy(&word, at + i, 8);
        h = (h ^ word) * UINT64_C(0x100000001b3);
        h ^= h >> 29;
    }
    return h;
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

typedef ARRAY(char) bytes;

static void fem_binary_put(bytes *bytes, const void *from, size_t n)
{
    array_reserve(bytes, bytes->n + (int)n);
    memcpy(bytes->items + bytes->n, from, n);
    bytes->n += (int)n;
}

static void fem_binary_put_number(bytes *bytes, uint64_t v) { fem_binary_put(bytes, &v, 8); }

static void put_label(bytes *bytes, const char *label)
{
    static const char ZEROS[8] = "";
    const size_t n = strlen(label);
    fem_binary_put_number(bytes, n);
    fem_binary_put(bytes, label, n);
    fem_binary_put(bytes, ZEROS, (8 - n % 8) % 8);
}

static size_t fem_binary_size_of(const fem *fem, const array_slot *slot)
{
    size_t n = 128;
    for (int i = 0; i < fem->n_nodes; i++)
        n += 16 + strlen(fem->labels[i]);
    for (int i = 0; i < ARRAYS; i++)
        n += *slot[i].values ? 8 * slot[i].n : 0;
    return n + (size_t)fem->n_stiffening * (8 + 8 * (size_t)fem->n_modes * (size_t)fem->n_modes);
}

const char *fem_write_binary(const fem *f, const char *path)
{
    fem copy = *f;
    array_slot slot[ARRAYS];
    list_arrays(&copy, slot);
    if (fem_binary_size_of(f, slot) > INT_MAX)
        return "it would be larger than 2 GiB";
    bytes bytes = {0};
    const double one = 1.0;
    uint64_t mask = 0;
    for (int i = 0; i < ARRAYS; i++)
        mask |= (uint64_t)(*slot[i].values != NULL) << i;
    array_reserve(&bytes, (int)fem_binary_size_of(f, slot));
    fem_binary_put(&bytes, MAGIC, sizeof MAGIC);
    fem_binary_put(&bytes, &one, 8);
    fem_binary_put_number(&bytes, (uint64_t)f->n_nodes);
    fem_binary_put_number(&bytes, (uint64_t)f->n_modes);
    fem_binary_put_number(&bytes, mask);
    fem_binary_put_number(&bytes, (uint64_t)f->n_stiffening);
    for (int i = 0; i < f->n_nodes; i++)
        put_label(&bytes, f->labels[i]);
    for (int i = 0; i < ARRAYS; i++)
        if (*slot[i].values)
            fem_binary_put(&bytes, *slot[i].values, 8 * slot[i].n);
    for (int i = 0; i < f->n_stiffening; i++) {
        fem_binary_put_number(&bytes, (uint64_t)f->stiffening[i].index);
        fem_binary_put(&bytes, f->stiffening[i].K, 8 * (size_t)f->n_modes * (size_t)f->n_modes);
    }
    fem_binary_put_number(&bytes, fem_checksum(bytes.items, (size_t)bytes.n));
    const char *why = whole_file_write(path, bytes.items, (size_t)bytes.n);
    array_free(&bytes);
    return why;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const char *position, *end;
    arena *memory;
    bool failed;
} cursor;

static const void *fem_binary_take(cursor *cursor, size_t n)
{
    if (cursor->failed || n > (size_t)(cursor->end - cursor->position)) {
        cursor->failed = true;
        return NULL;
    }
    cursor->position += n;
    return cursor->position - n;
}

static uint64_t take_number(cursor *cursor, uint64_t most)
{
    uint64_t v = 0;
    const void *from = fem_binary_take(cursor, 8);
    if (from)
        memcpy(&v, from, 8);
    cursor->failed = cursor->failed || v > most;
    return cursor->failed ? 0 : v;
}

static const double *take_reals(cursor *cursor, size_t n)
{
    const void *from = n > (size_t)(cursor->end - cursor->position) / 8 ? fem_binary_take(cursor, SIZE_MAX)
                                                                        : fem_binary_take(cursor, 8 * n);
    if (!from)
        return NULL;
    const double *v = arena_copy(cursor->memory, from, 8 * n);
    for (size_t i = 0; i < n; i++)
        cursor->failed = cursor->failed || !isfinite(v[i]);
    return v;
}

static void take_labels(cursor *cursor, fem *fem)
{
    const char **labels = ARENA_ARRAY(cursor->memory, const char *, fem->n_nodes);
    for (int i = 0; i < fem->n_nodes && !cursor->failed; i++) {
        const uint64_t n = take_number(cursor, (uint64_t)(cursor->end - cursor->position));
        const char *from = fem_binary_take(cursor, (size_t)n + (8 - n % 8) % 8);
        labels[i] = from ? arena_string(cursor->memory, from, (size_t)n) : "";
    }
    fem->labels = labels;
}

static void take_stiffening(cursor *cursor, fem *fem)
{
    fem_stiffening *list = ARENA_ARRAY(cursor->memory, fem_stiffening, fem->n_stiffening);
    for (int i = 0; i < fem->n_stiffening && !cursor->failed; i++) {
        list[i].index = (int)take_number(cursor, 12 + 6 * (uint64_t)fem->n_nodes);
        list[i].K = take_reals(cursor, (size_t)fem->n_modes * (size_t)fem->n_modes);
        cursor->failed = cursor->failed || list[i].index < 1;
    }
    fem->stiffening = list;
}

static void take_all(cursor *cursor, fem *fem)
{
    double one = 0.0;
    const uint64_t left = (uint64_t)(cursor->end - cursor->position);
    const void *from = fem_binary_take(cursor, 8);
    if (from)
        memcpy(&one, from, 8);
    fem->n_nodes = (int)take_number(cursor, left / 8);
    fem->n_modes = (int)take_number(cursor, left / 8);
    const uint64_t mask = take_number(cursor, ((uint64_t)1 << ARRAYS) - 1);
    fem->n_stiffening = (int)take_number(cursor, left / 8);
    cursor->failed = cursor->failed || one != 1.0 || fem->n_nodes < 1 || fem->n_modes < 1;
    if (cursor->failed)
        return;
    take_labels(cursor, fem);
    array_slot slot[ARRAYS];
    list_arrays(fem, slot);
    for (int i = 0; i < ARRAYS && !cursor->failed; i++) {
        if (mask >> i & 1)
            *slot[i].values = take_reals(cursor, slot[i].n);
        else
            cursor->failed = slot[i].is_needed;
    }
    if (!cursor->failed)
        take_stiffening(cursor, fem);
}

static const char *fem_binary_load(const char *path, bytes *bytes)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return strerror(errno);
    struct stat is;
    const char *why = NULL;
    if (fstat(fileno(in), &is) != 0 || !S_ISREG(is.st_mode) || is.st_size > INT_MAX)
        why = "it is not a file, or too large";
    for (int got = 1; !why && got > 0; bytes->n += got) {
        array_reserve(bytes, bytes->n + (1 << 20));
        got = (int)fread(bytes->items + bytes->n, 1, 1 << 20, in);
        if (bytes->n > INT_MAX - (1 << 21))
            why = "it is too large";
    }
    fclose(in);
    return why;
}

const char *fem_read_binary(arena *memory, const char *path, fem *f)
{
    bytes bytes = {0};
    const char *why = fem_binary_load(path, &bytes);
    *f = (fem){0};
    const size_t n = (size_t)bytes.n;
    uint64_t sum = 0;
    if (!why && (n < sizeof MAGIC + 8 || memcmp(bytes.items, MAGIC, sizeof MAGIC) != 0))
        why = "it has a different format";
    if (!why) {
        memcpy(&sum, bytes.items + n - 8, 8);
        cursor cursor = {.position = bytes.items + sizeof MAGIC, .end = bytes.items + n - 8, .memory = memory};
        if (n % 8 != 0 || sum != fem_checksum(bytes.items, n - 8))
            cursor.failed = true;
        else
            take_all(&cursor, f);
        why = cursor.failed || cursor.position != cursor.end ? "it is damaged" : NULL;
    }
    array_free(&bytes);
    return why;
}

/* --- choice between text and binary ------------------------------------------------------------------------------- */

static bool is_newer(const struct stat *a, const struct stat *b)
{
    return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec > b->st_mtim.tv_sec
                                                  : a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

bool fem_load(reader *reader, const char *path, fem_binary_rules rules, fem *fem)
{
    const char *copy = arena_printf(reader_arena(reader), "%s.bin", path);
    struct stat text, binary;
    const unsigned files = sources_rules(reader_texts(reader));
    const char *refused = read_ok(reader) && files & FILES_CONFINED ? confine_file(copy) : NULL;
    if (refused && (rules.use || rules.create || rules.update)) {
        read_error_last(reader, E_NO_FILE, copy, refused);
        return false;
    }
    const bool has_text = stat(path, &text) == 0, has_copy = stat(copy, &binary) == 0;
    const bool is_fresh = has_copy && has_text && is_newer(&binary, &text);
    const source_location here = read_last_location(reader);
    const char *why = NULL;
    if (read_ok(reader) && rules.use && is_fresh) {
        why = fem_read_binary(reader_arena(reader), copy, fem);
        if (!why)
            return true;
        diag_report(reader_diag(reader), W_FEM_BINARY, here, copy, why);
    }
    if (!fem_read(reader, path, fem))
        return false;
    if (files & FILES_UNWRITTEN)
        why = NULL;
    else if ((rules.create && !has_copy) || (rules.update && has_copy && (!is_fresh || why)))
        why = fem_write_binary(fem, copy);
    else
        why = NULL;
    if (why)
        diag_report(reader_diag(reader), W_FEM_BINARY_WRITE, here, copy, why);
    return true;
}
