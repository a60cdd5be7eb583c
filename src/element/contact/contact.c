/* contact.c - the element `contact`: shapes attached to nodes that must not pass through each other (contact.h).
 *
 * With few bodies, the Jacobian contains the derivatives of all forces. With more than MOST_COUPLED, each body becomes
 * a separate hidden element with the derivatives with respect to its own motion: the matrix remains sparse, and
 * Newton's method converges since the step resolves every impact. A step is too long, and is repeated, if it changes
 * the normal speed of a pair by more than a given fraction, if the work of its forces differs from the energy that they
 * store, or if shapes could have passed through each other. */
#include "element/contact/contact_rigid.h"
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

static double read_restitution(reader *reader, contact_law_kind kind)
{
    const double e = read_not_negative(reader, "restitution");
    if (read_ok(reader) && (e > 1.0 || (e == 0.0 && kind == LAW_FLORES)))
        read_error_last(reader, E_CONTACT_RESTITUTION, e);
    return e;
}

/* A force as a function of the penetration. */
static void read_force(reader *reader, contact_law *by)
{
    double e = 1.0;
    if (by->kind != LAW_LINEAR) {
        read_word(reader, "restitution");
        e = read_restitution(reader, by->kind);
    }
    read_word(reader, "kappa");
    by->k = read_positive(reader, "stiffness");
    by->n = 1.0;
    by->least = 1e-6;
    if (by->kind == LAW_LINEAR) {
        by->c = read_keyword(reader, "damping") ? read_not_negative(reader, "damping") : 0.0;
        return;
    }
    read_word(reader, "exp");
    by->n = read_positive(reader, "exponent");
    if (read_ok(reader) && by->n < 1.0)
        read_error_last(reader, E_CONTACT_EXPONENT, by->n);
    by->c = read_ok(reader) ? restitution_damping((restitution_model)(by->kind - LAW_FLORES), by->k, e) : 0.0;
}

static void read_rigid(reader *reader, contact *contact)
{
    if (read_keyword(reader, "restitution"))
        contact->law.restitution = read_restitution(reader, LAW_RIGID);
    contact->iterations = read_keyword(reader, "iterations") ? read_count(reader, 1, "number of iterations") : 50;
    contact->accuracy = read_keyword(reader, "accuracy") ? read_positive(reader, "accuracy") : 1e-7;
    contact->softness = read_keyword(reader, "softness") ? read_not_negative(reader, "softness") : 0.003;
}

static void read_law_of_contact(reader *reader, contact *contact)
{
    static const char *const KINDS[] = {"linear", "flores", "hunt crossley", "lankarani nikravesh", "rigid", NULL};
    read_word(reader, "law");
    const int kind = read_choice(reader, KINDS, "law of contact");
    contact->law.kind = kind < 0 ? LAW_LINEAR : (contact_law_kind)kind;
    if (contact->law.kind == LAW_RIGID)
        read_rigid(reader, contact);
    else
        read_force(reader, &contact->law);
}

static int contact_body_of(contact *contact, const node *node)
{
    for (int i = 0; i < contact->n_bodies; i++)
        if (contact->body[i] == node)
            return i;
    contact->body[contact->n_bodies] = node;
    return contact->n_bodies++;
}

static double least_extent(const contact *contact)
{
    double least = HUGE_VAL;
    for (int i = 0; i < contact->n_shapes; i++)
        least = fmin(least, shape_extent(&contact->shape[i]));
    return least < HUGE_VAL ? least : 0.0;
}

/* Half-spaces reach as far as what touches them. */
static const double *find_reach(const contact *contact, arena *memory)
{
    double *reach = ARENA_ARRAY(memory, double, contact->n_bodies);
    for (int i = 0; i < contact->n_shapes; i++) {
        const contact_shape *shape = &contact->shape[i];
        if (shape->kind != SHAPE_HALF_SPACE)
            reach[shape->body] = fmax(reach[shape->body], shape->reach);
    }
    return reach;
}

static void read_shapes(reader *reader, contact *contact)
{
    read_word(reader, "shapes");
    const int n = read_count(reader, 1, "number of shapes");
    contact_shape *shape = ARENA_ARRAY(reader_arena(reader), contact_shape, n);
    contact->body = ARENA_ARRAY(reader_arena(reader), const node *, n);
    int probes = 0;
    for (int i = 0; read_ok(reader) && i < n; i++) {
        read_contact_shape(reader, &shape[i]);
        shape[i].body = contact_body_of(contact, shape[i].node);
        probes += shape[i].n_probes + shape[i].n_edges;
    }
    contact->shape = shape;
    contact->n_shapes = read_ok(reader) ? n : 0;
    contact->extent = least_extent(contact);
    contact->margin = 0.05 * contact->extent;
    contact->reach = find_reach(contact, reader_arena(reader));
    contact->capacity = 12 * probes + 64;
}

