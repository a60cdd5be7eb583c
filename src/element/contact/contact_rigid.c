/* contact_rigid.c - the steps of rigid contact (contact_rigid.h).
 *
 * The impulses are found twice. At the predicted state, from the forces that acted on each node at the end of the last
 * step, as its momenta m b', m c' show them, without those of the contact:
 *
 *     v = v0 + h F/m         w = w0 + h J^-1 (M - w0 x J w0)         F = b' - f,   M = c' + v0 x b - m - centre x F
 *
 * and after each correction, from the velocities that the correction has led to, until these are the ones for which the
 * impulses were found. Bodies on which nothing but gravity and springs act need one correction. Where joints restrict
 * the motion, the inertia of the node alone is too small, and each correction comes closer.
 *
 * Moments are those about the node at the beginning of the step, so that impulses change neither the sum of the momenta
 * nor that of their moments. */
#include "element/contact/contact_rigid.h"
#include "math/symmetric3.h"
#include "model/model.h"
#include <math.h>
#include <string.h>

/* --- memory ------------------------------------------------------------------------------------------------------- */

static size_t rigid_eights(size_t bytes) { return (bytes + 7) / 8 * 8; }

size_t rigid_memory_size(const contact *contact)
{
    const size_t bodies = (size_t)contact->n_bodies, capacity = (size_t)contact->capacity;
    return rigid_eights(sizeof(rigid_count)) + rigid_eights(bodies * sizeof(rigid_inertia)) +
           rigid_eights(bodies * sizeof(rigid_motion)) + 6 * bodies * sizeof(double) +
           rigid_eights(capacity * sizeof(rigid_row));
}

static void *rigid_part(unsigned char **at, size_t bytes)
{
    void *is = *at;
    *at += rigid_eights(bytes);
    return is;
}

rigid_memory rigid_memory_in(const contact *contact, void *block)
{
    const size_t bodies = (size_t)contact->n_bodies;
    unsigned char *at = (unsigned char *)block + contact_pairs_size(contact);
    rigid_memory memory;
    memory.count = rigid_part(&at, sizeof(rigid_count));
    memory.inertia = rigid_part(&at, bodies * sizeof(rigid_inertia));
    memory.motion = rigid_part(&at, bodies * sizeof(rigid_motion));
    memory.force = rigid_part(&at, 6 * bodies * sizeof(double));
    memory.row = rigid_part(&at, (size_t)contact->capacity * sizeof(rigid_row));
    return memory;
}

bool rigid_valid(const contact *contact, const rigid_memory *memory)
{
    bool ok = memory->count->n_rows >= 0 && memory->count->n_rows <= contact->capacity;
    for (int i = 0; ok && i < memory->count->n_rows; i++) {
        const rigid_row *row = &memory->row[i];
        ok = row->pair >= 0 && row->pair < contact->capacity;
        for (int k = 0; ok && k < 2; k++)
            ok = row->body[k] >= 0 && row->body[k] < contact->n_bodies;
    }
    return ok;
}

/* --- inertia ------------------------------------------------------------------------------------------------------ */

/* Inverse of an inertia; zero about axes without inertia, about which contact cannot rotate the node. */
static mat3 inverse_of(const mat3 *J)
{
    vec3 values;
    mat3 axes, inverse = {0};
    symmetric3_principal(J, &values, &axes);
    const double largest = fmax(fabs(values.x), fmax(fabs(values.y), fabs(values.z)));
    for (int k = 0; k < 3; k++) {
        const vec3 axis = mat3_col(&axes, k);
        const mat3 square = mat3_outer(axis, axis);
        if (vec3_get(values, k) > 1e-14 * largest)
            mat3_add_scaled(&inverse, 1.0 / vec3_get(values, k), &square);
    }
    return inverse;
}

/* Sums the inertia of the model by node: sums[pose], about the origin. */
static inertia_sum *sum_of_nodes(const state *state, arena *memory)
{
    const model *model = state->model;
    inertia_sum *sums = ARENA_ARRAY(memory, inertia_sum, model->n_poses);
    int *pose_of = ARENA_ARRAY(memory, int, model->n_unknowns);
    memset(pose_of, -1, (size_t)model->n_unknowns * sizeof *pose_of);
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->pose >= 0 && model->nodes.items[i]->dof >= 0)
            pose_of[model->nodes.items[i]->dof] = model->nodes.items[i]->pose;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        if (!element->type->inertia || !elem_is_on(state, element) || element->n == 0)
            continue;
        if (element->type->inertia->add_to_nodes)
            element->type->inertia->add_to_nodes(state, element, pose_of, sums);
        else if (pose_of[element->column[0]] >= 0)
            element->type->inertia->add(state, element, &sums[pose_of[element->column[0]]]);
    }
    return sums;
}

