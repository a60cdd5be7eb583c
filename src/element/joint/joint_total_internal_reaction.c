/* joint_total_internal_reaction.c - the reactions of a total equation, applied to two nodes as a total joint does (see
 * total.c).
 *
 * The multipliers are those of the equation: as many components must be active here as there. */
#include "element/joint/total.h"
#include "element/diag_rows.h"

typedef struct {
    total base;
    const elem *equation;
} total_reaction;

static void read_equation(reader *r, elem *e, int n_active)
{
    total_reaction *j = e->self;
    if (!read_keyword(r, "total equation"))
        read_error(r, E_NO_TOTAL_EQUATION, read_place(r));
    const unsigned label = read_label(r, "label of the total equation");
    if (!read_ok(r))
        return;
    j->equation = read_known_elem(r, &elem_cards[CARD_JOINT], label);
    if (!j->equation || j->equation->type != &joint_total_equation_type)
        read_error_last(r, E_NOT_TOTAL_EQUATION, label);
    else if (j->equation->n_own != n_active)
        read_error_last(r, E_TOTAL_REACTIONS, n_active, label, j->equation->n_own);
}

static void total_internal_reaction_read(reader *r, elem *e)
{
    total_reaction *j = e->self;
    total *t = &j->base;
    read_total_sides(r, t);
    read_total_statuses(r, t);
    total_number(t, e, reader_arena(r));
    read_equation(r, e, e->n_own);
    e->n_own = 0;
}

static void total_internal_reaction_connect(const elem *e, layout *l)
{
    const total_reaction *j = e->self;
    layout_node(l, j->base.side[0].node);
    layout_node(l, j->base.side[1].node);
    layout_other(l, j->equation);
    layout_clear(l);
    total_layout(l, &j->base, TOTAL_REACTIONS);
}

static void total_internal_reaction_eval(int n, const state *s, const elem *e, local *out)
{
    const total_reaction *j = e->self;
    total_eval(n, s, e, s->y + j->equation->own, TOTAL_REACTIONS, out);
}

static void total_internal_reaction_output_row(const state *s, const elem *e, record *out)
{
    const total_reaction *j = e->self;
    total_row(s, e, s->y + j->equation->own, out);
}

static void total_internal_reaction_log_line(const elem *e, record *out)
{
    const total_reaction *j = e->self;
    total_log_sides(out, e, "totalreaction:", &j->base);
    record_unsigned(out, j->equation->label);
    record_end(out);
}

static void total_internal_reaction_sample(sampler *from, elem *e)
{
    total_reaction *j = e->self;
    sample_sides(from, j->base.side);
    total_sample_constraints(from, &j->base, e);
    for (int i = 0; i < 6; i++)
        j->base.status[i] = i < from->constraint->n_own ? TOTAL_POSITION : TOTAL_FREE;
    total_number(&j->base, e, from->memory);
    j->equation = from->constraint;
    e->n_own = 0;
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
