/* genel_clamp.c - a degree of freedom that follows a drive.
 *
 *     row:  x - drive(t) = 0
 *     row of the node -= lambda */
#include "element/genel/genel.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/reading.h"

typedef struct {
    node_dof dof;
    const drive *drive;
} clamp;

static const internal_kind POSITION[] = {INTERNAL_CONSTRAINT}, VELOCITY[] = {INTERNAL_VELOCITY_CONSTRAINT},
                           VALUE[] = {INTERNAL_ALGEBRAIC};

static void set_kind(elem *element)
{
    const node_dof *dof = &((const clamp *)element->self)->dof;
    const bool is_algebraic = dof->node && dof->node->type->kind(dof->node, dof->index) == DOF_ALGEBRAIC;
    element->n_internal = 1;
    element->kinds = is_algebraic ? VALUE : dof->derivative ? VELOCITY : POSITION;
}

/* The value of a node as given in the deck. */
static double given_value(const node_dof *dof)
{
    const frame *at = dof->node->initial;
    if (at)
        return dof->index < 3                      ? vec3_get(dof->derivative ? at->v : at->x, dof->index)
               : dof->index < 6 && dof->derivative ? vec3_get(at->w, dof->index - 3)
                                                   : 0.0;
    double y = 0.0, yp = 0.0;
    node as_first = *dof->node;
    as_first.dof = 0;
    as_first.type->initial(&as_first, &(initial_values){.y = &y, .yp = &yp});
    return dof->derivative ? yp : y;
}

static void genel_clamp_read(reader *reader, elem *element)
{
    clamp *self = element->self;
    self->dof = read_node_dof(reader, true, "clamped node");
    if (read_ok(reader) && self->dof.node->n_dof == 0)
        read_error_last(reader, E_GENEL_CLAMPS_PARAMETER, self->dof.node->label);
    if (read_keyword(reader, "from node"))
        self->drive = drive_constant(reader_arena(reader), read_ok(reader) ? given_value(&self->dof) : 0.0);
    else
        self->drive = read_drive(reader, "imposed value");
    if (read_ok(reader))
        set_kind(element);
}

static void genel_clamp_connect(const elem *element, layout *layout)
{
    const clamp *self = element->self;
    layout_dof(layout, &self->dof);
    layout_internal(layout);
    layout_clear(layout);
    layout_full(layout, 0, 1, 1, 1);
    layout_full(layout, 1, 1, 0, 1);
}

static void genel_clamp_eval(int lanes, const state *state, const elem *element, local *out)
{
    const clamp *self = element->self;
    out->r[0] = -state->y[element->internal];
    out->r[1] = node_dof_value(state, &self->dof) - drive_now(self->drive, state);
    if (lanes == 0)
        return;
    out->J[1] = -1.0;
    out->J[out->ld] = dof_weight(state, &self->dof);
}

static void genel_clamp_rate(const state *state, const elem *element, double *phi_t)
{
    phi_t[0] = -drive_derivative(((const clamp *)element->self)->drive, state, state->t);
}

/* Initializes the unknown with the number of the balance row, or its derivative, with the imposed value: for a scalar
 * node this is the clamped unknown, for a dynamic node the momentum. */
static void genel_clamp_initial(const state *state, const elem *element, initial_values *initial)
{
    const clamp *self = element->self;
    const int row = dof_row(&self->dof);
    if (row >= 0)
        (self->dof.derivative ? initial->yp : initial->y)[row] = drive_now(self->drive, state);
}

static void genel_clamp_sample(sampler *from, elem *element)
{
    clamp *self = element->self;
    self->dof = sample_dof(from, 0);
    self->drive = sample_drive(from);
    set_kind(element);
}

const elem_type genel_clamp_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "clamp",
    .grammar = "genel: LABEL, clamp, (dof) NODE, {from node | (drive) IMPOSED VALUE}",
    .summary = "Makes a degree of freedom follow a drive.",
    .size = sizeof(clamp),
    .read = genel_clamp_read,
    .connect = genel_clamp_connect,
    .eval = genel_clamp_eval,
    .rate = genel_clamp_rate,
    .initial = genel_clamp_initial,
    .output = genel_output_reaction,
    .sample = genel_clamp_sample,
    .assembly = &(const elem_assembly){.never = true},
};
