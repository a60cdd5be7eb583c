/* genel_spring.c - an elastic spring between two degrees of freedom, of any order.
 *
 *     f = law(x2 - x1),      row 1 += f,   row 2 -= f                                                           */
#include "element/genel/genel.h"
#include "element/law_user.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/reading.h"

typedef struct {
    node_dof a, b;
    const law *law;
} spring;

static void genel_spring_read(reader *r, elem *e)
{
    spring *self = e->self;
    self->a = read_node_dof(r, true, "first node");
    self->b = read_node_dof(r, true, "second node");
    self->law = read_law(r, 1, "constitutive law");
    if (read_ok(r) && self->law->kind != LAW_ELASTIC)
        read_error(r, E_GENEL_NOT_ELASTIC, self->law->where);
}

static void genel_spring_connect(const elem *e, layout *l)
{
    const spring *self = e->self;
    layout_dof(l, &self->a);
    layout_dof(l, &self->b);
}

static double strain(const state *s, const spring *self)
{
    return node_dof_value(s, &self->b) - node_dof_value(s, &self->a);
}

static void genel_spring_eval(int n, const state *s, const elem *e, local *out)
{
    const spring *self = e->self;
    const double x = strain(s, self), none = 0.0;
    law_result f;
    law_eval(self->law, s, &x, &none, &f);
    out->r[0] = f.stress[0];
    out->r[1] = -f.stress[0];
    if (n == 0)
        return;
    const double a = f.by_strain[0] * dof_weight(s, &self->a), b = f.by_strain[0] * dof_weight(s, &self->b);
    out->J[0] = -a, out->J[1] = b;
    out->J[out->ld] = a, out->J[out->ld + 1] = -b;
}

static void genel_spring_input(const state *s, const elem *e, double *x, double *rate)
{
    *x = strain(s, e->self);
    *rate = 0.0;
}

static const law_user USER = {.law = offsetof(spring, law), .input = genel_spring_input};

static void genel_spring_start(const state *s, const elem *e, memory_block *to) { law_user_start(&USER, s, e, to); }
static void genel_spring_predict(const state *s, const elem *e, memory_block *to) { law_user_predict(&USER, s, e, to); }
static void genel_spring_accept(const state *s, const elem *e, memory_block *to) { law_user_accept(&USER, s, e, to); }

static void genel_spring_sample(sampler *from, elem *e)
{
    spring *self = e->self;
    self->a = sample_dof(from, 0);
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
