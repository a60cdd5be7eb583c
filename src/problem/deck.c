/* deck.c - the blocks of a deck, in order. */
#include "problem/deck.h"
#include "base/array.h"
#include "base/nearest.h"
#include "control/control.h"
#include "model/blocks.h"
#include "model/cards.h"
#include "names/namespace.h"
#include "names/plugin.h"
#include "model/settable.h"
#include "problem/diag_rows.h"
#include <string.h>

deck *deck_create(void)
{
    arena *memory = arena_create();
    deck *d = ARENA_NEW(memory, deck);
    d->memory = memory;
    d->texts = sources_create();
    d->errors = diag_create(d->texts);
    d->names = symbols_create(memory);
    d->model = model_create(memory, d->errors, d->names);
    d->reader = reader_create(memory, d->texts, d->errors, d->names, d->model);
    namespace_add_model(d->model);
    namespace_add_units(d->model);
    plugin_set(d->model, d->reader);
    return d;
}

void deck_destroy(deck *deck)
{
    if (!deck)
        return;
    reader_destroy(deck->reader);
    model_destroy(deck->model);
    symbols_destroy(deck->names);
    diag_destroy(deck->errors);
    sources_destroy(deck->texts);
    arena_destroy(deck->memory);
}

static void report_unknown_problem(deck *deck, const char *word, const char *const *names)
{
    int n = 0;
    while (names[n])
        n++;
    const char *near = word ? nearest_word(word, names, n) : NULL;
    read_error(deck->reader, E_UNKNOWN_PROBLEM, read_place(deck->reader), read_shown(deck->reader));
    if (near)
        diag_hint(deck->errors, "did you mean '%s'?", near);
}

/* Tells the model what the problem requires of its parts. */
static void set_problem(deck *deck, const problem_type *type)
{
    deck->problem = problem_create(type, deck->memory);
    deck->model->problem = problem_type_traits(type);
}

static void read_problem_card(deck *deck)
{
    const char *names[PROBLEM_NAMES];
    problem_names(names);
    const char *word = read_peek_word(deck->reader);
    const int which = read_try_choice(deck->reader, names);
    if (which >= 0)
        set_problem(deck, problem_type_find(names[which]));
    else
        report_unknown_problem(deck, word, names);
    reader_card_end(deck->reader);
}

static void read_data(deck *deck)
{
    while (block_card(deck->model, deck->reader, "data")) {
        static const char *const WORDS[] = {"problem"};
        if (reader_card_is(deck->reader, "problem") || reader_card_is(deck->reader, "integrator"))
            read_problem_card(deck);
        else
            block_unknown_card(deck->reader, "data", WORDS, 1);
    }
    if (!deck->problem)
        set_problem(deck, problem_type_default());
}

typedef enum { DATA, PROBLEM, CONTROL, NODES, DRIVERS, ELEMENTS, PARALLEL, PARTS } part;
/* The block of the problem is named after its type. */
static const char *const PART_NAMES[PARTS] = {"data", NULL, "control data", "nodes", "drivers", "elements", "parallel"};

static const char *part_name(const deck *deck, int which)
{
    if (PART_NAMES[which])
        return PART_NAMES[which];
    return deck->problem ? deck->problem->type->keyword : problem_type_default()->keyword;
}

static bool is_any_node_announced(const control *control)
{
    for (int i = 0; control->nodes_announced && i < node_type_count; i++)
        if (control->nodes_announced[i] > 0)
            return true;
    return false;
}

static bool is_any_element_announced(const control *control)
{
    for (int i = 0; control->elems_announced && i < CLASS_COUNT; i++)
        if (control->elems_announced[i] > 0 && !(elem_classes[i].flags & CLASS_IS_IMPLIED))
            return true;
    return false;
}

/* Tells whether the deck must have a block. */
static bool is_needed(const deck *deck, part which)
{
    const control *control = &deck->model->options;
    switch (which) {
    case NODES:
        return is_any_node_announced(control);
    case DRIVERS:
        return control->drivers_announced > 0;
    case ELEMENTS:
        return is_any_element_announced(control);
    case PARALLEL:
        return false;
    default:
        return true;
    }
}

static bool is_in_order(deck *deck, const bool *seen, part now, source_location location)
{
    int missing = DATA, later = PARTS;
    while (missing < (int)now && (seen[missing] || !is_needed(deck, (part)missing)))
        missing++;
    for (int p = PARTS - 1; p >= (int)now; p--)
        later = seen[p] ? p : later;
    if (later == PARTS && missing == (int)now)
        return true;
    diag_report(deck->errors, E_BLOCK_ORDER, location, part_name(deck, now));
    if (seen[now])
        diag_hint(deck->errors, "the block was already given");
    else if (later < PARTS)
        diag_hint(deck->errors, "it must come before the block '%s'", part_name(deck, later));
    else
        diag_hint(deck->errors, "the block '%s' must come before it", part_name(deck, missing));
    return false;
}

