/* user_element.c - an element of a user's module, as the core knows it.
 *
 *     column j by differences:    dvalue (r(y + d) - r(y - d)) / 2d  +  drate (r(y' + d) - r(y' - d)) / 2d
 *
 * The value of a rotation moves the angular velocity along, w += -w_ref x d, as Newton's unknowns do (state.h). */
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

static void user_element_read(reader *r, elem *e)
{
    user_element *u = e->self;
    u->type = ((const element_row *)e->type)->public;
    u->data = arena_alloc(reader_arena(r), u->type->size);
    torsor_reader in = {.r = r, .element = e};
    u->type->read(&in, u->data);
}

static void user_element_connect(const elem *e, layout *l)
{
    const user_element *u = e->self;
    for (int i = 0; i < u->n_parts; i++) {
        const user_part *p = &u->part[i];
        if (p->kind == PART_NODE)
            layout_node(l, p->node);
        else if (p->kind == PART_MOMENTUM)
            layout_momentum(l, p->node);
        else if (p->kind == PART_DOF)
            layout_dof(l, p->dof);
        else
            layout_own(l);
    }
    for (int i = 0; i < u->n_zeros; i++)
        layout_zero(l, u->zero[i].row, u->zero[i].n_rows, u->zero[i].column, u->zero[i].n_columns);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static torsor_inside inside(const state *s, const elem *e)
{
    return (torsor_inside){.s = s, .element = e, .where = e->where};
}

static void add_difference(const elem *e, torsor_inside *in, int column, double weight, local *out)
{
    enum { MOST = USER_LOCAL_MOST };
    const user_element *u = e->self;
    static const double STEP = 6e-6; /* cube root of the rounding error */
    double r[2][MOST];
    if (weight == 0.0)
        return;
    for (int side = 0; side < 2; side++) {
        in->shift.amount = side == 0 ? STEP : -STEP;
        const torsor_instant t = user_instant(in, user_remembered(in->s, e->memory));
        torsor_rows rows = {.r = r[side]};
        memset(r[side], 0, sizeof r[side]);
        u->type->eval(u->data, &t, &rows);
    }
    for (int i = 0; i < e->n; i++)
        out->J[i * out->ld + column] += weight * (r[0][i] - r[1][i]) / (2.0 * STEP);
}

static void differentiate(const state *s, const elem *e, const user_part *p, int k, local *out)
{
    torsor_inside in = inside(s, e);
    const bool is_plain =
        (p->kind == PART_DOF && p->dof->node->type->kind(p->dof->node, p->dof->index) == DOF_ALGEBRAIC) ||
        (p->kind == PART_OWN && e->kinds && e->kinds[k] != OWN_DIFFERENTIAL);
    const bool is_constraint = p->kind == PART_OWN && !e->kinds;
    in.shift = (user_shift){.part = p, .k = k};
    add_difference(e, &in, p->first + k, is_plain || is_constraint ? 1.0 : s->dvalue, out);
    in.shift.is_rate = true;
    add_difference(e, &in, p->first + k, is_plain || is_constraint ? 0.0 : s->drate, out);
}

static void user_element_eval(int n, const state *s, const elem *e, local *out)
{
    const user_element *u = e->self;
    const bool by_differences = u->type->flags & TORSOR_BY_DIFFERENCES;
    const torsor_inside in = inside(s, e);
    const torsor_instant t = user_instant(&in, user_remembered(s, e->memory));
    torsor_rows rows = {.r = out->r, .J = n > 0 && !by_differences ? out->J : NULL, .ld = out->ld};
    u->type->eval(u->data, &t, &rows);
    for (int i = 0; n > 0 && by_differences && i < u->n_parts; i++)
        for (int k = 0; k < u->part[i].n; k++)
            differentiate(s, e, &u->part[i], k, out);
}

static void user_element_rate(const state *s, const elem *e, double *phi_t)
{
    const user_element *u = e->self;
    const torsor_inside in = inside(s, e);
    const torsor_instant t = user_instant(&in, user_remembered(s, e->memory));
    u->type->rate(u->data, &t, phi_t);
}

static void user_element_initial(const state *s, const elem *e, initial_values *v)
{
    const user_element *u = e->self;
    state assembled = *s;
    assembled.poses = v->poses;
    assembled.y = v->y;
    assembled.yp = v->yp;
    const torsor_inside in = inside(&assembled, e);
    const torsor_instant t = user_instant(&in, user_remembered(s, e->memory));
    u->type->initial(u->data, &t, v->y + e->own, v->yp + e->own);
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static void user_element_begin(const void *self, void *memory)
{
    const user_element *u = self;
    u->type->begin(u->data, memory);
}

static bool user_element_valid(const void *self, const void *memory)
{
    const user_element *u = self;
    return u->type->valid(u->data, memory) != 0;
}

typedef void listener(const void *self, const torsor_instant *s, void *memory);

static void user_element_tell(listener *what, const state *s, const elem *e, memory_block *m)
{
    const user_element *u = e->self;
    torsor_inside in = inside(s, e);
    in.memory = m;
    const torsor_instant t = user_instant(&in, user_remembered(s, e->memory));
    what(u->data, &t, e->memory == MEMORY_NONE ? NULL : memory_at(m, e->memory));
}

static listener *slot(const elem *e, size_t offset)
{
    const user_element *u = e->self;
    return *(listener *const *)((const char *)u->type + offset);
}

static void user_element_start(const state *s, const elem *e, memory_block *m)
{
    user_element_tell(slot(e, offsetof(torsor_element_type, start)), s, e, m);
}
static void user_element_predict(const state *s, const elem *e, memory_block *m)
{
    user_element_tell(slot(e, offsetof(torsor_element_type, predict)), s, e, m);
}
static void user_element_accept(const state *s, const elem *e, memory_block *m)
{
    user_element_tell(slot(e, offsetof(torsor_element_type, accept)), s, e, m);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static void user_element_output_row(const state *s, const elem *e, record *out)
{
    const user_element *u = e->self;
    const torsor_inside in = inside(s, e);
    const torsor_instant t = user_instant(&in, user_remembered(s, e->memory));
    record_begin(out, e->label);
    u->type->output(u->data, &t, (torsor_record *)out);
    record_end(out);
}

static double user_element_private_value(const state *s, const elem *e, int index)
{
    const user_element *u = e->self;
    const torsor_inside in = inside(s, e);
    const torsor_instant t = user_instant(&in, user_remembered(s, e->memory));
    return u->type->private_value(u->data, &t, index - 1);
}

static const char *user_element_own_name(const elem *e, int i)
{
    return ((const user_element *)e->self)->type->own_names[i];
}

static void describe_list(const torsor_own_words *list, own_words *d)
{
    for (int i = 0; list && list[i].n > 0; i++)
        describe(d, list[i].n, list[i].unknowns, list[i].equations);
}

static void user_element_describe_own(const elem *e, own_words *d)
{
    const torsor_element_type *by = ((const user_element *)e->self)->type;
    describe_list(by->own_words, d);
    if (d->of_assembly)
        describe_list(by->assembly_words, d);
}

static void user_element_draw(const elem *e, drawing *d)
{
    const user_element *u = e->self;
    u->type->draw(u->data, (torsor_canvas *)d);
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

/* The table of a module of version 1 ends before own_words. */
static const torsor_element_type *user_element_complete(arena *memory, const torsor_element_type *by, unsigned version)
{
    if (version >= 2)
        return by;
    torsor_element_type *t = ARENA_NEW(memory, torsor_element_type);
    memcpy(t, by, offsetof(torsor_element_type, own_words));
    return t;
}

elem_type *user_element_type(arena *memory, const torsor_element_type *given, unsigned version)
{
    const torsor_element_type *by = user_element_complete(memory, given, version);
    element_row *t = ARENA_NEW(memory, element_row);
    t->public = by;
    t->history = history_of(by);
    t->assembly =
        (elem_assembly){.deformable = by->flags & TORSOR_DEFORMABLE, .never = by->flags & TORSOR_NOT_ASSEMBLED};
    t->drawing = (elem_drawing){.draw = by->draw ? user_element_draw : NULL};
    t->type = (elem_type){
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
        .own_name = by->own_names ? user_element_own_name : NULL,
        .describe = by->own_words ? user_element_describe_own : NULL,
        .history = &t->history,
        .drawing = &t->drawing,
        .assembly = &t->assembly,
    };
    return &t->type;
}
