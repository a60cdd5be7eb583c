/* read_drives.c - reading drives, and the `drive caller` card.
 *
 *     drive ::= { TYPE [ , ARGUMENTS ] | reference , LABEL | NUMBER }
 *     card  ::= drive caller : LABEL , [ name , "NAME" , ] drive [ , output , ... ] ;
 *
 * A keyword counts before a variable of the same name. A referenced drive is shared, not copied. */
#include "contract/drive.h"
#include "base/nearest.h"
#include "deck/recording.h"
#include "model/cards.h"
#include "contract/hint.h"
#include "model/diag_rows.h"
#include "model/modules.h"
#include "model/reading.h"
#include "model/settable.h"

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void unknown_drive(reader *r, const char *word)
{
    enum { MOST = 128 };
    const char *words[MOST];
    int n = 0;
    const drive_type *unloaded = drive_type_find(word);
    if (unloaded) {
        module_missing(r, unloaded->module, unloaded->keyword, read_place(r));
        return;
    }
    for (int i = 0; i < drive_type_count && n < MOST - 1; i++)
        words[n++] = drive_types[i]->keyword;
    words[n++] = "reference";
    const char *near = nearest_word(word, words, n);
    read_error(r, E_UNKNOWN_DRIVE, read_place(r), word);
    if (near)
        diag_hint(reader_diag(r), "did you mean '%s'?", near);
}

/* The word at the cursor is the name of a variable. */
static bool names_variable(reader *r)
{
    const place at = read_place(r);
    const source *file = sources_get(diag_sources(reader_diag(r)), at.file);
    return file && symbols_find(reader_symbols(r), file->text + at.offset, at.length);
}

bool read_is_number(reader *r) { return read_more(r) && (!read_peek_word(r) || names_variable(r)); }

static drive *read_drives_read_number(reader *r, const char *what)
{
    const place where = read_place(r);
    const char *word = read_peek_word(r);
    if (word && !names_variable(r))
        unknown_drive(r, word);
    drive *d = drive_constant(reader_arena(r), read_real(r, what));
    d->where = where;
    return d;
}

static drive *find_drive(reader *r)
{
    model *m = model_of(r);
    const unsigned label = read_label(r, "label of the drive caller");
    const int i = label_map_find(&m->drive_by_label, label);
    if (read_ok(r) && i == HASH_NONE)
        read_error_last(r, E_NO_DRIVE, label);
    if (!read_ok(r))
        return drive_constant(reader_arena(r), 0.0);
    model_link_drive(m, label, USE_KNOWN, read_last_place(r));
    reader_reaches(r, m->drives.items[i]->levels);
    return m->drives.items[i];
}

static int read_drives_reserve(model *m, const drive *d)
{
    return memory_reserve(m->plan, (memory_area){.size = d->memory_size,
                                                 .self = d->self,
                                                 .begin = d->type->begin,
                                                 .valid = d->type->valid,
                                                 .owner = "drive",
                                                 .keyword = d->type->keyword});
}

/* Drives of hints are built anew in the solution: they remember where the first reading has reserved it. */
static void enlist(reader *r, drive *d)
{
    room *of = reader_listener(r);
    model *m = model_of(r);
    d->memory = reader_note(r, reader_is_replay(r) ? MEMORY_NONE : read_drives_reserve(m, d));
    if (of && d->memory != MEMORY_NONE)
        array_push(&of->remembering, d);
    if (!of && d->type->accept)
        array_push(&m->drives_with_history, d);
}

static drive *read_typed(reader *r, const drive_type *type)
{
    arena *memory = reader_arena(r);
    drive *d = ARENA_NEW(memory, drive);
    d->type = type;
    d->where = read_place(r);
    d->self = arena_alloc(memory, type->size);
    d->memory_size = type->memory;
    read_skip(r);
    const char *help = reader_set_help(r, type->grammar);
    if (reader_enter(r) && type->read)
        type->read(r, d);
    d->levels = reader_leave(r);
    if (!read_ok(r))
        return drive_constant(memory, 0.0);
    reader_set_help(r, help);
    enlist(r, d);
    return d;
}

drive *read_drive(reader *r, const char *what)
{
    if (read_keyword(r, "reference"))
        return find_drive(r);
    const char *word = read_peek_word(r);
    const drive_type *of_user = user_drive_find(&model_of(r)->user, word);
    if (of_user)
        return read_typed(r, of_user);
    const drive_type *type = word ? drive_type_find(word) : NULL;
    return type && model_knows(model_of(r), type->module) ? read_typed(r, type) : read_drives_read_number(r, what);
}

/* --- the card ----------------------------------------------------------------------------------------------------- */

/* { FLAG | value , FLAG [ , derivative , FLAG ] } */
static void read_drives_read_output(reader *r, drive *d, bool *is_written)
{
    if (!read_peek(r, "value") && !read_peek(r, "derivative")) {
        *is_written = d->output_slope = read_bool(r, "output flag");
        return;
    }
    if (read_keyword(r, "value"))
        *is_written = read_bool(r, "output flag of the value");
    if (read_keyword(r, "derivative"))
        d->output_slope = read_bool(r, "output flag of the derivative");
}

const char drive_card_grammar[] =
    "drive caller: LABEL, [name, \"NAME\",] DRIVE [, {output | output trace}, { {yes | no} | value, {yes | no} [, "
    "derivative, {yes | no}] }]";

void read_drive_card(reader *r)
{
    reader_set_help(r, drive_card_grammar);
    model *m = model_of(r);
    const unsigned label = read_label(r, "label of the drive caller");
    if (read_ok(r) && label_map_find(&m->drive_by_label, label) != HASH_NONE)
        read_error_last(r, E_DRIVE_TWICE, label);
    const bool is_known = read_ok(r);
    const char *name = read_keyword(r, "name") ? read_string(r, "name") : NULL;
    const bool is_shared = read_peek(r, "reference");
    m->late.drive_being_read = m->drives.n + 1;
    drive *d = read_drive(r, "drive caller");
    m->late.drive_being_read = 0;
    if (is_shared)
        d = arena_copy(m->memory, d, sizeof *d);
    d->label = label;
    d->name = name;
    d->output = m->options.drive_callers;
    d->output_slope = false;
    d->traced = false;
    if (read_keyword(r, "output"))
        read_drives_read_output(r, d, &d->output);
    else if (read_keyword(r, "output trace"))
        read_drives_read_output(r, d, &d->traced);
    if (m->is_settable)
        d = drive_settable(m, d);
    /* One that could not be read is still known by its label, so that what refers to it is not an error as well. */
    if (!is_known)
        return;
    label_map_put(&m->drive_by_label, label, m->drives.n);
    array_push(&m->drives, d);
}
