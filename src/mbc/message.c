/* message.c - the data exchanged with the solver, and its order in a message.
 *
 *     motion    [label, x, R, v, w, a, w' of the reference node]  labels  x of all, R, v, w, a, w'    or  q of all, q'
 *     loads     [label, f, m of the reference node]               labels  f of all, m                 or  p of all
 *
 * Fields that the flags do not request are omitted; without orientations there are neither w nor m. Labels are padded
 * to a multiple of eight bytes, except those of a mapping. For each kind one function traverses a message, to count,
 * unpack or pack it. */
#include "mbc/message.h"
#include <stdlib.h>
#include <string.h>

enum { ORIENTATIONS = MBC_ORIENTATION_VECTOR | MBC_ORIENTATION_MATRIX | MBC_EULER_123 };
enum { WIRE_ORIENTATION_OF_REFERENCE = 4 }; /* number of bits by which the flag is shifted left for a mapping */

enum { MOST = 1 << 28 }; /* maximum number of nodes, so that nine numbers for each can be counted */

/* --- what the flags mean ------------------------------------------------------------------------------------------ */

static bool is_one_of(unsigned bits) { return bits && !(bits & (bits - 1)); }

const char *contents_error(unsigned flags, unsigned n)
{
    const bool is_modal = flags & MBC_MODAL, is_mapping = flags & MBC_MAPPING;
    if (!is_one_of(flags & (MBC_MODAL | MBC_NODAL)))
        return "expected either MBC_NODAL or MBC_MODAL";
    if ((flags & ORIENTATIONS) && !is_one_of(flags & ORIENTATIONS))
        return "more than one type of orientation";
    if (is_modal && (flags & (MBC_MAPPING | MBC_LABELS)))
        return "modes have neither points nor labels";
    if ((flags & MBC_RIGID) && !(is_modal && (flags & MBC_REFERENCE_NODE)))
        return "MBC_RIGID requires modes with a frame";
    if (is_mapping && (flags & ORIENTATIONS) && !(flags & MBC_REFERENCE_NODE))
        return "points of a mapping have no orientation";
    return n == 0 ? "nothing to exchange" : NULL;
}

unsigned contents_wire_flags(const contents *contents)
{
    const unsigned plain =
        contents->flags & (MBC_MODAL | MBC_NODAL | MBC_REFERENCE_NODE | MBC_ACCELERATIONS | MBC_LABELS);
    const unsigned rotated = contents->flags & ORIENTATIONS;
    return plain | (contents->flags & MBC_MAPPING ? rotated << WIRE_ORIENTATION_OF_REFERENCE : rotated);
}

/* Counts six fields of motion for n nodes, beginning with field `first`. */
static void count_motion(contents *contents, mbc_field first, unsigned n, unsigned rotated, bool accelerates)
{
    const unsigned numbers = rotated & MBC_ORIENTATION_MATRIX ? 9 : rotated ? 3 : 0;
    contents->count[first] = 3 * n;
    contents->count[first + 1] = numbers * n;
    contents->count[first + 2] = 3 * n;
    contents->count[first + 3] = rotated ? 3 * n : 0;
    contents->count[first + 4] = accelerates ? 3 * n : 0;
    contents->count[first + 5] = accelerates && rotated ? 3 * n : 0;
}

static void count_modes(contents *contents)
{
    const unsigned n = contents->flags & MBC_RIGID ? 0 : contents->n;
    if (contents->flags & MBC_REFERENCE_NODE) {
        count_motion(contents, MBC_REFERENCE_X, 1, MBC_ORIENTATION_MATRIX, false);
        contents->count[MBC_REFERENCE_F] = contents->count[MBC_REFERENCE_M] = 3;
    }
    contents->count[MBC_Q] = contents->count[MBC_QP] = contents->count[MBC_P] = n;
}

static void count_nodes(contents *contents)
{
    const unsigned rotated = contents->flags & ORIENTATIONS, of_nodes = contents->flags & MBC_MAPPING ? 0 : rotated;
    const bool accelerates = contents->flags & MBC_ACCELERATIONS;
    if (contents->flags & MBC_REFERENCE_NODE) {
        count_motion(contents, MBC_REFERENCE_X, 1, rotated, accelerates);
        contents->count[MBC_REFERENCE_F] = 3;
        contents->count[MBC_REFERENCE_M] = rotated ? 3 : 0;
    }
    count_motion(contents, MBC_X, contents->n, of_nodes, accelerates);
    contents->count[MBC_F] = 3 * contents->n;
    contents->count[MBC_M] = of_nodes ? 3 * contents->n : 0;
}