static void add_bodies(model *model, elem *element);

static void read_friction(reader *reader, contact_law *law)
{
    law->mu = read_not_negative(reader, "coefficient of friction");
    if (law->kind == LAW_RIGID)
        return;
    read_word(reader, "slip speed");
    law->slip = read_positive(reader, "slip speed");
}

static void contact_read(reader *reader, elem *element)
{
    contact *contact = element->self;
    contact->main = element;
    read_law_of_contact(reader, contact);
    const bool is_rigid = contact->law.kind == LAW_RIGID;
    if (read_keyword(reader, "friction"))
        read_friction(reader, &contact->law);
    contact->share =
        !is_rigid && read_keyword(reader, "share") ? read_not_negative(reader, "share of the speed") : 0.05;
    contact->slow = read_keyword(reader, "slow speed") ? read_not_negative(reader, "slow speed") : 1e-2;
    const int capacity = read_keyword(reader, "pairs") ? read_count(reader, 1, "capacity for pairs") : 0;
    read_shapes(reader, contact);
    contact->capacity = capacity ? capacity : contact->capacity;
    if (!read_ok(reader))
        return;
    model *model = model_of(reader);
    element->memory = memory_reserve(model->plan, (memory_area){.size = contact_memory_size(contact),
                                                                .self = contact,
                                                                .begin = contact_begin,
                                                                .valid = contact_valid,
                                                                .owner = element->type->card->name,
                                                                .keyword = element->type->keyword,
                                                                .label = element->label});
    if (is_rigid || contact->n_bodies > MOST_COUPLED)
        add_bodies(model, element);
}

static void contact_connect(const elem *element, layout *layout)
{
    const contact *contact = element->self;
    const bool is_coupled = contact->law.kind != LAW_RIGID && contact->n_bodies <= MOST_COUPLED;
    for (int i = 0; is_coupled && i < contact->n_bodies; i++)
        layout_node(layout, contact->body[i]);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static contact_memory pairs(const state *state, const contact *contact)
{
    return contact_memory_in(contact, (void *)(size_t)remembered(state, contact->main->memory));
}

static void check_space(const state *state, const contact *contact, const contact_memory *memory)
{
    if (memory->count->is_full)
        state_fail(state, contact->main->location,
                   "contact %u: more than %d pairs are close to each other; increase the limit with 'pairs, N'",
                   contact->main->label, contact->capacity);
}

/* Adds a jet of the pair to local rows; column of the first lane of each node, -1 if it has none. */
static void contact_scatter(int lanes, local *out, int row, const int column[2], double s, const jet3 *a)
{
    for (int k = 0; k < 3; k++) {
        out->r[row + k] += s * a->v[k];
        for (int l = 0; l < lanes; l++)
            if (column[l / 6] >= 0)
                out->J[(row + k) * out->ld + column[l / 6] + l % 6] += s * a->d[k][l];
    }
}

static void add_force(int lanes, local *out, const pair_force *force, int side, int row, const int column[2])
{
    jet3 moment;
    const double s = side == 0 ? 1.0 : -1.0;
    jet3_cross(lanes, &moment, &force->arm[side], &force->F);
    contact_scatter(lanes, out, row, column, s, &force->F);
    contact_scatter(lanes, out, row + 3, column, s, &moment);
}

static void contact_eval(int n, const state *state, const elem *element, local *out)
{
    const contact *contact = element->self;
    const contact_memory memory = pairs(state, contact);
    const int lanes = n > 0 ? PAIR_LANES : 0;
    check_space(state, contact, &memory);
    for (int i = 0; contact->law.kind != LAW_RIGID && i < memory.count->n; i++) {
        pair_force force;
        if (!pair_eval(lanes, state, contact, &memory.pair[i], &force))
            continue;
        const int at[2] = {6 * contact->shape[memory.pair[i].a].body, 6 * contact->shape[memory.pair[i].b].body};
        add_force(lanes, out, &force, 0, at[0], at);
        add_force(lanes, out, &force, 1, at[1], at);
    }
}

/* --- separate elements of bodies ---------------------------------------------------------------------------------- */

typedef struct {
    const contact *contact;
    int body;
} contact_body;

static void connect_body(const elem *element, layout *layout)
{
    const contact_body *body = element->self;
    layout_node(layout, body->contact->body[body->body]);
}

/* Rigid contact: the forces of the step, which do not depend on the state. */
static void connect_rigid(const elem *element, layout *layout)
{
    connect_body(element, layout);
    layout_clear(layout);
}

static void eval_rigid(int n, const state *state, const elem *element, local *out)
{
    const contact_body *body = element->self;
    const contact *contact = body->contact;
    (void)n;
    if (state->now != PHASE_STEP && state->now != PHASE_DUMMY)
        return;
    const rigid_memory memory = rigid_memory_in(contact, (void *)(size_t)remembered(state, contact->main->memory));
    for (int k = 0; k < 6; k++)
        out->r[k] += memory.force[6 * (size_t)body->body + (size_t)k];
}

static const elem_type RIGID_BODY = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "rigid contact body",
    .size = sizeof(contact_body),
    .connect = connect_rigid,
    .eval = eval_rigid,
};

