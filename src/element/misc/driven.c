/* driven.c - an element that a drive switches on and off.
 *
 *     active = drive(t) != 0, looked at when a step begins
 *
 * While it is off the core keeps its own unknowns at zero and it writes no rows. When it is switched on, the hints tell
 * it what to take from the present state: "offset{2}", "hinge{1}", "drive3{...}" ...; those that it does not know are
 * passed over with a warning. */
#include "model/cards.h"
#include "model/sampler.h"
#include <string.h>

enum { MOST_HINTS = 16, MOST_NUMBERS = 64 };

typedef struct {
    const drive *by;
    elem *of;
    bool initial_from_drive, initial_state;
    const char *hint[MOST_HINTS];
    int n_hints;
    place where;
    const reader *read_with; /* the deck's reader, from which one for the hints is made */
    model *m;
    bool was_given;
    /* of the hints when they were last given: values of their expressions, drives with memory that came with them */
    value numbers[MOST_NUMBERS];
    int n_numbers;
    bool is_repeating; /* they are given once more, with the same values */
    int first_drive, n_drives;
} driven;

static void read_initial_state(reader *r, driven *d)
{
    static const char *const WORDS[] = {"from drive", "active", "inactive", NULL};
    d->initial_from_drive = true;
    if (!read_keyword(r, "initial state"))
        return;
    const int word = read_try_choice(r, WORDS);
    d->initial_from_drive = word == 0;
    d->initial_state = word < 0 ? read_bool(r, "initial state") : word == 1;
}

static bool at_string(reader *r)
{
    const place at = read_place(r);
    const source *file = sources_get(diag_sources(reader_diag(r)), at.file);
    return read_more(r) && file && file->text[at.offset] == '"';
}

/* hint , "HINT" [ , [ hint , ] "HINT" ... ] */
static void read_hints(reader *r, driven *d)
{
    while (read_ok(r) && (read_keyword(r, "hint") || (d->n_hints > 0 && at_string(r)))) {
        if (d->n_hints == MOST_HINTS)
            read_error_last(r, E_TOO_MANY_HINTS, MOST_HINTS);
        else
            d->hint[d->n_hints++] = read_string(r, "hint");
    }
}

/* existing: CLASS, LABEL [, output, FLAG] */
static elem *read_existing(reader *r)
{
    const char *card = read_peek_word(r);
    const int c = card ? elem_class_index(card) : -1;
    if (c < 0) {
        read_error(r, E_ELEMENT_CLASS, read_place(r), read_shown(r));
        return NULL;
    }
    const char *name = elem_classes[elem_card_index(card)].card;
    read_skip(r);
    const unsigned label = read_label(r, "label of the element");
    elem *e = (elem *)model_elem(model_of(r), name, label);
    if (!e && read_ok(r))
        read_error_last(r, E_NO_ELEMENT, name, label);
    else if (e && read_keyword(r, "output"))
        e->output = read_bool(r, "output flag");
    return e;
}

static elem *read_inner(reader *r)
{
    if (read_ok(r) && !read_more(r))
        read_error_last(r, E_MISSING_ARGUMENT, "the element that is driven");
    if (!reader_inner_card(r))
        return NULL;
    if (reader_card_is(r, "existing"))
        return read_existing(r);
    if (elem_class_index(reader_card_text(r)) < 0) {
        read_error(r, E_DRIVEN_WHAT, reader_card_place(r), reader_card_text(r));
        return NULL;
    }
    return model_read_element(model_of(r), r);
}

static void read(reader *r, elem *e)
{
    driven *d = e->self;
    d->where = e->where;
    d->read_with = r;
    d->m = model_of(r);
    d->by = read_drive(r, "drive");
    read_initial_state(r, d);
    read_hints(r, d);
    d->of = read_inner(r);
    if (!d->of)
        return;
    if (d->of->label != e->label)
        read_error_last(r, E_DRIVEN_LABEL, e->label, d->of->label);
    d->of->is_driven = true;
    const state at_input = {.t = d->m->time ? d->m->time->now.r : 0, .failed = NULL};
    d->of->active = drive_now(d->by, &at_input) != 0;
}

static void tape(void *to, value *v)
{
    driven *d = to;
    const int i = d->n_numbers++;
    if (i < MOST_NUMBERS && d->is_repeating)
        *v = d->numbers[i];
    else if (i < MOST_NUMBERS)
        d->numbers[i] = *v;
}