/* --- through a message -------------------------------------------------------------------------------------------- */

typedef enum { COUNT, TAKE, PUT } way;

typedef struct {
    way to_do;
    unsigned char *position;
    size_t size; /* so far */
} cursor;

static void pass(cursor *cursor, void *item, size_t n)
{
    if (cursor->to_do == TAKE)
        memcpy(item, cursor->position + cursor->size, n);
    else if (cursor->to_do == PUT)
        memcpy(cursor->position + cursor->size, item, n);
    cursor->size += n;
}

static void pass_labels(cursor *cursor, const contents *contents, uint32_t *labels, size_t n)
{
    uint64_t zero = 0;
    if (!(contents->flags & MBC_LABELS))
        return;
    pass(cursor, labels, n * sizeof *labels);
    if (n % 2 != 0 && !(contents->flags & MBC_MAPPING))
        pass(cursor, &zero, sizeof *labels);
}

static void pass_fields(cursor *cursor, const contents *contents, mbc_field first, mbc_field last)
{
    for (mbc_field field = first; field <= last; field++)
        if (contents->count[field])
            pass(cursor, contents_numbers(contents, field), contents->count[field] * sizeof *contents->numbers);
}

static void pass_reference(cursor *cursor, contents *contents, mbc_field first, mbc_field last)
{
    if ((contents->flags & MBC_REFERENCE_NODE) && (contents->flags & MBC_NODAL))
        pass_labels(cursor, contents, &contents->reference_label, 1);
    pass_fields(cursor, contents, first, last);
}

static size_t pass_motion(contents *contents, way to_do)
{
    cursor cursor = {.to_do = to_do, .position = contents->bytes, .size = 1};
    pass_reference(&cursor, contents, MBC_REFERENCE_X, MBC_REFERENCE_WP);
    pass_labels(&cursor, contents, contents->labels, contents->n);
    pass_fields(&cursor, contents, MBC_X, MBC_QP);
    return cursor.size;
}

static size_t pass_loads(contents *contents, way to_do)
{
    cursor cursor = {.to_do = to_do, .position = contents->bytes, .size = 1};
    pass_reference(&cursor, contents, MBC_REFERENCE_F, MBC_REFERENCE_M);
    pass_labels(&cursor, contents, contents->load_labels, contents->n);
    pass_fields(&cursor, contents, MBC_F, MBC_P);
    return cursor.size;
}

void contents_unpack_motion(contents *contents)
{
    pass_motion(contents, TAKE);
    if (contents->load_labels)
        memcpy(contents->load_labels, contents->labels, contents->n * sizeof *contents->labels);
}

void contents_pack_loads(contents *contents) { pass_loads(contents, PUT); }

/* --- beginning and end -------------------------------------------------------------------------------------------- */

double *contents_numbers(const contents *contents, mbc_field which)
{
    size_t before = 0;
    for (int i = 0; i < (int)which; i++)
        before += contents->count[i];
    return contents->count[which] ? contents->numbers + before : NULL;
}

bool contents_create(contents *c, unsigned flags, unsigned n)
{
    *c = (contents){.flags = flags, .n = n};
    if (n > MOST)
        return false;
    if (flags & MBC_MODAL)
        count_modes(c);
    else
        count_nodes(c);
    size_t all = 1;
    for (int i = 0; i < MBC_FIELDS; i++)
        all += c->count[i];
    c->numbers = calloc(all, sizeof *c->numbers);
    c->labels = flags & MBC_LABELS ? calloc(n, sizeof *c->labels) : NULL;
    c->load_labels = flags & MBC_LABELS ? calloc(n, sizeof *c->labels) : NULL;
    if (!c->numbers || ((flags & MBC_LABELS) && (!c->labels || !c->load_labels)))
        return false;
    c->motion_size = pass_motion(c, COUNT);
    c->loads_size = pass_loads(c, COUNT);
    c->bytes = malloc(c->motion_size + c->loads_size);
    return c->bytes;
}

void contents_destroy(contents *contents)
{
    free(contents->bytes);
    free(contents->numbers);
    free(contents->labels);
    free(contents->load_labels);
}
