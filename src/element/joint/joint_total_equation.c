/* joint_total_equation.c - the constraints of a total joint without their reactions, which a total internal reaction
 * applies.
 *
 * It owns constraint rows and multipliers (see total.c); the multipliers act on nothing until a reaction refers to
 * them. */
#include "element/joint/total.h"

static void total_equation_read(reader *r, elem *e)
{
    total *j = e->self;
    read_total_sides(r, j);
    read_total_constraints(r, e);
}

static void total_equation_connect(const elem *e, layout *l)
{
    const total *j = e->self;
    layout_sides(l, j->side);
    total_layout(l, j, TOTAL_EQUATIONS);
}

static void total_equation_eval(int n, const state *s, const elem *e, local *out)
{
    total_eval(n, s, e, NULL, TOTAL_EQUATIONS, out);
}

/* Unlike in a total joint the free components do not take part in the imposed rotation. */
static void total_equation_start(const state *s, const elem *e, memory_block *to)
{
    ((total_memory *)memory_at(to, e->memory))->theta = total_now(s, e).theta;
}

static void total_equation_accept(const state *s, const elem *e, memory_block *to)
{
    ((total_memory *)memory_at(to, e->memory))->theta = total_theta(s, e);
}

static void total_equation_output_row(const state *s, const elem *e, record *out) { total_row(s, e, NULL, out); }

static void total_equation_log_line(const elem *e, record *out)
{
    total_log_sides(out, e, "totalequation:", e->self);
    record_end(out);
}

static void total_equation_sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_sides(from, j->side);
    total_sample_constraints(from, j, e);
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
    .own_name = total_own_name,
    .sample = total_equation_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .reactions_unapplied = true},
    .drawing = &(const elem_drawing){.draw = total_draw},
};
