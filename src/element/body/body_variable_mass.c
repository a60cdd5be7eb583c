/* body_variable_mass.c - a rigid body whose mass, centre and inertia change with time; lost mass leaves without thrust.
 *
 *     b = R b~, u = R b~',  v_c = v + w x b + u,  J = R (J~_mass + J~_geometry) R'     about the centre of mass
 *     momentum rows   m v_c,          J w + b x m v_c
 *     balance rows    m' v_c + m g,   m u x v + R J~_mass' R' w + b x (m' v_c + m g)
 *
 * The terms in m' and J~_mass' restore the momentum that the lost mass carries away. In a moving frame (moving_frame.c)
 * the moment also contains - R J~_geometry' R' W. */
#include "element/body/gravity.h"
#include "element/body/moving_frame.h"
#include "element/body/variable_mass.h"
#include "model/model.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/diag_rows.h"
#include "model/reading.h"
#include "node/structural.h"

typedef struct {
    const node *node;
    const drive *drive;
    const tpl_drive *tpl_drive, *J_mass, *J_geometry;
    const elem *const *gravity;
    const rigid_body_kinematics *motion; /* of the model's frame */
    const model *model;
} variable_body;

extern const elem_type body_variable_mass_type;

static void need_derivative(reader *reader, bool has_derivative)
{
    if (read_ok(reader) && !has_derivative)
        read_error_last(reader, E_NOT_DIFFERENTIABLE, "variable mass");
}

static bool tpl_has_derivative(const tpl_drive *drive)
{
    for (int i = 0; i < drive->n; i++)
        if (!drive_has_derivative(drive->term[i].drive))
            return false;
    return true;
}

static const tpl_drive *body_variable_mass_read_part(reader *reader, int dim, const char *what)
{
    const tpl_drive *drive = read_tpl_drive(reader, dim, what);
    need_derivative(reader, tpl_has_derivative(drive));
    return drive;
}

void variable_mass_read(reader *reader, elem *element, const node *node)
{
    variable_body *body = element->self = ARENA_NEW(reader_arena(reader), variable_body);
    element->type = &body_variable_mass_type;
    body->node = node;
    body->gravity = &model_of(reader)->gravity;
    body->motion = &model_of(reader)->options.motion;
    body->model = model_of(reader);
    if (node && !node->has_rotation)
        read_error_last(reader, E_NODE_WITHOUT_ROTATION, node->label);
    else if (node && structural_is_modal(node))
        read_error_last(reader, E_MODAL_NODE, node->label, "a");
    body->drive = read_drive(reader, "mass");
    need_derivative(reader, drive_has_derivative(body->drive));
    body->tpl_drive = body_variable_mass_read_part(reader, 3, "centre of mass");
    body->J_mass = body_variable_mass_read_part(reader, 9, "inertia that changes with the mass");
    body->J_geometry = body_variable_mass_read_part(reader, 9, "inertia that changes with the geometry");
}

/* The keyword follows the node: the body card gets here through variable_mass_read. */
static void body_variable_mass_read(reader *reader, elem *element)
{
    variable_mass_read(reader, element, read_structural_node(reader, "node"));
}

enum { X = 0, G = 3, BETA = 6, GAMMA = 9 };

static void body_variable_mass_connect(const elem *element, layout *layout)
{
    const variable_body *body = element->self;
    layout_node(layout, body->node);
    const int mom = layout_momentum(layout, body->node);
    layout_clear(layout);
    layout_full(layout, X, mom < 0 ? 6 : 12, X, 6);
}

typedef struct {
    double m, dm;
    vec3 b, db;
    mat3 J, dJ_mass, dJ_geometry;
} inertia_now;

static inertia_now at_time(const variable_body *body, const state *state)
{
    inertia_now inertia_now = {.m = drive_now(body->drive, state),
                               .dm = drive_derivative(body->drive, state, state->t)};
    mat3 geometry;
    inertia_now.b = tpl_drive_vec3(body->tpl_drive, state);
    inertia_now.db = tpl_drive_vec3_derivative(body->tpl_drive, state);
    tpl_drive_value(body->J_mass, state, &inertia_now.J.e[0][0]);
    tpl_drive_value(body->J_geometry, state, &geometry.e[0][0]);
    tpl_drive_derivative(body->J_mass, state, &inertia_now.dJ_mass.e[0][0]);
    tpl_drive_derivative(body->J_geometry, state, &inertia_now.dJ_geometry.e[0][0]);
    inertia_now.J = mat3_add(&inertia_now.J, &geometry);
    return inertia_now;
}

