/* deck.c - the blocks of a deck, in their order. */
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

void deck_destroy(deck *d)
{
    if (!d)
        return;
    reader_destroy(d->reader);
    model_destroy(d->model);
    symbols_destroy(d->names);
    diag_destroy(d->errors);
    sources_destroy(d->texts);
    arena_destroy(d->memory);
}

static void report_unknown_problem(deck *d, const char *word, const char *const *names)
{
    int n = 0;
    while (names[n])
        n++;
    const char *near = word ? nearest_word(word, names, n) : NULL;
    read_error(d->reader, E_UNKNOWN_PROBLEM, read_place(d->reader), read_shown(d->reader));
    if (near)
        diag_hint(d->errors, "did you mean '%s'?", near);
}

/* The model learns here what the problem asks of its parts. */
static void set_problem(deck *d, const problem_type *type)
{
    d->problem = problem_create(type, d->memory);
    d->model->problem = problem_type_traits(type);
}

static void read_problem_card(deck *d)
{
    const char *names[PROBLEM_NAMES];
    problem_names(names);
    const char *word = read_peek_word(d->reader);
    const int which = read_try_choice(d->reader, names);
    if (which >= 0)
        set_problem(d, problem_type_find(names[which]));
    else
        report_unknown_problem(d, word, names);
    reader_card_end(d->reader);
}

static void read_data(deck *d)
{
    while (block_card(d->model, d->reader, "data")) {
        static const char *const WORDS[] = {"problem"};
        if (reader_card_is(d->reader, "problem") || reader_card_is(d->reader, "integrator"))
            read_problem_card(d);
        else
            block_unknown_card(d->reader, "data", WORDS, 1);
    }
    if (!d->problem)
        set_problem(d, problem_type_default());
}

typedef enum { DATA, PROBLEM, CONTROL, NODES, DRIVERS, ELEMENTS, PARALLEL, PARTS } part;
/* The block of the problem has the name of its type. */
static const char *const PART_NAMES[PARTS] = {"data", NULL, "control data", "nodes", "drivers", "elements", "parallel"};

static const char *part_name(const deck *d, int which)
{
    if (PART_NAMES[which])
        return PART_NAMES[which];
    return d->problem ? d->problem->type->keyword : problem_type_default()->keyword;
}

static bool is_any_node_announced(const control *c)
{
    for (int i = 0; c->nodes_announced && i < node_type_count; i++)
        if (c->nodes_announced[i] > 0)
            return true;
    return false;
}

static bool is_any_element_announced(const control *c)
{
    for (int i = 0; c->elems_announced && i < CLASS_COUNT; i++)
        if (c->elems_announced[i] > 0 && !(elem_classes[i].flags & CLASS_IS_IMPLIED))
            return true;
    return false;
}

/* Whether the deck has to have a block. */
static bool is_needed(const deck *d, part which)
{
    const control *c = &d->model->options;
    switch (which) {
    case NODES:
        return is_any_node_announced(c);
    case DRIVERS:
        return c->drivers_announced > 0;
    case ELEMENTS:
        return is_any_element_announced(c);
    case PARALLEL:
        return false;
    default:
        return true;
    }
}

static bool is_in_order(deck *d, const bool *seen, part now, place at)
{
    int missing = DATA, later = PARTS;
    while (missing < (int)now && (seen[missing] || !is_needed(d, (part)missing)))
        missing++;
    for (int p = PARTS - 1; p >= (int)now; p--)
        later = seen[p] ? p : later;
    if (later == PARTS && missing == (int)now)
        return true;
    diag_report(d->errors, E_BLOCK_ORDER, at, part_name(d, now));
    if (seen[now])
        diag_hint(d->errors, "there was such a block before");
    else if (later < PARTS)
        diag_hint(d->errors, "it must come before the block '%s'", part_name(d, later));
    else
        diag_hint(d->errors, "the block '%s' must come before it", part_name(d, missing));
    return false;
}

