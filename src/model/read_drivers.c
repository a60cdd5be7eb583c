/* read_drivers.c - the drivers block, and references to file drivers.
 *
 *     card ::= file : LABEL , [ name , "NAME" , ] TYPE , ARGUMENTS ; */
#include "contract/file_driver.h"
#include "model/blocks.h"
#include "model/diag_rows.h"
#include "model/reading.h"

static const file_driver_type *read_drivers_read_type(reader *r)
{
    enum { MOST = 64 };
    const char *words[MOST];
    int n = 0;
    for (; n < file_driver_type_count && n < MOST - 1; n++)
        words[n] = file_driver_types[n]->keyword;
    words[n] = NULL;
    const int k = read_choice(r, words, "type of file driver");
    return k < 0 ? NULL : file_driver_types[k];
}

static void read_card(reader *r)
{
    model *m = model_of(r);
    reader_set_help(r, "file: LABEL, [name, \"NAME\",] TYPE, ARGUMENTS");
    file_driver *d = ARENA_NEW(m->memory, file_driver);
    d->memory = MEMORY_NONE;
    d->label = read_label(r, "label of the file driver");
    d->where = read_last_place(r);
    if (read_ok(r) && label_map_find(&m->driver_by_label, d->label) != HASH_NONE)
        read_error_last(r, E_DRIVER_TWICE, d->label);
    const bool is_known = read_ok(r);
    if (read_keyword(r, "name"))
        d->name = read_string(r, "name");
    d->type = read_drivers_read_type(r);
    if (read_ok(r)) {
        reader_set_help(r, d->type->grammar);
        d->self = arena_alloc(m->memory, d->type->size);
        d->type->read(r, d);
    }
    if (read_ok(r) && d->type->log) {
        record out = {.text = &m->log, .general = true};
        d->type->log(d, &out);
    }
    if (!is_known)
        return;
    label_map_put(&m->driver_by_label, d->label, m->drivers.n);
    array_push(&m->drivers, d);
}

const file_driver *read_file_driver(reader *r)
{
    const model *m = model_of(r);
    const unsigned label = read_label(r, "label of the file driver");
    const int i = label_map_find(&m->driver_by_label, label);
    if (read_ok(r) && i == HASH_NONE)
        read_error_last(r, E_NO_DRIVER, label);
    return read_ok(r) ? m->drivers.items[i] : NULL;
}

void model_read_drivers(model *m, reader *r)
{
    static const char *const CARDS[] = {"file"};
    while (block_card(m, r, "drivers")) {
        if (!reader_card_is(r, "file")) {
            block_unknown_card(r, "drivers", CARDS, 1);
            continue;
        }
        read_card(r);
        reader_card_end(r);
    }
}