static rigid_inertia inertia_of(const inertia_sum *sum, const pose *pose)
{
    const inertia_sum about = inertia_sum_about(sum, pose->x);
    const vec3 centre = vec3_scale(1.0 / about.mass, about.s);
    const mat3 J = inertia_moved(&about.J, -about.mass, centre), inverse = inverse_of(&J),
               back = mat3_transpose(&pose->R);
    return (rigid_inertia){.mass = about.mass,
                           .centre = mat3_tmulv(&pose->R, centre),
                           .inverse_inertia = inertia_rotated(&back, &inverse)};
}

void rigid_start(const state *state, const contact *contact, void *memory)
{
    const rigid_memory rigid = rigid_memory_in(contact, memory);
    arena *workspace = arena_create();
    const inertia_sum *sums = sum_of_nodes(state, workspace);
    for (int i = 0; i < contact->n_bodies; i++) {
        const node *node = contact->body[i];
        rigid.inertia[i] = (rigid_inertia){0};
        if (node->momentum >= 0 && sums[node->pose].mass > 0.0)
            rigid.inertia[i] = inertia_of(&sums[node->pose], &state->poses[node->pose]);
    }
    arena_destroy(workspace);
}

/* --- the beginning of a step -------------------------------------------------------------------------------------- */

/* The motion at the beginning of the step. */
static void set_motion(const rigid_inertia *inertia, const pose *at, rigid_motion *motion)
{
    *motion = (rigid_motion){.centre = mat3_mulv(&at->R, inertia->centre), .w = at->w};
    motion->v = vec3_add(at->v, vec3_cross(at->w, motion->centre));
    if (inertia->mass == 0.0)
        return;
    motion->inverse_mass = 1.0 / inertia->mass;
    motion->inverse_inertia = inertia_rotated(&at->R, &inertia->inverse_inertia);
}

/* Adds what the forces other than those of the contact will do in the step, if they remain. */
static void add_forces(const state *state, const node *node, const double *contact_force, rigid_motion *motion)
{
    if (motion->inverse_mass == 0.0)
        return;
    const double *b = state->y_prev + node->momentum, *bp = state->yp_prev + node->momentum;
    const pose *at = &state->poses_prev[node->pose];
    const vec3 F = vec3_sub(vec3_load(bp), vec3_load(contact_force));
    vec3 M = vec3_sub(vec3_add(vec3_load(bp + 3), vec3_cross(at->v, vec3_load(b))), vec3_load(contact_force + 3));
    M = vec3_sub(M, vec3_cross(motion->centre, F));
    motion->v = vec3_axpy(motion->v, state->dt * motion->inverse_mass, F);
    motion->w = vec3_axpy(motion->w, state->dt, mat3_mulv(&motion->inverse_inertia, M));
}

static void set_axes(vec3 n, vec3 axis[3])
{
    const vec3 other = fabs(n.x) < 0.6 ? (vec3){1, 0, 0} : (vec3){0, 1, 0};
    const vec3 across = vec3_cross(n, other);
    axis[0] = n;
    axis[1] = vec3_scale(1.0 / vec3_norm(across), across);
    axis[2] = vec3_cross(n, axis[1]);
}

/* Change of the relative velocity by an impulse along the axis k. */
static vec3 response(const rigid_memory *memory, rigid_row *row, int k)
{
    vec3 u = {0, 0, 0};
    for (int i = 0; i < 2; i++) {
        const rigid_motion *motion = &memory->motion[row->body[i]];
        const vec3 w = mat3_mulv(&motion->inverse_inertia, vec3_cross(row->arm[i], row->axis[k]));
        u = vec3_add(vec3_axpy(u, motion->inverse_mass, row->axis[k]), vec3_cross(w, row->arm[i]));
        row->spin[i][k] = i == 0 ? w : vec3_neg(w);
    }
    return u;
}

static void set_responses(const rigid_memory *memory, double softness, rigid_row *row)
{
    const vec3 normal = response(memory, row, 0), first = response(memory, row, 1), second = response(memory, row, 2);
    for (int k = 0; k < 3; k++)
        row->G[k] = vec3_dot(row->axis[k], normal);
    row->G[3] =
        fmax(vec3_dot(row->axis[1], first), vec3_dot(row->axis[2], second)) + fabs(vec3_dot(row->axis[1], second));
    row->soft = softness * row->G[0];
    row->inverse[0] = row->G[0] > 0.0 ? 1.0 / (row->G[0] + row->soft) : 0.0;
    row->inverse[1] = row->G[3] > 0.0 ? 1.0 / row->G[3] : 0.0;
}

/* Deeper penetrations than this fraction of the smaller dimension part no faster than such a one. */
static const double DEEPEST = 0.01;

