/* user_element.c - adapts an element of a user's module to the core.
 *
 *     column j by differences:    dvalue (r(y + d) - r(y - d)) / 2d  +  drate (r(y' + d) - r(y' - d)) / 2d
 *
 * A perturbation d of a rotation also changes the angular velocity, w += w_theta d, as for the unknowns of Newton's
 * method (state.h). */
#include "model/user/inside.h"
#include "base/array.h"
#include "model/model.h"
#include <string.h>

typedef struct {
    elem_type type;
    elem_history history;
    elem_drawing drawing;
    elem_assembly assembly;
    const torsor_element_type *public;
} element_row;

static void user_element_read(reader *reader, elem *element)
{
    user_element *user_element = element->self;
    user_element->type = ((const element_row *)element->type)->public;
    user_element->data = arena_alloc(reader_arena(reader), user_element->type->size);
    torsor_reader in = {.reader = reader, .element = element};
    user_element->type->read(&in, user_element->data);
}

static void user_element_connect(const elem *element, layout *layout)
{
    const user_element *user_element = element->self;
    for (int i = 0; i < user_element->n_parts; i++) {
        const user_part *user_part = &user_element->part[i];
        if (user_part->kind == PART_NODE)
            layout_node(layout, user_part->node);
        else if (user_part->kind == PART_MOMENTUM)
            layout_momentum(layout, user_part->node);
        else if (user_part->kind == PART_DOF)
            layout_dof(layout, user_part->dof);
        else
            layout_internal(layout);
    }
    for (int i = 0; i < user_element->n_zeros; i++)
        layout_zero(layout, user_element->zero[i].row, user_element->zero[i].n_rows, user_element->zero[i].column,
                    user_element->zero[i].n_columns);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static torsor_inside inside(const state *state, const elem *element)
{
    return (torsor_inside){.state = state, .element = element, .location = element->location};
}

static void add_difference(const elem *element, torsor_inside *in, int column, double weight, local *out)
{
    enum { MOST = USER_LOCAL_MOST };
    const user_element *user_element = element->self;
    static const double STEP = 6e-6; /* cube root of the rounding error */
    double r[2][MOST];
    if (weight == 0.0)
        return;
    for (int side = 0; side < 2; side++) {
        in->shift.amount = side == 0 ? STEP : -STEP;
        const torsor_instant instant = user_instant(in, user_remembered(in->state, element->memory));
        torsor_rows rows = {.r = r[side]};
        memset(r[side], 0, sizeof r[side]);
        user_element->type->eval(user_element->data, &instant, &rows);
    }
    for (int i = 0; i < element->n; i++)
        out->J[i * out->ld + column] += weight * (r[0][i] - r[1][i]) / (2.0 * STEP);
}

static void differentiate(const state *state, const elem *element, const user_part *user_part, int k, local *out)
{
    torsor_inside in = inside(state, element);
    const bool is_plain =
        (user_part->kind == PART_DOF &&
         user_part->dof->node->type->kind(user_part->dof->node, user_part->dof->index) == DOF_ALGEBRAIC) ||
        (user_part->kind == PART_INTERNAL && element->kinds && element->kinds[k] != INTERNAL_DIFFERENTIAL);
    const bool is_constraint = user_part->kind == PART_INTERNAL && !element->kinds;
    in.shift = (user_shift){.part = user_part, .k = k};
    add_difference(element, &in, user_part->first + k, is_plain || is_constraint ? 1.0 : state->dvalue, out);
    in.shift.is_rate = true;
    add_difference(element, &in, user_part->first + k, is_plain || is_constraint ? 0.0 : state->drate, out);
}

static void user_element_eval(int lanes, const state *state, const elem *element, local *out)
{
    const user_element *user_element = element->self;
    const bool by_differences = user_element->type->flags & TORSOR_BY_DIFFERENCES;
    const torsor_inside in = inside(state, element);
    const torsor_instant instant = user_instant(&in, user_remembered(state, element->memory));
    torsor_rows rows = {.r = out->r, .J = lanes > 0 && !by_differences ? out->J : NULL, .ld = out->ld};
    user_element->type->eval(user_element->data, &instant, &rows);
    for (int i = 0; lanes > 0 && by_differences && i < user_element->n_parts; i++)
        for (int k = 0; k < user_element->part[i].n; k++)
            differentiate(state, element, &user_element->part[i], k, out);
}

static void user_element_rate(const state *state, const elem *element, double *phi_t)
{
    const user_element *user_element = element->self;
    const torsor_inside in = inside(state, element);
    const torsor_instant instant = user_instant(&in, user_remembered(state, element->memory));
    user_element->type->rate(user_element->data, &instant, phi_t);
}

static void user_element_initial(const state *s, const elem *element, initial_values *initial)
{
    const user_element *user_element = element->self;
    state assembled = *s;
    assembled.poses = initial->poses;
    assembled.y = initial->y;
    assembled.yp = initial->yp;
    const torsor_inside in = inside(&assembled, element);
    const torsor_instant instant = user_instant(&in, user_remembered(s, element->memory));
    user_element->type->initial(user_element->data, &instant, initial->y + element->internal,
                                initial->yp + element->internal);
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static void user_element_begin(const void *self, void *memory)
{
    const user_element *element = self;
    element->type->begin(element->data, memory);
}

static bool user_element_valid(const void *self, const void *memory)
{
    const user_element *element = self;
    return element->type->valid(element->data, memory) != 0;
}

typedef void callback(const void *self, const torsor_instant *instant, void *memory);

static void user_element_notify(callback *what, const state *state, const elem *element, memory_block *memory)
{
    const user_element *user_element = element->self;
    torsor_inside in = inside(state, element);
    in.memory = memory;
    const torsor_instant instant = user_instant(&in, user_remembered(state, element->memory));
    what(user_element->data, &instant, element->memory == MEMORY_NONE ? NULL : memory_at(memory, element->memory));
}

static callback *slot(const elem *element, size_t offset)
{
    const user_element *user_element = element->self;
    return *(callback *const *)((const char *)user_element->type + offset);
}

static void user_element_start(const state *state, const elem *element, memory_block *memory)
{
    user_element_notify(slot(element, offsetof(torsor_element_type, start)), state, element, memory);
}
static void user_element_predict(const state *state, const elem *element, memory_block *memory)
{
    user_element_notify(slot(element, offsetof(torsor_element_type, predict)), state, element, memory);
}
static void user_element_accept(const state *state, const elem *element, memory_block *memory)
{
    user_element_notify(slot(element, offsetof(torsor_element_type, accept)), state, element, memory);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void user_element_output_row(const state *state, const elem *element, record *out)
{
    const user_element *user_element = element->self;
    const torsor_inside in = inside(state, element);
    const torsor_instant instant = user_instant(&in, user_remembered(state, element->memory));
    record_begin(out, element->label);
    user_element->type->output(user_element->data, &instant, (torsor_record *)out);
    record_end(out);
}

static double user_element_private_value(const state *state, const elem *element, int index)
{
    const user_element *user_element = element->self;
    const torsor_inside in = inside(state, element);
    const torsor_instant instant = user_instant(&in, user_remembered(state, element->memory));
    return user_element->type->private_value(user_element->data, &instant, index - 1);
}

static const char *user_element_internal_name(const elem *element, int i)
{
    return ((const user_element *)element->self)->type->internal_names[i];
}

static void describe_list(const torsor_internal_words *list, internal_words *words)
{
    for (int i = 0; list && list[i].n > 0; i++)
        describe(words, list[i].n, list[i].unknowns, list[i].equations);
}

static void user_element_describe_internal(const elem *element, internal_words *words)
{
    const torsor_element_type *by = ((const user_element *)element->self)->type;
    describe_list(by->internal_words, words);
    if (words->of_assembly)
        describe_list(by->assembly_words, words);
}

static void user_element_draw(const elem *element, drawing *drawing)
{
    const user_element *user_element = element->self;
    user_element->type->draw(user_element->data, (torsor_canvas *)drawing);
}

static elem_history history_of(const torsor_element_type *by)
{
    return (elem_history){
        .memory = by->memory,
        .begin = by->begin ? user_element_begin : NULL,
        .valid = by->valid ? user_element_valid : NULL,
        .start = by->start ? user_element_start : NULL,
        .predict = by->predict ? user_element_predict : NULL,
        .accept = by->accept ? user_element_accept : NULL,
    };
}

/* Completes a table of version 1, which ends before internal_words. */
static const torsor_element_type *user_element_complete(arena *memory, const torsor_element_type *by, unsigned version)
{
    if (version >= 2)
        return by;
    torsor_element_type *type = ARENA_NEW(memory, torsor_element_type);
    memcpy(type, by, offsetof(torsor_element_type, internal_words));
    return type;
}

const elem_type *user_element_as(arena *memory, const elem_type *type, const elem_card *card)
{
    element_row *row = arena_copy(memory, type, sizeof *row);
    row->type.card = card;
    return &row->type;
}

elem_type *user_element_type(arena *memory, const torsor_element_type *given, unsigned version)
{
    const torsor_element_type *by = user_element_complete(memory, given, version);
    element_row *row = ARENA_NEW(memory, element_row);
    row->public = by;
    row->history = history_of(by);
    row->assembly =
        (elem_assembly){.deformable = by->flags & TORSOR_DEFORMABLE, .never = by->flags & TORSOR_NOT_ASSEMBLED};
    row->drawing = (elem_drawing){.draw = by->draw ? user_element_draw : NULL};
    row->type = (elem_type){
        .card = &elem_cards[CARD_USER_DEFINED],
        .keyword = by->keyword,
        .grammar = by->grammar,
        .summary = by->summary,
        .size = sizeof(user_element),
        .read = user_element_read,
        .connect = user_element_connect,
        .eval = user_element_eval,
        .rate = by->rate ? user_element_rate : NULL,
        .initial = by->initial ? user_element_initial : NULL,
        .output = by->output ? user_element_output_row : NULL,
        .private_names = by->private_names,
        .private_value = by->private_value ? user_element_private_value : NULL,
        .internal_name = by->internal_names ? user_element_internal_name : NULL,
        .describe = by->internal_words ? user_element_describe_internal : NULL,
        .history = &row->history,
        .drawing = &row->drawing,
        .assembly = &row->assembly,
    };
    return &row->type;
}