/* The model is divided among the processes of mpirun, automatically; a single process uses threads. */
static void read_parallel(deck *deck)
{
    deck->problem->divided_where = reader_card_location(deck->reader);
    while (block_card(deck->model, deck->reader, "parallel"))
        reader_card_skip(deck->reader);
    deck->problem->is_divided = true;
    deck->problem->assembly_threads = deck->problem->linear_options.threads = THREADS_AUTO;
}

static void deck_read_part(deck *deck, part now, const char *block)
{
    switch (now) {
    case DATA:
        read_data(deck);
        break;
    case PROBLEM:
        read_problem(deck->reader, deck->problem ? deck->problem : problem_create(problem_type_default(), deck->memory),
                     block);
        break;
    case CONTROL:
        model_declare_time(deck->model, deck->problem ? deck->problem->t0 : 0);
        read_control_data(deck->reader, &deck->model->options);
        break;
    case NODES:
        model_read_nodes(deck->model, deck->reader);
        break;
    case DRIVERS:
        model_read_drivers(deck->model, deck->reader);
        break;
    case PARALLEL:
        read_parallel(deck);
        break;
    default:
        model_read_elements(deck->model, deck->reader);
    }
}

/* The names of all blocks, and the part that each of them belongs to. */
enum { BLOCK_NAMES = PARTS + PROBLEM_NAMES };
static void list_blocks(const char *names[BLOCK_NAMES], part parts[BLOCK_NAMES])
{
    const char *problems[PROBLEM_NAMES];
    int n = 0;
    problem_names(problems);
    for (int p = DATA; p < PARTS; p++) {
        const char *const *of = PART_NAMES[p] ? (const char *const[]){PART_NAMES[p], NULL} : problems;
        for (; *of; of++) {
            parts[n] = (part)p;
            names[n++] = *of;
        }
    }
    names[n] = NULL;
}

static bool read_block(deck *deck, bool *seen)
{
    const char *names[BLOCK_NAMES];
    part parts[BLOCK_NAMES];
    list_blocks(names, parts);
    const source_location location = read_place(deck->reader);
    const int which = read_choice(deck->reader, names, "block");
    const bool ok = read_ok(deck->reader);
    reader_card_end(deck->reader);
    if (!ok || which < 0)
        return false;
    const bool in_order = is_in_order(deck, seen, parts[which], location);
    seen[parts[which]] = true;
    if (in_order)
        deck_read_part(deck, parts[which], names[which]);
    return in_order;
}

static void check_parts(deck *deck, const bool *seen, source_location end)
{
    for (int p = PROBLEM; seen[DATA] && p < PARTS; p++)
        if (!seen[p] && p != DRIVERS && is_needed(deck, (part)p))
            diag_report(deck->errors, E_NO_MODEL, end, part_name(deck, p));
}

/* The model is complete after the elements: any text other than a further block is not read. */
static bool continues(deck *deck, const bool *seen)
{
    source_location location;
    const char *next = seen[ELEMENTS] ? reader_peek_card(deck->reader, &location) : NULL;
    if (!next || strcmp(next, "begin") == 0)
        return true;
    diag_report(deck->errors, W_BEHIND_ELEMENTS, location);
    return false;
}

static bool deck_read_all(deck *deck)
{
    bool seen[PARTS] = {false};
    source_location end = {0, 0, 0};
    deck->model->limits = *reader_limits(deck->reader);
    while (!diag_full(deck->errors) && !deck->model->is_help_only && continues(deck, seen) &&
           reader_card(deck->reader)) {
        end = reader_card_location(deck->reader);
        if (reader_card_is(deck->reader, "begin")) {
            if (!read_block(deck, seen))
                break;
        } else if (!model_read_card(deck->model, deck->reader)) {
            static const char *const WORDS[] = {"begin",           "reference",       "set", "include", "drive caller",
                                                "scalar function", "constitutive law"};
            block_unknown_card(deck->reader, "deck", WORDS, 7);
        }
    }
    if (diag_errors(deck->errors) == 0 && !deck->model->is_help_only)
        check_parts(deck, seen, end);
    diag_flush(deck->errors);
    if (diag_errors(deck->errors) > 0)
        return false;
    if (!seen[DATA] || deck->model->is_help_only) {
        deck->problem = NULL;
        return true;
    }
    if (!seen[ELEMENTS])
        model_add_node_inertia(deck->model);
    if (deck->model->is_settable)
        model_add_applied_forces(deck->model);
    const bool ok = model_freeze(deck->model);
    diag_flush(deck->errors);
    return ok;
}

bool deck_read_file(deck *deck, const char *path, const char *name)
{
    return reader_open(deck->reader, path, name) && deck_read_all(deck);
}

bool deck_read_text(deck *deck, const char *name, const char *words, size_t length)
{
    reader_open_text(deck->reader, name, words, length);
    return deck_read_all(deck);
}
