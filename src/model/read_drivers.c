/* read_drivers.c - the drivers block, and references to file drivers.
 *
 *     card ::= file : LABEL , [ name , "NAME" , ] TYPE , ARGUMENTS ; */
#include "contract/file_driver.h"
#include "model/blocks.h"
#include "model/diag_rows.h"
#include "model/reading.h"

static const file_driver_type *read_drivers_read_type(reader *reader)
{
    enum { MOST = 64 };
    const char *words[MOST];
    int n = 0;
    for (; n < file_driver_type_count && n < MOST - 1; n++)
        words[n] = file_driver_types[n]->keyword;
    words[n] = NULL;
    const int k = read_choice(reader, words, "type of file driver");
    return k < 0 ? NULL : file_driver_types[k];
}

static void read_card(reader *reader)
{
    model *model = model_of(reader);
    reader_set_help(reader, "file: LABEL, [name, \"NAME\",] TYPE, ARGUMENTS");
    file_driver *driver = ARENA_NEW(model->memory, file_driver);
    driver->memory = MEMORY_NONE;
    driver->label = read_label(reader, "label of the file driver");
    driver->location = read_last_location(reader);
    if (read_ok(reader) && label_map_find(&model->driver_by_label, driver->label) != HASH_NONE)
        read_error_last(reader, E_DRIVER_TWICE, driver->label);
    const bool is_known = read_ok(reader);
    if (read_keyword(reader, "name"))
        driver->name = read_string(reader, "name");
    driver->type = read_drivers_read_type(reader);
    if (read_ok(reader)) {
        reader_set_help(reader, driver->type->grammar);
        driver->self = arena_alloc(model->memory, driver->type->size);
        driver->type->read(reader, driver);
    }
    if (read_ok(reader) && driver->type->log) {
        record out = {.text = &model->log, .general = true};
        driver->type->log(driver, &out);
    }
    if (!is_known)
        return;
    label_map_put(&model->driver_by_label, driver->label, model->drivers.n);
    array_push(&model->drivers, driver);
}

const file_driver *read_file_driver(reader *reader)
{
    const model *model = model_of(reader);
    const unsigned label = read_label(reader, "label of the file driver");
    const int i = label_map_find(&model->driver_by_label, label);
    if (read_ok(reader) && i == HASH_NONE)
        read_error_last(reader, E_NO_DRIVER, label);
    return read_ok(reader) ? model->drivers.items[i] : NULL;
}

void model_read_drivers(model *model, reader *reader)
{
    static const char *const CARDS[] = {"file"};
    while (block_card(model, reader, "drivers")) {
        if (!reader_card_is(reader, "file")) {
            block_unknown_card(reader, "drivers", CARDS, 1);
            continue;
        }
        read_card(reader);
        reader_card_end(reader);
    }
}
