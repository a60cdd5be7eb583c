/* joint_regularization_tikhonov.c - lets the constraints of a joint yield in proportion to their multipliers.
 *
 *     phi(x, t) - c lambda = 0        in each row of the joint with the same label
 *
 * c is a compliance: the constraint is violated by c times the reaction. */
#include "model/model.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"

typedef struct {
    const elem *joint;
    double *c; /* compliance of each internal unknown of the joint */
} tikhonov;

static void regularization_tikhonov_read(reader *reader, elem *element)
{
    tikhonov *t = element->self;
    t->joint = read_known_elem(reader, &elem_cards[CARD_JOINT], element->label);
    if (!t->joint || t->joint->n_internal == 0) {
        read_error(reader, t->joint ? E_JOINT_WITHOUT_CONSTRAINTS : E_NO_JOINT, element->location, element->label);
        return;
    }
    const int n = t->joint->n_internal;
    t->c = ARENA_ARRAY(reader_arena(reader), double, n);
    const bool is_list = read_keyword(reader, "list");
    const double all = is_list ? 0.0 : read_real(reader, "coefficient");
    for (int i = 0; i < n; i++)
        t->c[i] = is_list ? read_real(reader, "coefficient") : all;
}

static void regularization_tikhonov_connect(const elem *element, layout *layout)
{
    const tikhonov *t = element->self;
    layout_other(layout, t->joint);
    layout_clear(layout);
    for (int i = 0; i < t->joint->n_internal; i++)
        layout_full(layout, i, 1, i, 1);
}

static void regularization_tikhonov_eval(int lanes, const state *state, const elem *element, local *out)
{
    const tikhonov *t = element->self;
    for (int i = 0; i < t->joint->n_internal; i++) {
        out->r[i] -= t->c[i] * state->y[t->joint->internal + i];
        if (lanes > 0)
            out->J[i * out->ld + i] -= t->c[i];
    }
}

static void regularization_tikhonov_sample(sampler *from, elem *element)
{
    tikhonov *t = element->self;
    t->joint = from->constraint;
    t->c = ARENA_ARRAY(from->memory, double, t->joint->n_internal);
    for (int i = 0; i < t->joint->n_internal; i++)
        t->c[i] = sample_real(from, 0.1, 1.0);
}

const elem_type joint_regularization_tikhonov_type = {
    .card = &elem_cards[CARD_JOINT_REGULARIZATION],
    .keyword = "tikhonov",
    .grammar = "joint regularization: LABEL, tikhonov, { C | list, C [, ...] }",
    .summary = "The constraints of a joint yield in proportion to their reactions.",
    .size = sizeof(tikhonov),
    .read = regularization_tikhonov_read,
    .connect = regularization_tikhonov_connect,
    .eval = regularization_tikhonov_eval,
    .sample = regularization_tikhonov_sample,
    .assembly = &(const elem_assembly){.never = true},
};
