/* genel_spring.c - an elastic spring between two degrees of freedom, of any order.
 *
 *     f = law(x2 - x1),      row 1 += f,   row 2 -= f                                                           */
#include "element/genel/genel.h"
#include "element/law_user.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/reading.h"

typedef struct {
    node_dof dof, b;
    const law *law;
} spring;

static void genel_spring_read(reader *reader, elem *element)
{
    spring *self = element->self;
    self->dof = read_node_dof(reader, true, "first node");
    self->b = read_node_dof(reader, true, "second node");
    self->law = read_law(reader, 1, "constitutive law");
    if (read_ok(reader) && self->law->kind != LAW_ELASTIC)
        read_error(reader, E_GENEL_NOT_ELASTIC, self->law->location);
}

static void genel_spring_connect(const elem *element, layout *layout)
{
    const spring *self = element->self;
    layout_dof(layout, &self->dof);
    layout_dof(layout, &self->b);
}

static double strain(const state *state, const spring *self)
{
    return node_dof_value(state, &self->b) - node_dof_value(state, &self->dof);
}

static void genel_spring_eval(int lanes, const state *state, const elem *element, local *out)
{
    const spring *self = element->self;
    const double x = strain(state, self), none = 0.0;
    law_result result;
    law_eval(self->law, state, &x, &none, &result);
    out->r[0] = result.stress[0];
    out->r[1] = -result.stress[0];
    if (lanes == 0)
        return;
    const double a = result.by_strain[0] * dof_weight(state, &self->dof),
                 b = result.by_strain[0] * dof_weight(state, &self->b);
    out->J[0] = -a, out->J[1] = b;
    out->J[out->ld] = a, out->J[out->ld + 1] = -b;
}

static void genel_spring_input(const state *state, const elem *element, double *x, double *rate)
{
    *x = strain(state, element->self);
    *rate = 0.0;
}

static const law_user USER = {.law = offsetof(spring, law), .input = genel_spring_input};

static void genel_spring_start(const state *state, const elem *element, memory_block *to)
{
    law_user_start(&USER, state, element, to);
}
static void genel_spring_predict(const state *state, const elem *element, memory_block *to)
{
    law_user_predict(&USER, state, element, to);
}
static void genel_spring_accept(const state *state, const elem *element, memory_block *to)
{
    law_user_accept(&USER, state, element, to);
}

static void genel_spring_sample(sampler *from, elem *element)
{
    spring *self = element->self;
    self->dof = sample_dof(from, 0);
    self->b = sample_dof(from, 1);
    self->law = sample_law(from, 1);
}

const elem_type genel_spring_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "spring",
    .grammar = "genel: LABEL, spring, (dof) NODE 1, (dof) NODE 2, (1D law) LAW",
    .summary = "An elastic spring between two degrees of freedom.",
    .size = sizeof(spring),
    .read = genel_spring_read,
    .connect = genel_spring_connect,
    .eval = genel_spring_eval,
    .history = &(const elem_history){.start = genel_spring_start,
                                     .predict = genel_spring_predict,
                                     .accept = genel_spring_accept},
    .sample = genel_spring_sample,
    .assembly = &(const elem_assembly){.never = true},
};
