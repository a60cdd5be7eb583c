/* joint_total_equation.c - the constraints of a total joint without their reactions, which a total internal reaction
 * applies.
 *
 * It owns constraint rows and multipliers (see total.c); the multipliers have no effect unless a reaction refers to
 * them. */
#include "element/joint/total.h"

static void total_equation_read(reader *reader, elem *element)
{
    total *joint = element->self;
    read_total_sides(reader, joint);
    read_total_constraints(reader, element);
}

static void total_equation_connect(const elem *element, layout *layout)
{
    const total *joint = element->self;
    layout_sides(layout, joint->side);
    total_layout(layout, joint, TOTAL_EQUATIONS);
}

static void total_equation_eval(int lanes, const state *state, const elem *element, local *out)
{
    total_eval(lanes, state, element, NULL, TOTAL_EQUATIONS, out);
}

/* Unlike in a total joint, the free components do not contribute to the imposed rotation. */
static void total_equation_start(const state *state, const elem *element, memory_block *to)
{
    ((total_memory *)memory_at(to, element->memory))->theta = total_now(state, element).theta;
}

static void total_equation_accept(const state *state, const elem *element, memory_block *to)
{
    ((total_memory *)memory_at(to, element->memory))->theta = total_theta(state, element);
}

static void total_equation_output_row(const state *state, const elem *element, record *out)
{
    total_row(state, element, NULL, out);
}

static void total_equation_log_line(const elem *element, record *out)
{
    total_log_sides(out, element, "totalequation:", element->self);
    record_end(out);
}

static void total_equation_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    sample_sides(from, joint->side);
    total_sample_constraints(from, joint, element);
}

const elem_type joint_total_equation_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "total equation",
    .words = "Total equation",
    .grammar = "joint: LABEL, total equation, NODE [, position, F] [, position orientation, R] [, rotation "
               "orientation, R], NODE "
               "[, position, F] [, position orientation, R] [, rotation orientation, R] "
               "[, position constraint, STATUS, STATUS, STATUS, DRIVE3] [, orientation constraint, STATUS, STATUS, "
               "STATUS, DRIVE3]",
    .summary = "The equations of a total joint; a total internal reaction applies their reactions.",
    .size = sizeof(total),
    .read = total_equation_read,
    .history = &(const elem_history){.memory = sizeof(total_memory),
                                     .begin = total_begin,
                                     .start = total_equation_start,
                                     .accept = total_equation_accept},
    .connect = total_equation_connect,
    .eval = total_equation_eval,
    .rate = total_rate,
    .output = total_equation_output_row,
    .log = total_equation_log_line,
    .private_index = total_private_index,
    .private_value = total_private_value,
    .private_names = total_private_names,
    .internal_name = total_internal_name,
    .sample = total_equation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .reactions_unapplied = true},
    .drawing = &(const elem_drawing){.draw = total_draw},
};
