/* genel_spring_support.c - springs and dampers on degrees of freedom.
 *
 *     spring support:        row of the node     -= f(x, x')
 *     cross spring support:  row of the row node -= f(x, x') of the column node                                 */
#include "element/genel/genel.h"
#include "element/law_user.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    node_dof row, column; /* identical for a spring support */
    bool is_cross;
    const law *law;
} support;

static void read_support(reader *reader, elem *element)
{
    support *self = element->self;
    self->row = self->column = read_plain_dof(reader, "node");
    self->law = read_law(reader, 1, "constitutive law");
}

static void read_cross(reader *reader, elem *element)
{
    support *self = element->self;
    self->is_cross = true;
    self->row = read_node_dof(reader, true, "row node");
    self->column = read_plain_dof(reader, "column node");
    self->law = read_law(reader, 1, "constitutive law");
}

static void genel_spring_support_connect(const elem *element, layout *layout)
{
    const support *self = element->self;
    layout_dof(layout, &self->row);
    if (!self->is_cross)
        return;
    layout_dof(layout, &self->column);
    layout_clear(layout);
    layout_full(layout, 0, 1, 1, 1);
}

static void genel_spring_support_eval(int lanes, const state *state, const elem *element, local *out)
{
    const support *self = element->self;
    double x, xp;
    plain_dof(state, &self->column, &x, &xp);
    law_result result;
    law_eval(self->law, state, &x, &xp, &result);
    out->r[0] = -result.stress[0];
    if (lanes > 0)
        out->J[self->is_cross] = -(result.by_strain[0] * state->dvalue + result.by_rate[0] * state->drate);
}

static void genel_spring_support_input(const state *state, const elem *element, double *x, double *rate)
{
    plain_dof(state, &((const support *)element->self)->column, x, rate);
}

static const law_user USER = {.law = offsetof(support, law), .input = genel_spring_support_input};

static void genel_spring_support_start(const state *state, const elem *element, memory_block *to)
{
    law_user_start(&USER, state, element, to);
}
static void genel_spring_support_predict(const state *state, const elem *element, memory_block *to)
{
    law_user_predict(&USER, state, element, to);
}
static void genel_spring_support_accept(const state *state, const elem *element, memory_block *to)
{
    law_user_accept(&USER, state, element, to);
}

static void sample_support(sampler *from, elem *element)
{
    support *self = element->self;
    self->row = self->column = sample_dof(from, 0);
    self->law = sample_law(from, 1);
}

static void sample_cross(sampler *from, elem *element)
{
    support *self = element->self;
    self->is_cross = true;
    self->row = sample_dof(from, 0);
    self->column = sample_dof(from, 1);
    self->law = sample_law(from, 1);
}

#define SUPPORT_SLOTS                                                                                  \
    .history = &(const elem_history){.start = genel_spring_support_start,                              \
                                     .predict = genel_spring_support_predict,                          \
                                     .accept = genel_spring_support_accept},                           \
    .card = &elem_cards[CARD_GENEL], .size = sizeof(support), .connect = genel_spring_support_connect, \
    .eval = genel_spring_support_eval

const elem_type genel_spring_support_type = {
    SUPPORT_SLOTS,
    .keyword = "spring support",
    .grammar = "genel: LABEL, spring support, (dof) NODE, (1D law) LAW",
    .summary = "A spring or damper between a degree of freedom and the ground.",
    .read = read_support,
    .sample = sample_support,
    .assembly = &(const elem_assembly){.never = true},
};

const elem_type genel_cross_spring_support_type = {
    SUPPORT_SLOTS,
    .keyword = "cross spring support",
    .grammar = "genel: LABEL, cross spring support, (dof) ROW NODE, (dof) COLUMN NODE, (1D law) LAW",
    .summary = "A force on one degree of freedom that depends on another.",
    .read = read_cross,
    .sample = sample_cross,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.no_potential = true},
};