static void eval_body(int n, const state *state, const elem *element, local *out)
{
    const contact_body *body = element->self;
    const contact *contact = body->contact;
    const contact_memory memory = pairs(state, contact);
    const int lanes = n > 0 ? SIDE_LANES : 0, column[2] = {0, -1};
    check_space(state, contact, &memory);
    for (int i = memory.first[body->body]; i < memory.first[body->body + 1]; i++) {
        const contact_pair *pair = &memory.pair[memory.of_body[i]];
        const int side = contact->shape[pair->a].body == body->body ? 0 : 1;
        pair_force force;
        if (pair_eval_side(lanes, state, contact, pair, side, &force))
            add_force(lanes, out, &force, side, 0, column);
    }
}

static const elem_type BODY = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "contact body",
    .size = sizeof(contact_body),
    .connect = connect_body,
    .eval = eval_body,
};

static void add_bodies(model *model, elem *element)
{
    const contact *contact = element->self;
    for (int i = 0; i < contact->n_bodies; i++) {
        elem *b = ARENA_NEW(model->memory, elem);
        const contact_body self = {.contact = contact, .body = i};
        *b = (elem){.type = contact->law.kind == LAW_RIGID ? &RIGID_BODY : &BODY,
                    .label = element->label,
                    .location = element->location,
                    .internal = -1,
                    .is_hidden = true,
                    .memory = MEMORY_NONE,
                    .switched = MEMORY_NONE};
        b->self = arena_copy(model->memory, &self, sizeof self);
        array_push(&model->elems, b);
    }
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static void contact_predict(const state *state, const elem *element, memory_block *memory)
{
    const contact *contact = element->self;
    if (contact->law.kind == LAW_RIGID)
        rigid_predict(state, contact, memory_at(memory, element->memory));
    else
        contact_find(state, contact, memory_at(memory, element->memory));
}

/* Rigid contact adapts its impulses after each correction of a step, and needs at least one. */
static exchange_status contact_exchange(const state *state, const elem *element, memory_block *memory,
                                        exchange_point at)
{
    const contact *contact = element->self;
    if (contact->law.kind != LAW_RIGID || at == EXCHANGE_START)
        return EXCHANGE_DONE;
    if (at == EXCHANGE_PREDICTED)
        return EXCHANGE_PENDING;
    return rigid_correct(state, contact, memory_at(memory, element->memory)) ? EXCHANGE_PENDING : EXCHANGE_CONTINUES;
}

static void contact_start(const state *s, const elem *element, memory_block *memory)
{
    state now = *s;
    now.poses_prev = s->poses;
    if (((const contact *)element->self)->law.kind == LAW_RIGID) {
        rigid_start(s, element->self, memory_at(memory, element->memory));
        return;
    }
    contact_find(&now, element->self, memory_at(memory, element->memory));
    contact_commit(s, element->self, memory_at(memory, element->memory));
}

static void contact_accept(const state *state, const elem *element, memory_block *memory)
{
    const contact *contact = element->self;
    if (contact->law.kind == LAW_RIGID)
        rigid_accept(state, contact, memory_at(memory, element->memory));
    else
        contact_commit(state, contact, memory_at(memory, element->memory));
}

/* Returns true if shapes that were near may have changed sides. */
static bool has_passed(const state *state, const contact *contact, const contact_pair *pair, double gap, double rate)
{
    const double size = fmin(shape_size(&contact->shape[pair->a]), shape_size(&contact->shape[pair->b]));
    if (contact->shape[pair->b].kind == SHAPE_HALF_SPACE || pair->rate <= 0.0)
        return false;
    const bool is_beyond =
        pair->probe < 0 && gap == HUGE_VAL && pair->x < 0.0 && pair->x + pair->rate * state->dt > 0.0;
    return is_beyond ? pair->rate * state->dt > 0.25 * size : rate < 0.0 && pair->rate * state->dt > 0.5 * size;
}

/* With m = (f0 + f1)/2 h/|x1' - x0'|, the mass moved by the impulse, the loss or gain of the step is a fraction of the
 * kinetic energy m v^2/2. This also detects an event within the step. */
static bool is_rough(const state *state, const contact *contact, const contact_pair *pair, double x, double rate,
                     double v)
{
    const double f = 0.5 * (elastic_force(&contact->law, pair->x) + elastic_force(&contact->law, x));
    return 2.0 * fabs(energy_lost(&contact->law, pair->x, x)) * fabs(rate - pair->rate) >
           0.01 * contact->share * contact->share * f * state->dt * v * v;
}

/* Since first contact, the motion may gain at most 1e-7 of the stored energy with the default fraction; a single step
 * may add a sixteenth of that. At separation, all of the work counts: multistep methods remember the force. */
static bool gains_energy(const contact *contact, const contact_pair *pair, double x)
{
    const double most = 4e-5 * contact->share * contact->share * pair->stored;
    const double lost =
        x > 0.0 ? energy_lost(&contact->law, pair->x, x) : 0.5 * elastic_force(&contact->law, pair->x) * (x - pair->x);
    return pair->lost + lost < -most && 16.0 * lost < -most;
}

static bool is_unresolved(const state *state, const contact *contact, const contact_pair *pair)
{
    double gap, rate;
    pair_gap(contact, pair, &state->poses[contact->shape[pair->a].node->pose],
             &state->poses[contact->shape[pair->b].node->pose], &gap, &rate);
    if (gap >= 0.0 && !pair->is_touching)
        return has_passed(state, contact, pair, gap, rate);
    const double v = fmax(pair->v0, fmax(fabs(rate), fabs(pair->rate)));
    return v > contact->slow && (fabs(rate - pair->rate) > contact->share * v ||
                                 is_rough(state, contact, pair, -gap, rate, v) || gains_energy(contact, pair, -gap));
}

static bool contact_rejects_step(const state *state, const elem *element)
{
    const contact *contact = element->self;
    const contact_memory memory = pairs(state, contact);
    if (contact->law.kind == LAW_RIGID)
        return rigid_rejects_step(contact, remembered(state, element->memory));
    if (contact->share == 0.0)
        return false;
    for (int i = 0; i < memory.count->n; i++)
        if (is_unresolved(state, contact, &memory.pair[i]))
            return true;
    return contact_has_missed(state, contact, &memory);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

enum { TOUCHING, DEEPEST, PRESSING, DATA };

static void sum_up(const state *state, const contact *contact, double sum[DATA])
{
    const contact_memory memory = pairs(state, contact);
    memset(sum, 0, DATA * sizeof *sum);
    if (contact->law.kind == LAW_RIGID) {
        const rigid_memory rigid = rigid_memory_in(contact, (void *)(size_t)remembered(state, contact->main->memory));
        sum[TOUCHING] = rigid.count->n_touching;
        sum[DEEPEST] = rigid.count->deepest;
        sum[PRESSING] = rigid.count->pressing;
        return;
    }
    for (int i = 0; i < memory.count->n; i++) {
        pair_force force;
        if (!pair_eval(0, state, contact, &memory.pair[i], &force))
            continue;
        sum[TOUCHING]++;
        sum[DEEPEST] = fmax(sum[DEEPEST], force.x);
        sum[PRESSING] += force.f;
    }
}

static void contact_output_row(const state *state, const elem *element, record *out)
{
    double sum[DATA];
    sum_up(state, element->self, sum);
    record_begin(out, element->label);
    record_name(out, "n", QUANTITY_DIMENSIONLESS, "pairs that touch");
    record_real(out, sum[TOUCHING]);
    record_name(out, "x", QUANTITY_LENGTH, "deepest penetration");
    record_real(out, sum[DEEPEST]);
    record_name(out, "f", QUANTITY_FORCE, "sum of the normal forces");
    record_real(out, sum[PRESSING]);
    record_end(out);
}

static const char *const NAMES[] = {"n", "x", "f", NULL};

static double contact_private_value(const state *state, const elem *element, int index)
{
    double sum[DATA];
    sum_up(state, element->self, sum);
    return sum[index - 1];
}

static void contact_draw(const elem *element, drawing *drawing)
{
    const contact *contact = element->self;
    for (int i = 0; i < contact->n_shapes; i++) {
        const contact_shape *shape = &contact->shape[i];
        draw_mark(drawing, shape->kind == SHAPE_HALF_SPACE ? SYMBOL_PLANE : SYMBOL_BALL,
                  draw_at(shape->node, shape->o, &shape->R));
    }
}

/* --- the contract test -------------------------------------------------------------------------------------------- */

static void sample_shape(sampler *from, contact_shape *shape, shape_kind kind, int body)
{
    shape->kind = kind;
    shape->node = sample_structural(from, body);
    shape->body = body;
    shape->o = sample_vec3(from, 0.2);
    shape->R = sample_rotation(from);
    shape->r = sample_real(from, 1.0, 2.0);
    shape->h = kind == SHAPE_SPHERE ? 0.0 : sample_real(from, 0.5, 2.0);
    shape->half = (vec3){sample_real(from, 0.5, 2.0), sample_real(from, 0.5, 2.0), sample_real(from, 0.5, 2.0)};
    if (kind == SHAPE_MESH) {
        shape_face *f = ARENA_ARRAY(from->memory, shape_face, 1);
        *f = (shape_face){.v = {{-2, -2, 0}, {3, -1, 0}, {0, 2, 0}}, .n = {0, 0, 1}};
        shape->face = f;
        shape->n_faces = 1;
    }
    shape_complete(shape, from->memory);
}

static void contact_sample(sampler *from, elem *element)
{
    contact *contact = element->self;
    contact_shape *shape = ARENA_ARRAY(from->memory, contact_shape, 2);
    contact->body = ARENA_ARRAY(from->memory, const node *, 2);
    sample_shape(from, &shape[0], (shape_kind)sample_integer(from, SHAPE_SPHERE, SHAPE_CYLINDER), 0);
    sample_shape(from, &shape[1], (shape_kind)sample_integer(from, SHAPE_SPHERE, SHAPE_MESH), 1);
    contact->body[0] = shape[0].node;
    contact->body[1] = shape[1].node;
    contact->law = (contact_law){.kind = (contact_law_kind)sample_integer(from, LAW_LINEAR, LAW_LANKARANI_NIKRAVESH),
                                 .k = sample_real(from, 1.0, 5.0),
                                 .n = 1.5,
                                 .c = sample_real(from, 0.0, 0.5),
                                 .mu = sample_real(from, 0.0, 0.5),
                                 .slip = 0.5};
    contact->shape = shape;
    contact->n_shapes = contact->n_bodies = 2;
    contact->capacity = 32;
    contact->first_speed = 2.0;
    contact->main = element;
    element->memory = memory_reserve(from->plan, (memory_area){.size = contact_memory_size(contact),
                                                               .self = contact,
                                                               .begin = contact_begin,
                                                               .valid = contact_valid});
}

const elem_type contact_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "contact",
    .grammar =
        "user defined: LABEL, contact, law, {linear, kappa, K [, damping, C] | {flores | hunt crossley | lankarani "
        "nikravesh}, restitution, E, kappa, K, exp, N | rigid [, restitution, E] [, iterations, ITERATIONS] [, "
        "accuracy, ACCURACY] [, softness, SOFTNESS]} [, friction, MU [, slip speed, V]] [, share, S] [, slow speed, V] "
        "[, pairs, N], shapes, N, NODE, {sphere, radius, R | capsule, radius, R, half length, H | box, half sides, A, "
        "B, C | cylinder, radius, R, half length, H | half space | mesh, vertices, N, V, ..., faces, M, I, J, K, ...} "
        "[, position, F] [, orientation, R], ...",
    .summary = "Contact between shapes attached to nodes, with restitution and friction.",
    .size = sizeof(contact),
    .read = contact_read,
    .connect = contact_connect,
    .eval = contact_eval,
    .history = &(const elem_history){.start = contact_start,
                                     .predict = contact_predict,
                                     .accept = contact_accept,
                                     .rejects_step = contact_rejects_step},
    .exchange = &(const elem_exchange){.exchange = contact_exchange},
    .output = contact_output_row,
    .private_names = NAMES,
    .private_value = contact_private_value,
    .drawing = &(const elem_drawing){.draw = contact_draw},
    .sample = contact_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
