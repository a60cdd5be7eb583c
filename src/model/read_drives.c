/* read_drives.c - reading drives, and the `drive caller` card.
 *
 *     drive ::= { TYPE [ , ARGUMENTS ] | reference , LABEL | NUMBER }
 *     card  ::= drive caller : LABEL , [ name , "NAME" , ] drive [ , output , ... ] ;
 *
 * A keyword takes precedence over a variable of the same name, unless it belongs to a module that the deck does not
 * load. A referenced drive is shared, not copied. */
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

static void unknown_drive(reader *reader, const char *word)
{
    enum { MOST = 128 };
    const char *words[MOST];
    int n = 0;
    for (int i = 0; i < drive_type_count && n < MOST - 1; i++)
        words[n++] = drive_types[i]->keyword;
    words[n++] = "reference";
    const char *near = nearest_word(word, words, n);
    read_error(reader, E_UNKNOWN_DRIVE, read_place(reader), word);
    if (near)
        diag_hint(reader_diag(reader), "did you mean '%s'?", near);
}

/* Returns whether the word at the cursor is the name of a variable. */
static bool names_variable(reader *reader)
{
    const source_location location = read_place(reader);
    const source *file = sources_get(diag_sources(reader_diag(reader)), location.file);
    return file && symbols_find(reader_symbols(reader), file->text + location.offset, location.length);
}

bool read_is_number(reader *reader) { return read_more(reader) && (!read_peek_word(reader) || names_variable(reader)); }

static drive *read_drives_read_number(reader *reader, const char *what)
{
    const source_location location = read_place(reader);
    const char *word = read_peek_word(reader);
    if (word && !names_variable(reader))
        unknown_drive(reader, word);
    drive *drive = drive_constant(reader_arena(reader), read_real(reader, what));
    drive->location = location;
    return drive;
}

static drive *find_drive(reader *reader)
{
    model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the drive caller");
    const int i = label_map_find(&model->drive_by_label, label);
    if (read_ok(reader) && i == HASH_NONE)
        read_error_last(reader, E_NO_DRIVE, label);
    if (!read_ok(reader))
        return drive_constant(reader_arena(reader), 0.0);
    model_link_drive(model, label, USE_KNOWN, read_last_location(reader));
    reader_reaches(reader, model->drives.items[i]->levels, model->drives.items[i]->parts);
    return model->drives.items[i];
}

static int read_drives_reserve(model *model, const drive *drive)
{
    return memory_reserve(model->plan, (memory_area){.size = drive->memory_size,
                                                     .self = drive->self,
                                                     .begin = drive->type->begin,
                                                     .valid = drive->type->valid,
                                                     .owner = "drive",
                                                     .keyword = drive->type->keyword});
}

/* Registers a drive with history. Drives of hints are rebuilt in the solution; their memory is the one that was
 * reserved when the hint was first read. */
static void enlist(reader *reader, drive *drive)
{
    hint_instance *of = reader_observer(reader);
    model *model = model_of(reader);
    drive->memory = reader_note(reader, reader_is_replay(reader) ? MEMORY_NONE : read_drives_reserve(model, drive));
    if (of && drive->memory != MEMORY_NONE)
        array_push(&of->remembering, drive);
    if (!of && drive->type->accept)
        array_push(&model->drives_with_history, drive);
    if (!of && drive->type->corner)
        array_push(&model->drives_with_corners, drive);
    if (!of && drive->type->switches)
        array_push(&model->switching_drives, drive);
}

static drive *read_typed(reader *reader, const drive_type *type)
{
    arena *memory = reader_arena(reader);
    drive *d = ARENA_NEW(memory, drive);
    d->type = type;
    d->location = read_place(reader);
    d->self = arena_alloc(memory, type->size);
    d->memory_size = type->memory;
    read_skip(reader);
    const char *help = reader_set_help(reader, type->grammar);
    const double before = reader_count(reader);
    if (reader_enter(reader) && type->read)
        type->read(reader, d);
    d->levels = reader_leave(reader);
    d->parts = reader_parts(reader, before);
    if (!read_ok(reader))
        return drive_constant(memory, 0.0);
    reader_set_help(reader, help);
    enlist(reader, d);
    return d;
}

drive *read_drive(reader *reader, const char *what)
{
    if (read_keyword(reader, "reference"))
        return find_drive(reader);
    const char *word = read_peek_word(reader);
    const drive_type *of_user = user_drive_find(&model_of(reader)->user, word);
    if (of_user)
        return read_typed(reader, of_user);
    const drive_type *type = word ? drive_type_find(word) : NULL;
    const bool is_type = type && (module_is_loaded(model_of(reader), type->module) || !names_variable(reader));
    return is_type ? read_typed(reader, type) : read_drives_read_number(reader, what);
}

/* --- the card ----------------------------------------------------------------------------------------------------- */

/* { FLAG | value , FLAG [ , derivative , FLAG ] } */
static void read_drives_read_output(reader *reader, drive *drive, bool *is_written)
{
    if (!read_peek(reader, "value") && !read_peek(reader, "derivative")) {
        *is_written = drive->output_derivative = read_bool(reader, "output flag");
        return;
    }
    if (read_keyword(reader, "value"))
        *is_written = read_bool(reader, "output flag of the value");
    if (read_keyword(reader, "derivative"))
        drive->output_derivative = read_bool(reader, "output flag of the derivative");
}

const char drive_card_grammar[] =
    "drive caller: LABEL, [name, \"NAME\",] DRIVE [, {output | output trace}, { {yes | no} | value, {yes | no} [, "
    "derivative, {yes | no}] }]";

void read_drive_card(reader *reader)
{
    reader_set_help(reader, drive_card_grammar);
    model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the drive caller");
    if (read_ok(reader) && label_map_find(&model->drive_by_label, label) != HASH_NONE)
        read_error_last(reader, E_DRIVE_TWICE, label);
    const bool is_known = read_ok(reader);
    const char *name = read_keyword(reader, "name") ? read_string(reader, "name") : NULL;
    const bool is_shared = read_peek(reader, "reference");
    model->late.drive_being_read = model->drives.n + 1;
    drive *drive = read_drive(reader, "drive caller");
    model->late.drive_being_read = 0;
    if (is_shared)
        drive = arena_copy(model->memory, drive, sizeof *drive);
    drive->label = label;
    drive->name = name;
    drive->output = model->options.drive_callers;
    drive->output_derivative = false;
    drive->traced = false;
    if (read_keyword(reader, "output"))
        read_drives_read_output(reader, drive, &drive->output);
    else if (read_keyword(reader, "output trace"))
        read_drives_read_output(reader, drive, &drive->traced);
    if (model->is_settable)
        drive = drive_settable(model, drive);
    /* A drive that could not be read is still registered under its label, so that references to it are not reported
     * as well. */
    if (!is_known)
        return;
    label_map_put(&model->drive_by_label, label, model->drives.n);
    array_push(&model->drives, drive);
}