static double bound_of(const state *state, const contact *contact, const contact_pair *pair, double gap)
{
    const double size = fmin(shape_extent(&contact->shape[pair->a]), shape_extent(&contact->shape[pair->b]));
    return fmin(-gap, DEEPEST * size) / state->dt;
}

/* True if they meet in this step; speed: that with which they approach. */
static bool meet(const state *state, const contact *contact, double gap, double speed)
{
    return speed > contact->slow && gap <= state->dt * speed;
}

/* Begins with the impulses of the last step, as far as the cone permits. */
static void begin_impulse(const contact *contact, const contact_pair *pair, double part, rigid_row *row)
{
    for (int k = 0; k < 3; k++)
        row->impulse[k] = part * vec3_dot(row->axis[k], vec3_load(pair->impulse));
    row->impulse[0] = fmax(0.0, row->impulse[0]);
    const double size = sqrt(row->impulse[1] * row->impulse[1] + row->impulse[2] * row->impulse[2]),
                 most = contact->law.mu * row->impulse[0];
    for (int k = 1; size > most && k < 3; k++)
        row->impulse[k] *= most / size;
    row->most = fmax(2.0 * part * pair->load, contact->slow / row->G[0]);
}

/* Adds the contact point of a pair, if its shapes can meet in this step. */
static void add_row(const state *state, const contact *contact, const contact_pair *pair, int index,
                    const rigid_memory *memory)
{
    rigid_row *row = &memory->row[memory->count->n_rows];
    const contact_shape *a = &contact->shape[pair->a], *b = &contact->shape[pair->b];
    contact_point point;
    *row = (rigid_row){.body = {a->body, b->body}, .pair = index};
    if (!pair_point(contact, pair, &state->poses_prev[a->node->pose], &state->poses_prev[b->node->pose], &point))
        return;
    for (int i = 0; i < 2; i++)
        row->arm[i] = vec3_sub(point.arm[i], memory->motion[row->body[i]].centre);
    row->gap = point.gap;
    row->bound = bound_of(state, contact, pair, point.gap);
    const bool is_impact = meet(state, contact, point.gap, point.rate);
    if (is_impact && contact->law.restitution > 0.0)
        row->bound = fmax(row->bound, contact->law.restitution * point.rate);
    set_axes(point.n, row->axis);
    set_responses(memory, is_impact ? 0.0 : contact->softness, row);
    if (row->G[0] <= 0.0)
        return;
    begin_impulse(contact, pair, memory->count->length > 0.0 ? state->dt / memory->count->length : 1.0, row);
    memory->count->n_rows++;
}

/* Forces on the nodes, from the impulses of the step. */
static void set_forces(const state *state, const contact *contact, const rigid_memory *memory)
{
    memset(memory->force, 0, 6 * (size_t)contact->n_bodies * sizeof *memory->force);
    for (int i = 0; i < memory->count->n_rows; i++) {
        const rigid_row *row = &memory->row[i];
        vec3 F = {0, 0, 0};
        for (int k = 0; k < 3; k++)
            F = vec3_axpy(F, row->impulse[k] / state->dt, row->axis[k]);
        for (int k = 0; k < 2; k++) {
            double *force = &memory->force[6 * (size_t)row->body[k]];
            const vec3 f = k == 0 ? F : vec3_neg(F);
            vec3_accumulate(force, f);
            vec3_accumulate(force + 3, vec3_cross(vec3_add(row->arm[k], memory->motion[row->body[k]].centre), f));
        }
    }
}

/* Velocity by which the conditions may be violated: it moves a body by the given fraction of the smallest dimension. */
static double tolerance_of(const state *state, const contact *contact)
{
    return contact->accuracy * contact->extent / state->dt;
}

static bool is_implicit_euler(const state *state)
{
    return state->stage == 0 && fabs(state->dvalue - state->dt) <= 1e-9 * state->dt;
}

/* Reports what rigid contact requires and does not find. */
static bool is_possible(const state *state, const contact *contact, const rigid_memory *memory)
{
    const source_location here = contact->main->location;
    if (!is_implicit_euler(state)) {
        state_fail(state, here, "contact %u: rigid contact requires 'method: implicit euler'", contact->main->label);
        return false;
    }
    for (int i = 0; i < contact->n_bodies; i++)
        if (contact->body[i]->momentum >= 0 && memory->inertia[i].mass == 0.0) {
            state_fail(state, here, "contact %u: node %u has no mass, which rigid contact requires",
                       contact->main->label, contact->body[i]->label);
            return false;
        }
    return true;
}