/* How to divide the model among the processes of MPI; here threads do that work, and the model is divided by itself. */
static void read_parallel(deck *d)
{
    diag_report(d->errors, W_PARALLEL, reader_card_place(d->reader));
    while (block_card(d->model, d->reader, "parallel"))
        reader_card_skip(d->reader);
    d->problem->assembly_threads = d->problem->linear_options.threads = THREADS_AUTO;
}

static void deck_read_part(deck *d, part now, const char *block)
{
    switch (now) {
    case DATA:
        read_data(d);
        break;
    case PROBLEM:
        read_problem(d->reader, d->problem ? d->problem : problem_create(problem_type_default(), d->memory), block);
        break;
    case CONTROL:
        model_declare_time(d->model, d->problem ? d->problem->t0 : 0);
        read_control_data(d->reader, &d->model->options);
        break;
    case NODES:
        model_read_nodes(d->model, d->reader);
        break;
    case DRIVERS:
        model_read_drivers(d->model, d->reader);
        break;
    case PARALLEL:
        read_parallel(d);
        break;
    default:
        model_read_elements(d->model, d->reader);
    }
}

/* The names of all blocks, and the part that each of them is. */
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

static bool read_block(deck *d, bool *seen)
{
    const char *names[BLOCK_NAMES];
    part parts[BLOCK_NAMES];
    list_blocks(names, parts);
    const place at = read_place(d->reader);
    const int which = read_choice(d->reader, names, "block");
    const bool ok = read_ok(d->reader);
    reader_card_end(d->reader);
    if (!ok || which < 0)
        return false;
    const bool in_order = is_in_order(d, seen, parts[which], at);
    seen[parts[which]] = true;
    if (in_order)
        deck_read_part(d, parts[which], names[which]);
    return in_order;
}

static void check_parts(deck *d, const bool *seen, place end)
{
    for (int p = PROBLEM; seen[DATA] && p < PARTS; p++)
        if (!seen[p] && p != DRIVERS && is_needed(d, (part)p))
            diag_report(d->errors, E_NO_MODEL, end, part_name(d, p));
}

/* With the elements the model is complete: other text than a further block is not read. */
static bool goes_on(deck *d, const bool *seen)
{
    place at;
    const char *next = seen[ELEMENTS] ? reader_peek_card(d->reader, &at) : NULL;
    if (!next || strcmp(next, "begin") == 0)
        return true;
    diag_report(d->errors, W_BEHIND_ELEMENTS, at);
    return false;
}

static bool deck_read_all(deck *d)
{
    bool seen[PARTS] = {false};
    place end = {0, 0, 0};
    d->model->limits = *reader_limits(d->reader);
    while (!diag_full(d->errors) && goes_on(d, seen) && reader_card(d->reader)) {
        end = reader_card_place(d->reader);
        if (reader_card_is(d->reader, "begin")) {
            if (!read_block(d, seen))
                break;
        } else if (!model_read_card(d->model, d->reader)) {
            static const char *const WORDS[] = {"begin",           "reference",       "set", "include", "drive caller",
                                                "scalar function", "constitutive law"};
            block_unknown_card(d->reader, "deck", WORDS, 7);
        }
    }
    if (diag_errors(d->errors) == 0)
        check_parts(d, seen, end);
    diag_flush(d->errors);
    if (diag_errors(d->errors) > 0)
        return false;
    if (!seen[DATA]) {
        d->problem = NULL;
        return true;
    }
    if (!seen[ELEMENTS])
        model_add_node_inertia(d->model);
    if (d->model->is_settable)
        model_add_applied_forces(d->model);
    const bool ok = model_freeze(d->model);
    diag_flush(d->errors);
    return ok;
}

bool deck_read_file(deck *d, const char *path, const char *name)
{
    return reader_open(d->reader, path, name) && deck_read_all(d);
}

bool deck_read_text(deck *d, const char *name, const char *words, size_t length)
{
    reader_open_text(d->reader, name, words, length);
    return deck_read_all(d);
}