static void body_variable_mass_add_moving_frame(int lanes, const state *state, const variable_body *body,
                                                const inertia_now *inertia_now, local *out)
{
    const rigid_mass of = {
        .node = body->node, .m = inertia_now->m, .b = inertia_now->b, .db = inertia_now->db, .J = inertia_now->J};
    moving_frame_forces(lanes, state, body->motion, &of, out);
    jet_node at;
    jet3 W, M;
    jet_node_seed(lanes, &at, state, body->node->pose, X);
    jet3_const(lanes, &W, moving_frame_now(body->motion, state).W);
    inertia_times(lanes, &at, &inertia_now->dJ_geometry, &W, &M);
    local_add3(out, G, lanes, -1, &M);
}

static void body_variable_mass_eval(int lanes, const state *state, const elem *element, local *out)
{
    const variable_body *body = element->self;
    const inertia_now inertia_now = at_time(body, state);
    if (body->motion->is_set)
        body_variable_mass_add_moving_frame(lanes, state, body, &inertia_now, out);
    jet_node at;
    jet3 arm, u, vc, F, M, t;
    jet_node_seed(lanes, &at, state, body->node->pose, X);
    jet_node_arm(lanes, &arm, &at, inertia_now.b);
    jet_node_arm(lanes, &u, &at, inertia_now.db);
    jet3_cross(lanes, &t, &at.w, &arm);
    jet3_add(lanes, &vc, &at.v, 1, &t);
    jet3_add_to(lanes, &vc, 1, &u);
    /* balance */
    jet3_scale(lanes, &F, inertia_now.dm, &vc);
    jet3_add_vec3_to(&F, inertia_now.m, gravity_at(*body->gravity, state, vec3_add(at.now->x, jet3_value(&arm)), NULL));
    jet3_cross(lanes, &M, &arm, &F);
    jet3_cross(lanes, &t, &u, &at.v);
    jet3_add_to(lanes, &M, inertia_now.m, &t);
    inertia_times(lanes, &at, &inertia_now.dJ_mass, &at.w, &t);
    jet3_add_to(lanes, &M, 1, &t);
    local_add3(out, X, lanes, 1, &F);
    local_add3(out, G, lanes, 1, &M);
    if (body->node->momentum < 0)
        return;
    /* momenta */
    jet3_cross(lanes, &M, &arm, &vc);
    inertia_times(lanes, &at, &inertia_now.J, &at.w, &t);
    jet3_add_to(lanes, &t, inertia_now.m, &M);
    local_add3(out, BETA, lanes, inertia_now.m, &vc);
    local_add3(out, GAMMA, lanes, 1, &t);
}

static const char *const names[] = {"E", "V", "m", NULL};

static double body_variable_mass_private_value(const state *state, const elem *element, int index)
{
    const variable_body *body = element->self;
    const inertia_now inertia_now = at_time(body, state);
    const pose *pose = &state->poses[body->node->pose];
    const vec3 arm = mat3_mulv(&pose->R, inertia_now.b), w = mat3_tmulv(&pose->R, pose->w);
    if (index == 3)
        return inertia_now.m;
    if (index == 2)
        return inertia_now.m * gravity_potential(*body->gravity, state, vec3_add(pose->x, arm));
    const vec3 vc = vec3_add(vec3_add(pose->v, vec3_cross(pose->w, arm)), mat3_mulv(&pose->R, inertia_now.db));
    return inertia_now.m * vec3_dot(vc, vc) / 2 + vec3_dot(w, mat3_mulv(&inertia_now.J, w)) / 2;
}