void rigid_predict(const state *state, const contact *contact, void *memory)
{
    const contact_memory pairs = contact_memory_in(contact, memory);
    const rigid_memory rigid = rigid_memory_in(contact, memory);
    if (!is_possible(state, contact, &rigid))
        return;
    contact_find(state, contact, memory);
    for (int i = 0; i < contact->n_bodies; i++) {
        const node *node = contact->body[i];
        set_motion(&rigid.inertia[i], &state->poses_prev[node->pose], &rigid.motion[i]);
        add_forces(state, node, &rigid.force[6 * (size_t)i], &rigid.motion[i]);
    }
    rigid.count->n_rows = 0;
    rigid.count->difference = HUGE_VAL;
    for (int i = 0; i < pairs.count->n; i++)
        add_row(state, contact, &pairs.pair[i], i, &rigid);
    for (int i = 0; i < rigid.count->n_rows; i++)
        rigid_apply(&rigid, &rigid.row[i], rigid.row[i].impulse);
    rigid_solve(contact, &rigid, tolerance_of(state, contact));
    set_forces(state, contact, &rigid);
}

/* --- corrections and the end of a step ---------------------------------------------------------------------------- */

static vec3 velocity_of_centre(const pose *at, const rigid_motion *motion)
{
    return vec3_add(at->v, vec3_cross(at->w, motion->centre));
}

/* Largest difference between the velocities of the state and those that belong to the impulses. */
static double difference_from(const state *state, const contact *contact, const rigid_memory *memory)
{
    double largest = 0.0;
    for (int i = 0; i < contact->n_bodies; i++) {
        const pose *at = &state->poses[contact->body[i]->pose];
        const rigid_motion *motion = &memory->motion[i];
        const double v = vec3_norm(vec3_sub(velocity_of_centre(at, motion), motion->v)),
                     w = vec3_norm(vec3_sub(at->w, motion->w)), sum = v + contact->reach[i] * w;
        largest = sum > largest ? sum : largest;
    }
    return largest;
}

/* While corrections reduce the difference by a factor of ten, they are not finished, and the impulses remain. */
bool rigid_correct(const state *state, const contact *contact, void *memory)
{
    const rigid_memory rigid = rigid_memory_in(contact, memory);
    const double tolerance = tolerance_of(state, contact), before = rigid.count->difference;
    rigid.count->difference = difference_from(state, contact, &rigid);
    if (rigid.count->n_rows == 0 || rigid.count->difference <= 10.0 * tolerance)
        return false;
    if (rigid.count->difference < 0.1 * before)
        return true;
    for (int i = 0; i < contact->n_bodies; i++) {
        const pose *at = &state->poses[contact->body[i]->pose];
        rigid.motion[i].v = velocity_of_centre(at, &rigid.motion[i]);
        rigid.motion[i].w = at->w;
    }
    rigid_solve(contact, &rigid, tolerance);
    set_forces(state, contact, &rigid);
    rigid.count->difference = HUGE_VAL;
    return true;
}

bool rigid_rejects_step(const contact *contact, const void *memory)
{
    const contact_memory pairs = contact_memory_in(contact, (void *)(size_t)memory);
    const rigid_memory rigid = rigid_memory_in(contact, (void *)(size_t)memory);
    for (int i = 0; i < rigid.count->n_rows; i++) {
        const contact_pair *pair = &pairs.pair[rigid.row[i].pair];
        const contact_shape *a = &contact->shape[pair->a], *b = &contact->shape[pair->b];
        if (rigid.row[i].impulse[0] > 0.0 && b->kind != SHAPE_HALF_SPACE &&
            rigid.row[i].gap > 0.5 * fmin(shape_extent(a), shape_extent(b)))
            return true;
    }
    return false;
}

void rigid_accept(const state *state, const contact *contact, void *memory)
{
    const contact_memory pairs = contact_memory_in(contact, memory);
    const rigid_memory rigid = rigid_memory_in(contact, memory);
    *rigid.count = (rigid_count){.n_rows = rigid.count->n_rows, .length = state->dt};
    for (int i = 0; i < pairs.count->n; i++) {
        vec3_store(pairs.pair[i].impulse, (vec3){0, 0, 0});
        pairs.pair[i].load = 0.0;
    }
    for (int i = 0; i < rigid.count->n_rows; i++) {
        const rigid_row *row = &rigid.row[i];
        contact_pair *pair = &pairs.pair[row->pair];
        for (int k = 0; k < 3; k++)
            vec3_accumulate(pair->impulse, vec3_scale(row->impulse[k], row->axis[k]));
        pair->load = fmin(row->impulse[0], row->most);
        rigid.count->n_touching += row->impulse[0] > 0.0;
        rigid.count->pressing += row->impulse[0] / state->dt;
    }
    contact_commit(state, contact, memory);
    for (int i = 0; i < pairs.count->n; i++)
        rigid.count->deepest = fmax(rigid.count->deepest, pairs.pair[i].x);
}
