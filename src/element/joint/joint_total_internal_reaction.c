/* joint_total_internal_reaction.c - the reactions of a total equation, applied to two nodes as a total joint does (see
 * total.c).
 *
 * The multipliers are those of the equation: both must have the same number of active components. */
#include "element/joint/total.h"
#include "element/diag_rows.h"

typedef struct {
    total base;
    const elem *equation;
} total_reaction;

static void read_equation(reader *reader, elem *element, int n_active)
{
    total_reaction *total_reaction = element->self;
    if (!read_keyword(reader, "total equation"))
        read_error(reader, E_NO_TOTAL_EQUATION, read_place(reader));
    const unsigned label = read_label(reader, "label of the total equation");
    if (!read_ok(reader))
        return;
    total_reaction->equation = read_known_elem(reader, &elem_cards[CARD_JOINT], label);
    if (!total_reaction->equation || total_reaction->equation->type != &joint_total_equation_type)
        read_error_last(reader, E_NOT_TOTAL_EQUATION, label);
    else if (total_reaction->equation->n_internal != n_active)
        read_error_last(reader, E_TOTAL_REACTIONS, n_active, label, total_reaction->equation->n_internal);
}

static void total_internal_reaction_read(reader *reader, elem *element)
{
    total_reaction *total_reaction = element->self;
    total *joint = &total_reaction->base;
    read_total_sides(reader, joint);
    read_total_statuses(reader, joint);
    total_number(joint, element, reader_arena(reader));
    read_equation(reader, element, element->n_internal);
    element->n_internal = 0;
}

static void total_internal_reaction_connect(const elem *element, layout *layout)
{
    const total_reaction *total_reaction = element->self;
    layout_node(layout, total_reaction->base.side[0].node);
    layout_node(layout, total_reaction->base.side[1].node);
    layout_other(layout, total_reaction->equation);
    layout_clear(layout);
    total_layout(layout, &total_reaction->base, TOTAL_REACTIONS);
}

static void total_internal_reaction_eval(int lanes, const state *state, const elem *element, local *out)
{
    const total_reaction *total_reaction = element->self;
    total_eval(lanes, state, element, state->y + total_reaction->equation->internal, TOTAL_REACTIONS, out);
}

static void total_internal_reaction_output_row(const state *state, const elem *element, record *out)
{
    const total_reaction *total_reaction = element->self;
    total_row(state, element, state->y + total_reaction->equation->internal, out);
}

static void total_internal_reaction_log_line(const elem *element, record *out)
{
    const total_reaction *total_reaction = element->self;
    total_log_sides(out, element, "totalreaction:", &total_reaction->base);
    record_unsigned(out, total_reaction->equation->label);
    record_end(out);
}

static void total_internal_reaction_sample(sampler *from, elem *element)
{
    total_reaction *total_reaction = element->self;
    sample_sides(from, total_reaction->base.side);
    total_sample_constraints(from, &total_reaction->base, element);
    for (int i = 0; i < 6; i++)
        total_reaction->base.status[i] = i < from->constraint->n_internal ? TOTAL_POSITION : TOTAL_FREE;
    total_number(&total_reaction->base, element, from->memory);
    total_reaction->equation = from->constraint;
    element->n_internal = 0;
}

const elem_type joint_total_internal_reaction_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "total internal reaction",
    .words = "Total reaction",
    .grammar = "joint: LABEL, total internal reaction, NODE [, position, F] [, position orientation, R] [, rotation "
               "orientation, R], NODE "
               "[, position, F] [, position orientation, R] [, rotation orientation, R] [, position constraint, "
               "STATUS, STATUS, STATUS] "
               "[, orientation constraint, STATUS, STATUS, STATUS], total equation, LABEL",
    .summary = "The reactions of a total equation, applied to two nodes.",
    .size = sizeof(total_reaction),
    .read = total_internal_reaction_read,
    .history = &(const elem_history){.memory = sizeof(total_memory), .begin = total_begin},
    .connect = total_internal_reaction_connect,
    .eval = total_internal_reaction_eval,
    .output = total_internal_reaction_output_row,
    .log = total_internal_reaction_log_line,
    .sample = total_internal_reaction_sample,
    .assembly = &(const elem_assembly){.always = true},
    .expectations = &(const elem_expectations){.internal_forces = true},
    .drawing = &(const elem_drawing){.draw = total_draw},
};