/* Adds the terms of m v_c and J w + b x m v_c; b~'' is neglected. */
static void add_drift(const inertia_now *inertia_now, const pose *pose, inertia_sum *sum)
{
    const vec3 b = mat3_mulv(&pose->R, inertia_now->b), u = mat3_mulv(&pose->R, inertia_now->db),
               spin = vec3_cross(pose->w, b);
    const vec3 vc = vec3_add(vec3_add(pose->v, spin), u);
    const vec3 rate = vec3_axpy(vec3_scale(inertia_now->dm, vc), 2 * inertia_now->m, vec3_cross(pose->w, u));
    const mat3 dJ = mat3_add(&inertia_now->dJ_mass, &inertia_now->dJ_geometry);
    vec3 moment = mat3_mulv(&pose->R, mat3_mulv(&dJ, mat3_tmulv(&pose->R, pose->w)));
    moment = vec3_axpy(moment, inertia_now->m, vec3_add(vec3_cross(u, vc), vec3_cross(spin, u)));
    sum->beta_drift = vec3_add(sum->beta_drift, rate);
    sum->gamma_drift = vec3_add(sum->gamma_drift, vec3_add(moment, vec3_cross(b, rate)));
}

static void body_variable_mass_inertia(const state *state, const elem *element, inertia_sum *sum)
{
    const variable_body *body = element->self;
    const inertia_now inertia_now = at_time(body, state);
    const mat3 J = inertia_moved(&inertia_now.J, inertia_now.m, inertia_now.b);
    const pose *pose = &state->poses[body->node->pose];
    const vec3 drift = vec3_scale(inertia_now.m, mat3_mulv(&pose->R, inertia_now.db)),
               centre = vec3_add(pose->x, mat3_mulv(&pose->R, inertia_now.b));
    body_add_inertia(pose, inertia_now.m, vec3_scale(inertia_now.m, inertia_now.b), &J, sum);
    sum->beta = vec3_add(sum->beta, drift);
    sum->gamma = vec3_add(sum->gamma, vec3_cross(centre, drift));
    add_drift(&inertia_now, pose, sum);
}

static void body_variable_mass_sample(sampler *from, elem *element)
{
    static const elem *const none = NULL;
    variable_body *body = element->self;
    *body = (variable_body){.node = sample_structural(from, 0),
                            .drive = sample_drive(from),
                            .tpl_drive = sample_tpl_drive(from, 3),
                            .J_mass = sample_tpl_drive(from, 9),
                            .J_geometry = sample_tpl_drive(from, 9),
                            .gravity = &none,
                            .motion = sample_frame_motion(from)};
}

/* Writes the values of the drives at the time of reading. */
static void body_variable_mass_log_line(const elem *element, record *out)
{
    const variable_body *body = element->self;
    const state at_input = model_input_state(body->model);
    double b[3];
    mat3 mass, geometry;
    tpl_drive_value(body->tpl_drive, &at_input, b);
    tpl_drive_value(body->J_mass, &at_input, &mass.e[0][0]);
    tpl_drive_value(body->J_geometry, &at_input, &geometry.e[0][0]);
    record_word(out, "variable body:");
    record_unsigned(out, element->label);
    record_unsigned(out, body->node->label);
    record_real(out, drive_now(body->drive, &at_input));
    record_vec3(out, vec3_load(b));
    record_mat3(out, &mass);
    record_mat3(out, &geometry);
    record_end(out);
}

/* The size is not known before the time is set. */
static void body_variable_mass_draw(const elem *element, drawing *drawing)
{
    const variable_body *body = element->self;
    draw_body(drawing, body->node, 0.0, (vec3){0, 0, 0}, &MAT3_EYE);
}

const elem_type body_variable_mass_type = {
    .card = &elem_cards[CARD_BODY],
    .keyword = "variable mass",
    .grammar = "body: LABEL, NODE, variable mass, (drive) MASS, (drive of 3) CENTRE, "
               "(drive of 3x3) INERTIA WITH THE "
               "MASS, (drive of 3x3) INERTIA WITH THE GEOMETRY",
    .summary = "A rigid body whose mass, centre of mass and inertia change with time.",
    .size = sizeof(variable_body),
    .read = body_variable_mass_read,
    .connect = body_variable_mass_connect,
    .eval = body_variable_mass_eval,
    .private_names = names,
    .private_value = body_variable_mass_private_value,
    .inertia = &(const elem_inertia){.add = body_variable_mass_inertia},
    .log = body_variable_mass_log_line,
    .sample = body_variable_mass_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.momentum_rows = true},
    .drawing = &(const elem_drawing){.draw = body_variable_mass_draw},
};