/* "name{arguments}" becomes the card "name: arguments;" of a reader of its own. */
static void give_hint(const state *s, driven *d, const char *hint)
{
    const size_t n = strcspn(hint, "{"), all = strlen(hint);
    const size_t inside = all > n + 1 ? all - n - (hint[all - 1] == '}' ? 2 : 1) : 0;
    char *name = arena_string(d->m->memory, hint, n);
    char *card = arena_printf(d->m->memory, "hint: %.*s;", (int)inside, hint + n + (n < all));
    reader *r = reader_fork(d->read_with);
    reader_set_tape(r, tape, d);
    reader_open_text(r, "hint", card, strlen(card));
    const char *description = reader_card(r);
    const elem_type *type = d->of->type;
    const bool is_taken = description && type->hint && type->hint(s, d->of, name, r);
    if (description && !is_taken && read_ok(r)) {
        diag_report(d->m->errors, W_UNKNOWN_HINT, d->where, type->card, d->of->label, type->keyword, name);
        reader_card_skip(r);
    }
    reader_card_end(r);
    reader_destroy(r);
}

static void give_hints(const state *s, driven *d)
{
    d->n_numbers = 0;
    d->first_drive = d->m->drives_kept.n;
    for (int i = 0; i < d->n_hints; i++)
        give_hint(s, d, d->hint[i]);
    d->n_drives = d->m->drives_kept.n - d->first_drive;
}

static void predict(const state *s, elem *e)
{
    driven *d = e->self;
    const bool on = drive_now(d->by, s) != 0;
    if (on && !d->of->active && d->n_hints > 0) {
        give_hints(s, d);
        d->was_given = true;
    }
    d->of->active = on;
    if (diag_errors(d->m->errors) > 0)
        state_fail(s, d->where, "the hints of driven element %u cannot be followed", e->label);
}

static void keep_number(archive *a, value *v, arena *memory)
{
    int type = v->type;
    archive_index(a, &type, TYPE_BOOL, TYPE_STRING);
    v->type = (value_type)type;
    value_keep(a, v);
    if (v->type == TYPE_STRING && archive_is_loading(a) && !archive_failed(a))
        v->s = arena_string(memory, v->s, strlen(v->s));
}

static void give_hints_again(archive *a, const elem *e)
{
    driven *d = e->self;
    const int n = d->n_numbers;
    d->is_repeating = true;
    give_hints(d->m->running, d);
    d->is_repeating = false;
    if (diag_errors(d->m->errors) > 0 || d->n_numbers != n)
        archive_fail(a, "the hints of driven element %u cannot be followed once more", e->label);
}

/* A hint may have brought drives, which are read again: what it changed in the element comes after it. */
static void keep(archive *a, elem *e)
{
    driven *d = e->self;
    archive_bool(a, &d->was_given);
    if (!d->was_given)
        return;
    if (d->n_numbers > MOST_NUMBERS)
        archive_fail(a, "the hints of driven element %u hold more than %d expressions", e->label, MOST_NUMBERS);
    archive_index(a, &d->n_numbers, 0, MOST_NUMBERS);
    for (int i = 0; i < d->n_numbers && !archive_failed(a); i++)
        keep_number(a, &d->numbers[i], d->m->memory);
    if (archive_is_loading(a) && !archive_failed(a))
        give_hints_again(a, e);
    for (int i = 0; i < d->n_drives; i++)
        drive_keep(a, d->m->drives_kept.at[d->first_drive + i]);
    if (d->of->type->keep)
        d->of->type->keep(a, d->of);
}

/* The initial state counts from the first output to the first step; the assembly and the derivatives ask the drive. */
static void accept(const state *s, elem *e)
{
    const driven *d = e->self;
    if (!d->initial_from_drive && s->now == PHASE_STEP && s->step == 0)
        d->of->active = d->initial_state;
}

static double private_value(const state *s, const elem *e, int index)
{
    const driven *d = e->self;
    return d->of->active && d->of->type->private_value ? d->of->type->private_value(s, d->of, index) : 0;
}

static int private_index(const elem *e, const char *name)
{
    return elem_private_index(((const driven *)e->self)->of, name);
}

static bool has_private(const elem *e, int index) { return elem_has_private(((const driven *)e->self)->of, index); }

static void sample(sampler *from, elem *e) { ((driven *)e->self)->by = sample_drive(from); }

const elem_type driven_type = {
    .card = "driven",
    .grammar = "driven: LABEL, (DriveCaller) DRIVE, [initial state, { from drive | active | inactive | BOOL },] [hint, "
               "\"HINT\", ...] "
               "{ existing: CLASS, LABEL | ELEMENT CARD }",
    .summary = "Another element that a drive switches on and off.",
    .size = sizeof(driven),
    .read = read,
    .predict = predict,
    .accept = accept,
    .keep = keep,
    .private_index = private_index,
    .has_private = has_private,
    .private_value = private_value,
    .sample = sample,
    .flags = ELEM_UNCOUNTED,
};
