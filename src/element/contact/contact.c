/* contact.c - the element `contact`: shapes attached to nodes that must not pass through each other (contact.h).
 *
 * With few bodies the derivatives of all forces are there. With more than MOST_COUPLED each body is an element of its
 * own, hidden, with the derivatives along its own motion: the matrix stays sparse, and Newton converges since the
 * step resolves every impact. A step is too long, and is repeated, when it changes the normal speed of a pair by more
 * than a share, when its forces do other work than the energy they store, or when shapes could have passed through each
 * other. */
#include "element/contact/contact.h"
#include "base/array.h"
#include "element/diag_rows.h"
#include "deck/named_values.h"
#include "math/restitution.h"
#include "model/model.h"
#include "model/reading.h"
#include <math.h>
#include <string.h>

enum { MOST_COUPLED = 24 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_law_of_contact(reader *r, contact_law *by)
{
    static const char *const KINDS[] = {"linear", "flores", "hunt crossley", "lankarani nikravesh", NULL};
    read_word(r, "law");
    const int kind = read_choice(r, KINDS, "law of contact");
    by->kind = kind < 0 ? LAW_LINEAR : (contact_law_kind)kind;
    double e = 1.0;
    if (by->kind != LAW_LINEAR) {
        read_word(r, "restitution");
        e = read_not_negative(r, "restitution");
        if (read_ok(r) && (e > 1.0 || (e == 0.0 && by->kind == LAW_FLORES)))
            read_error_last(r, E_CONTACT_RESTITUTION, e);
    }
    read_word(r, "kappa");
    by->k = read_positive(r, "stiffness");
    by->n = 1.0;
    by->least = 1e-6;
    if (by->kind == LAW_LINEAR) {
        by->c = read_keyword(r, "damping") ? read_not_negative(r, "damping") : 0.0;
        return;
    }
    read_word(r, "exp");
    by->n = read_positive(r, "exponent");
    if (read_ok(r) && by->n < 1.0)
        read_error_last(r, E_CONTACT_EXPONENT, by->n);
    by->c = read_ok(r) ? restitution_damping((restitution_model)(by->kind - LAW_FLORES), by->k, e) : 0.0;
}

static int contact_body_of(contact *c, const node *n)
{
    for (int i = 0; i < c->n_bodies; i++)
        if (c->body[i] == n)
            return i;
    c->body[c->n_bodies] = n;
    return c->n_bodies++;
}

static double extent_of(const contact_shape *s)
{
    return s->kind == SHAPE_MESH ? vec3_norm(vec3_sub(s->high, s->low)) : shape_size(s);
}

/* A twentieth of the smallest measure; of a mesh its diagonal counts. */
static double margin_of(const contact *c)
{
    double least = HUGE_VAL;
    for (int i = 0; i < c->n_shapes; i++)
        if (extent_of(&c->shape[i]) > 0.0)
            least = fmin(least, extent_of(&c->shape[i]));
    return least < HUGE_VAL ? 0.05 * least : 0.0;
}

static void read_shapes(reader *r, contact *c)
{
    read_word(r, "shapes");
    const int n = read_count(r, 1, "number of shapes");
    contact_shape *shape = ARENA_ARRAY(reader_arena(r), contact_shape, n);
    c->body = ARENA_ARRAY(reader_arena(r), const node *, n);
    int probes = 0;
    for (int i = 0; read_ok(r) && i < n; i++) {
        read_contact_shape(r, &shape[i]);
        shape[i].body = contact_body_of(c, shape[i].node);
        probes += shape[i].n_probes + shape[i].n_edges;
    }
    c->shape = shape;
    c->n_shapes = read_ok(r) ? n : 0;
    c->margin = margin_of(c);
    c->room = 12 * probes + 64;
}

static void add_bodies(model *m, elem *e);

static void contact_read(reader *r, elem *e)
{
    contact *c = e->self;
    c->main = e;
    read_law_of_contact(r, &c->law);
    if (read_keyword(r, "friction")) {
        c->law.mu = read_not_negative(r, "coefficient of friction");
        read_word(r, "slip speed");
        c->law.slip = read_positive(r, "slip speed");
    }
    c->share = read_keyword(r, "share") ? read_not_negative(r, "share of the speed") : 0.05;
    c->slow = read_keyword(r, "slow speed") ? read_not_negative(r, "slow speed") : 1e-2;
    const int room = read_keyword(r, "pairs") ? read_count(r, 1, "room for pairs") : 0;
    read_shapes(r, c);
    c->room = room ? room : c->room;
    if (!read_ok(r))
        return;
    model *m = model_of(r);
    e->memory = memory_reserve(m->plan, (memory_area){.size = contact_memory_size(c),
                                                      .self = c,
                                                      .begin = contact_begin,
                                                      .valid = contact_valid,
                                                      .owner = e->type->card->name,
                                                      .keyword = e->type->keyword,
                                                      .label = e->label});
    if (c->n_bodies > MOST_COUPLED)
        add_bodies(m, e);
}

static void contact_connect(const elem *e, layout *l)
{
    const contact *c = e->self;
    for (int i = 0; c->n_bodies <= MOST_COUPLED && i < c->n_bodies; i++)
        layout_node(l, c->body[i]);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static contact_memory pairs(const state *s, const contact *c)
{
    return contact_memory_in(c, (void *)(size_t)remembered(s, c->main->memory));
}

static void check_room(const state *s, const contact *c, const contact_memory *m)
{
    if (m->count->is_full)
        state_fail(s, c->main->where,
                   "contact %u: more than %d pairs are near each other; 'pairs, N' makes room for more", c->main->label,
                   c->room);
}

/* A jet of the pair in local rows; column of the first lane of each node, -1: not there. */
static void contact_scatter(int n, local *out, int row, const int column[2], double s, const jet3 *a)
{
    for (int k = 0; k < 3; k++) {
        out->r[row + k] += s * a->v[k];
        for (int l = 0; l < n; l++)
            if (column[l / 6] >= 0)
                out->J[(row + k) * out->ld + column[l / 6] + l % 6] += s * a->d[k][l];
    }
}

static void add_force(int n, local *out, const pair_force *f, int side, int row, const int column[2])
{
    jet3 moment;
    const double s = side == 0 ? 1.0 : -1.0;
    jet3_cross(n, &moment, &f->arm[side], &f->F);
    contact_scatter(n, out, row, column, s, &f->F);
    contact_scatter(n, out, row + 3, column, s, &moment);
}

static void contact_eval(int n, const state *s, const elem *e, local *out)
{
    const contact *c = e->self;
    const contact_memory m = pairs(s, c);
    const int lanes = n > 0 ? PAIR_LANES : 0;
    check_room(s, c, &m);
    for (int i = 0; i < m.count->n; i++) {
        pair_force f;
        if (!pair_eval(lanes, s, c, &m.pair[i], &f))
            continue;
        const int at[2] = {6 * c->shape[m.pair[i].a].body, 6 * c->shape[m.pair[i].b].body};
        add_force(lanes, out, &f, 0, at[0], at);
        add_force(lanes, out, &f, 1, at[1], at);
    }
}

/* --- bodies of many ----------------------------------------------------------------------------------------------- */

typedef struct {
    const contact *contact;
    int body;
} contact_body;

static void connect_body(const elem *e, layout *l)
{
    const contact_body *b = e->self;
    layout_node(l, b->contact->body[b->body]);
}

static void eval_body(int n, const state *s, const elem *e, local *out)
{
    const contact_body *b = e->self;
    const contact *c = b->contact;
    const contact_memory m = pairs(s, c);
    const int lanes = n > 0 ? PAIR_LANES : 0;
    check_room(s, c, &m);
    for (int i = m.first[b->body]; i < m.first[b->body + 1]; i++) {
        const contact_pair *p = &m.pair[m.of_body[i]];
        const int side = c->shape[p->a].body == b->body ? 0 : 1;
        const int column[2] = {side == 0 ? 0 : -1, side == 1 ? 0 : -1};
        pair_force f;
        if (pair_eval(lanes, s, c, p, &f))
            add_force(lanes, out, &f, side, 0, column);
    }
}

static const elem_type BODY = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "contact body",
    .size = sizeof(contact_body),
    .connect = connect_body,
    .eval = eval_body,
};

static void add_bodies(model *m, elem *e)
{
    const contact *c = e->self;
    for (int i = 0; i < c->n_bodies; i++) {
        elem *b = ARENA_NEW(m->memory, elem);
        const contact_body self = {.contact = c, .body = i};
        *b = (elem){.type = &BODY,
                    .label = e->label,
                    .where = e->where,
                    .own = -1,
                    .is_hidden = true,
                    .memory = MEMORY_NONE,
                    .switched = MEMORY_NONE};
        b->self = arena_copy(m->memory, &self, sizeof self);
        array_push(&m->elems, b);
    }
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static void contact_type_find(const state *s, const elem *e, memory_block *m)
{
    contact_find(s, e->self, memory_at(m, e->memory));
}

static void contact_start(const state *s, const elem *e, memory_block *m)
{
    state now = *s;
    now.at_prev = s->poses;
    contact_find(&now, e->self, memory_at(m, e->memory));
    contact_commit(s, e->self, memory_at(m, e->memory));
}

static void contact_accept(const state *s, const elem *e, memory_block *m)
{
    contact_commit(s, e->self, memory_at(m, e->memory));
}

/* Shapes that were near may have changed sides. */
static bool has_passed(const state *s, const contact *c, const contact_pair *p, double gap, double rate)
{
    const double size = fmin(shape_size(&c->shape[p->a]), shape_size(&c->shape[p->b]));
    if (c->shape[p->b].kind == SHAPE_HALF_SPACE || p->rate <= 0.0)
        return false;
    const bool is_beyond = p->probe < 0 && gap == HUGE_VAL && p->x < 0.0 && p->x + p->rate * s->dt > 0.0;
    return is_beyond ? p->rate * s->dt > 0.25 * size : rate < 0.0 && p->rate * s->dt > 0.5 * size;
}

/* With m = (f0 + f1)/2 h/|x1' - x0'|, the mass that the impulse has moved, what the step loses or gains is a share of
 * m v^2/2. An event within a step shows there as well. */
static bool is_rough(const state *s, const contact *c, const contact_pair *p, double x, double rate, double v)
{
    const double f = 0.5 * (elastic_force(&c->law, p->x) + elastic_force(&c->law, x));
    return 2.0 * fabs(energy_lost(&c->law, p->x, x)) * fabs(rate - p->rate) >
           0.01 * c->share * c->share * f * s->dt * v * v;
}

/* Since they touched, motion has gained no energy, 1e-7 of what was stored with the usual share; what a single step may
 * add is a sixteenth of that. Where they part all of the work counts: methods of several steps remember the force. */
static bool gains_energy(const contact *c, const contact_pair *p, double x)
{
    const double most = 4e-5 * c->share * c->share * p->stored;
    const double lost = x > 0.0 ? energy_lost(&c->law, p->x, x) : 0.5 * elastic_force(&c->law, p->x) * (x - p->x);
    return p->lost + lost < -most && 16.0 * lost < -most;
}

static bool is_unresolved(const state *s, const contact *c, const contact_pair *p)
{
    double gap, rate;
    pair_gap(c, p, &s->poses[c->shape[p->a].node->pose], &s->poses[c->shape[p->b].node->pose], &gap, &rate);
    if (gap >= 0.0 && !p->is_touching)
        return has_passed(s, c, p, gap, rate);
    const double v = fmax(p->v0, fmax(fabs(rate), fabs(p->rate)));
    return v > c->slow &&
           (fabs(rate - p->rate) > c->share * v || is_rough(s, c, p, -gap, rate, v) || gains_energy(c, p, -gap));
}

static bool contact_rejects_step(const state *s, const elem *e)
{
    const contact *c = e->self;
    const contact_memory m = pairs(s, c);
    if (c->share == 0.0)
        return false;
    for (int i = 0; i < m.count->n; i++)
        if (is_unresolved(s, c, &m.pair[i]))
            return true;
    return contact_has_missed(s, c, &m);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

enum { TOUCHING, DEEPEST, PRESSING, DATA };

static void sum_up(const state *s, const contact *c, double sum[DATA])
{
    const contact_memory m = pairs(s, c);
    memset(sum, 0, DATA * sizeof *sum);
    for (int i = 0; i < m.count->n; i++) {
        pair_force f;
        if (!pair_eval(0, s, c, &m.pair[i], &f))
            continue;
        sum[TOUCHING]++;
        sum[DEEPEST] = fmax(sum[DEEPEST], f.x);
        sum[PRESSING] += f.f;
    }
}

static void contact_output_row(const state *s, const elem *e, record *out)
{
    double sum[DATA];
    sum_up(s, e->self, sum);
    record_begin(out, e->label);
    record_name(out, "n", QUANTITY_DIMENSIONLESS, "pairs that touch");
    record_real(out, sum[TOUCHING]);
    record_name(out, "x", QUANTITY_LENGTH, "deepest penetration");
    record_real(out, sum[DEEPEST]);
    record_name(out, "f", QUANTITY_FORCE, "sum of the normal forces");
    record_real(out, sum[PRESSING]);
    record_end(out);
}

static const char *const NAMES[] = {"n", "x", "f", NULL};

static double contact_private_value(const state *s, const elem *e, int index)
{
    double sum[DATA];
    sum_up(s, e->self, sum);
    return sum[index - 1];
}

static void contact_draw(const elem *e, drawing *d)
{
    const contact *c = e->self;
    for (int i = 0; i < c->n_shapes; i++) {
        const contact_shape *s = &c->shape[i];
        draw_mark(d, s->kind == SHAPE_HALF_SPACE ? SYMBOL_PLANE : SYMBOL_BALL, draw_at(s->node, s->o, &s->R));
    }
}

/* --- the contract test -------------------------------------------------------------------------------------------- */

static void sample_shape(sampler *from, contact_shape *s, shape_kind kind, int body)
{
    s->kind = kind;
    s->node = sample_structural(from, body);
    s->body = body;
    s->o = sample_vec3(from, 0.2);
    s->R = sample_rotation(from);
    s->r = sample_real(from, 1.0, 2.0);
    s->h = kind == SHAPE_SPHERE ? 0.0 : sample_real(from, 0.5, 2.0);
    s->half = (vec3){sample_real(from, 0.5, 2.0), sample_real(from, 0.5, 2.0), sample_real(from, 0.5, 2.0)};
    if (kind == SHAPE_MESH) {
        shape_face *f = ARENA_ARRAY(from->memory, shape_face, 1);
        *f = (shape_face){.v = {{-2, -2, 0}, {3, -1, 0}, {0, 2, 0}}, .n = {0, 0, 1}};
        s->face = f;
        s->n_faces = 1;
    }
    shape_complete(s, from->memory);
}

static void contact_sample(sampler *from, elem *e)
{
    contact *c = e->self;
    contact_shape *shape = ARENA_ARRAY(from->memory, contact_shape, 2);
    c->body = ARENA_ARRAY(from->memory, const node *, 2);
    sample_shape(from, &shape[0], (shape_kind)sample_integer(from, SHAPE_SPHERE, SHAPE_CYLINDER), 0);
    sample_shape(from, &shape[1], (shape_kind)sample_integer(from, SHAPE_SPHERE, SHAPE_MESH), 1);
    c->body[0] = shape[0].node;
    c->body[1] = shape[1].node;
    c->law = (contact_law){.kind = (contact_law_kind)sample_integer(from, LAW_LINEAR, LAW_LANKARANI_NIKRAVESH),
                           .k = sample_real(from, 1.0, 5.0),
                           .n = 1.5,
                           .c = sample_real(from, 0.0, 0.5),
                           .mu = sample_real(from, 0.0, 0.5),
                           .slip = 0.5};
    c->shape = shape;
    c->n_shapes = c->n_bodies = 2;
    c->room = 32;
    c->first_speed = 2.0;
    c->main = e;
    e->memory = memory_reserve(
        from->plan,
        (memory_area){.size = contact_memory_size(c), .self = c, .begin = contact_begin, .valid = contact_valid});
}

const elem_type contact_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "contact",
    .grammar =
        "user defined: LABEL, contact, law, {linear, kappa, K [, damping, C] | {flores | hunt crossley | lankarani "
        "nikravesh}, restitution, E, kappa, K, exp, N} [, friction, MU, slip speed, V] [, share, S] [, slow speed, V] "
        "[, "
        "pairs, N], shapes, N, NODE, {sphere, radius, R | capsule, radius, R, half length, H | box, half sides, A, B, "
        "C "
        "| cylinder, radius, R, half length, H | half space | mesh, vertices, N, V, ..., faces, M, I, J, K, ...} [, "
        "position, F] [, orientation, R], ...",
    .summary = "Contact between shapes attached to nodes, with restitution and friction.",
    .size = sizeof(contact),
    .read = contact_read,
    .connect = contact_connect,
    .eval = contact_eval,
    .history = &(const elem_history){.start = contact_start,
                                     .predict = contact_type_find,
                                     .accept = contact_accept,
                                     .rejects_step = contact_rejects_step},
    .output = contact_output_row,
    .private_names = NAMES,
    .private_value = contact_private_value,
    .drawing = &(const elem_drawing){.draw = contact_draw},
    .sample = contact_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
