/* triangular_contact.c - contact with friction between spheres on nodes and triangles on another node (bristle.h).
 *
 *     in the frame of the target node:  p: centre of a sphere,  n: normal of a triangle,  a: its first corner
 *     g = n . (p - a) - r,   N = -f(g),   where p is above the triangle
 *     U: velocity of the sphere relative to the triangle at the point p - (g + r) n of the plane, along e1 and e2
 *     F = N n - N (tau_1 e1 + tau_2 e2) at that point on the node of the sphere, -F on the target
 *
 * f is the penalty function, negative for g < 0; e1: along the first edge of the triangle, e2 = n x e1. Friction acts
 * where N > 0. Each pair of a sphere and a triangle has its own bristles: their deflection is reset to zero when the
 * sphere leaves the space above the triangle, and is constant while the sphere is above the triangle without touching
 * it. */
#include "element/joint/joint.h"
#include "contract/scalar_function.h"
#include "element/diag_rows.h"
#include "element/contact/bristle.h"
#include "math/jet_functions.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    vec3 a, n;     /* the first corner; the normal */
    vec3 along[2]; /* e1, e2 */
    vec3 b, c;     /* reciprocal vectors of the two edges from it: barycentric coordinates */
    vec3 middle;
} face;

typedef struct {
    const node *node;
    int first; /* first local index of the node */
    vec3 o;
    double r;
} ball;

typedef struct {
    const node *target;
    const scalar_function *function;
    double search; /* distance from the centre of a triangle; infinite without the option */
    int n_faces, n_balls, n_nodes;
    const face *face;
    const ball *ball;
    const node **nodes; /* n_nodes */
    bool rubs;
    bristle friction;
} contact;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static face make_face(reader *reader, const vec3 v[3])
{
    const vec3 u = vec3_sub(v[1], v[0]), w = vec3_sub(v[2], v[0]), cross = vec3_cross(u, w);
    const double area = vec3_norm(cross);
    face face = {.a = v[0]};
    if (area == 0.0) {
        read_error_last(reader, E_CONTACT_FACE);
        return face;
    }
    face.n = vec3_scale(1.0 / area, cross);
    face.b = vec3_scale(1.0 / area, vec3_cross(w, face.n));
    face.c = vec3_scale(1.0 / area, vec3_cross(face.n, u));
    face.along[0] = vec3_scale(1.0 / vec3_norm(u), u);
    face.along[1] = vec3_cross(face.n, face.along[0]);
    face.middle = vec3_scale(1.0 / 3.0, vec3_add(v[0], vec3_add(v[1], v[2])));
    return face;
}

static void read_faces(reader *reader, contact *contact)
{
    arena *memory = reader_arena(reader);
    const frame_context context = {.node_frame = contact->target ? contact->target->initial : NULL};
    read_word(reader, "number of target vertices");
    const int n = read_count(reader, 3, "number of target vertices");
    vec3 *corner = ARENA_ARRAY(memory, vec3, n);
    for (int i = 0; read_ok(reader) && i < n; i++)
        corner[i] = read_position_rel(reader, &context, "target vertex");
    read_word(reader, "number of target faces");
    const int m = read_count(reader, 1, "number of target faces");
    face *f = ARENA_ARRAY(memory, face, m);
    for (int i = 0; read_ok(reader) && i < m; i++) {
        vec3 v[3] = {0};
        for (int k = 0; k < 3; k++) {
            const int at = read_integer_in(reader, 1, n, "number of a target vertex");
            v[k] = read_ok(reader) ? corner[at - 1] : corner[0];
        }
        if (read_ok(reader))
            f[i] = make_face(reader, v);
    }
    contact->face = f;
    contact->n_faces = read_ok(reader) ? m : 0;
}

static void read_balls(reader *reader, contact *contact)
{
    ARRAY(ball) all = {0};
    read_word(reader, "number of contact nodes");
    const int n = read_count(reader, 1, "number of contact nodes");
    contact->nodes = ARENA_ARRAY(reader_arena(reader), const node *, n);
    for (int i = 0; read_ok(reader) && i < n; i++) {
        const node *on = contact->nodes[i] = read_structural_node(reader, "contact node");
        const frame_context context = {.node_frame = on ? on->initial : NULL};
        read_word(reader, "number of contact vertices");
        const int m = read_count(reader, 1, "number of contact vertices");
        for (int k = 0; read_ok(reader) && k < m; k++) {
            ball ball = {.node = on, .first = 6 + 6 * i};
            read_word(reader, "offset");
            ball.o = read_position_rel(reader, &context, "offset");
            read_word(reader, "radius");
            ball.r = read_not_negative(reader, "radius");
            array_push(&all, ball);
        }
    }
    contact->n_nodes = n;
    contact->n_balls = all.n;
    contact->ball = arena_copy(reader_arena(reader), all.items, (size_t)all.n * sizeof *all.items);
    array_free(&all);
}

static void triangular_contact_reserve(elem *element, memory_plan *plan)
{
    const contact *contact = element->self;
    const size_t pairs = contact->rubs ? (size_t)contact->n_balls * (size_t)contact->n_faces : 0;
    element->memory = memory_reserve(plan, (memory_area){.size = pairs * sizeof(bristle_memory),
                                                         .self = contact,
                                                         .owner = "user defined",
                                                         .keyword = "triangular contact",
                                                         .label = element->label});
}

static void triangular_contact_read(reader *reader, elem *element)
{
    static const char *const MODELS[] = {"none", "lugre", NULL};
    contact *contact = element->self;
    read_word(reader, "target node");
    contact->target = read_structural_node(reader, "target node");
    read_word(reader, "penalty function");
    contact->function = read_scalar_function(reader, "penalty function");
    contact->search = read_keyword(reader, "search radius") ? read_positive(reader, "search radius") : HUGE_VAL;
    contact->rubs = read_keyword(reader, "friction model") && read_choice(reader, MODELS, "friction model") == 1;
    if (contact->rubs)
        read_stepping_bristle(reader, &contact->friction);
    read_faces(reader, contact);
    read_balls(reader, contact);
    triangular_contact_reserve(element, model_of(reader)->plan);
}

static void triangular_contact_connect(const elem *element, layout *layout)
{
    const contact *contact = element->self;
    layout_node(layout, contact->target);
    for (int i = 0; i < contact->n_nodes; i++)
        layout_node(layout, contact->nodes[i]);
    layout_clear(layout);
    layout_full(layout, 0, 6, 0, 6 + 6 * contact->n_nodes);
    for (int i = 1; i <= contact->n_nodes; i++) {
        layout_full(layout, 6 * i, 6, 0, 6);
        layout_full(layout, 6 * i, 6, 6 * i, 6);
    }
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

enum { LANES = 12 }; /* target, then the node of the sphere */

/* Adds a to local rows, with columns of the target and of the node at `at`. */
static void triangular_contact_scatter(int lanes, local *out, int row, int at, double s, const jet3 *a)
{
    for (int k = 0; k < 3; k++) {
        out->r[row + k] += s * a->v[k];
        double *to = jacobian_row(out, row + k);
        JET_LANES(lanes, l) to[l < 6 ? l : at + l - 6] += s * a->d[k][l];
    }
}

static bool is_above(const face *face, vec3 p)
{
    const vec3 d = vec3_sub(p, face->a);
    const double b = vec3_dot(face->b, d), c = vec3_dot(face->c, d);
    return b >= 0.0 && c >= 0.0 && b + c <= 1.0;
}

static bool is_near(const contact *contact, const face *face, vec3 x)
{
    return vec3_norm(vec3_sub(x, face->middle)) <= contact->search && is_above(face, x);
}

/* Centre of a sphere in the frame of the target. */
static vec3 centre(const state *state, const contact *contact, const ball *ball)
{
    const pose *at = &state->poses[ball->node->pose], *pose = &state->poses[contact->target->pose];
    return mat3_tmulv(&pose->R, vec3_sub(vec3_add(at->x, mat3_mulv(&at->R, ball->o)), pose->x));
}

typedef struct {
    jet_node target, mine;
    jet3 n, arm[2]; /* from the node of the sphere and from the target to the point of contact */
    jet1 N;
} touch;

static void set_touch(int n, const state *state, const contact *contact, const ball *ball, const face *face,
                      touch *touch)
{
    jet3 p_local, normal, up;
    jet1 g;
    jet_node_seed(n, &touch->target, state, contact->target->pose, 0);
    jet_node_seed(n, &touch->mine, state, ball->node->pose, 6);
    jet_node_arm(n, &touch->arm[0], &touch->mine, ball->o);
    jet3_add(n, &touch->arm[1], &touch->mine.x, 1.0, &touch->arm[0]);
    jet3_add_to(n, &touch->arm[1], -1.0, &touch->target.x);
    jet_node_local(n, &p_local, &touch->target, &touch->arm[1]);
    jet3_const(n, &normal, face->n);
    jet3_dot(n, &g, &normal, &p_local);
    g.v -= vec3_dot(face->n, face->a);
    const double distance = g.v - ball->r;
    touch->N = g;
    jet1_chain_by(n, &touch->N, -scalar_function_at(contact->function, state, distance, 0),
                  -scalar_function_at(contact->function, state, distance, 1));
    jet_node_arm(n, &touch->n, &touch->target, face->n);
    jet3_mul1(n, &up, &g, &touch->n); /* from the plane to the centre */
    for (int i = 0; i < 2; i++)
        jet3_add_to(n, &touch->arm[i], -1.0, &up);
}

/* U, and e1 and e2 in global axes. */
static void set_sliding(int lanes, const touch *touch, const face *face, jet3 along[2], jet1 U[2])
{
    jet3 u, spun;
    jet3_cross(lanes, &u, &touch->mine.w, &touch->arm[0]);
    jet3_add_to(lanes, &u, 1.0, &touch->mine.v);
    jet3_add_to(lanes, &u, -1.0, &touch->target.v);
    jet3_cross(lanes, &spun, &touch->target.w, &touch->arm[1]);
    jet3_add_to(lanes, &u, -1.0, &spun);
    for (int i = 0; i < 2; i++) {
        jet_node_arm(lanes, &along[i], &touch->target, face->along[i]);
        jet3_dot(lanes, &U[i], &along[i], &u);
    }
}

static const bristle_memory *before(const state *state, const elem *element, int i, int k)
{
    const contact *contact = element->self;
    return (const bristle_memory *)remembered(state, element->memory) + (size_t)i * (size_t)contact->n_faces + k;
}

static void rub(int lanes, const state *state, const contact *contact, const touch *touch, const face *face,
                const bristle_memory *memory, jet3 *F)
{
    jet3 along[2], part;
    jet1 U[2], z[2], rate[2], tau[2];
    set_sliding(lanes, touch, face, along, U);
    bristle_step(lanes, state, &contact->friction, memory, U, z, rate);
    bristle_stress(lanes, &contact->friction, z, rate, tau);
    for (int i = 0; i < 2; i++) {
        jet1_mul_by(lanes, &tau[i], &touch->N);
        jet3_mul1(lanes, &part, &tau[i], &along[i]);
        jet3_add_to(lanes, F, -1.0, &part);
    }
}

static bool has_friction(const state *state, const contact *contact, const touch *touch)
{
    return contact->rubs && touch->N.v > 0.0 && state->now != PHASE_ASSEMBLY;
}

static void press(int lanes, const state *state, const elem *element, int i, int k, local *out)
{
    const contact *contact = element->self;
    const int first = contact->ball[i].first;
    touch at;
    jet3 F, moment;
    set_touch(lanes, state, contact, &contact->ball[i], &contact->face[k], &at);
    jet3_mul1(lanes, &F, &at.N, &at.n);
    if (has_friction(state, contact, &at))
        rub(lanes, state, contact, &at, &contact->face[k], before(state, element, i, k), &F);
    for (int side = 0; side < 2; side++) {
        const int row = side == 0 ? first : 0;
        jet3_cross(lanes, &moment, &at.arm[side], &F);
        triangular_contact_scatter(lanes, out, row, first, side == 0 ? 1.0 : -1.0, &F);
        triangular_contact_scatter(lanes, out, row + 3, first, side == 0 ? 1.0 : -1.0, &moment);
    }
}

static void triangular_contact_eval(int lanes, const state *state, const elem *element, local *out)
{
    const contact *contact = element->self;
    for (int i = 0; i < contact->n_balls; i++) {
        const vec3 x = centre(state, contact, &contact->ball[i]);
        for (int k = 0; k < contact->n_faces; k++)
            if (is_near(contact, &contact->face[k], x))
                press(lanes > 0 ? LANES : 0, state, element, i, k, out);
    }
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static bristle_memory bend(const state *state, const elem *element, int i, int k)
{
    const contact *contact = element->self;
    bristle_memory to = *before(state, element, i, k);
    touch at;
    jet3 along[2];
    jet1 U[2], z[2], rate[2];
    set_touch(0, state, contact, &contact->ball[i], &contact->face[k], &at);
    if (!has_friction(state, contact, &at))
        return to;
    set_sliding(0, &at, &contact->face[k], along, U);
    bristle_step(0, state, &contact->friction, &to, U, z, rate);
    for (int j = 0; j < 2; j++) {
        to.z[j] = z[j].v;
        to.rate[j] = rate[j].v;
    }
    return to;
}

static void remember(const state *state, const elem *element, memory_block *memory)
{
    const contact *contact = element->self;
    if (!contact->rubs)
        return;
    bristle_memory *to = memory_at(memory, element->memory);
    for (int i = 0; i < contact->n_balls; i++) {
        const vec3 x = centre(state, contact, &contact->ball[i]);
        for (int k = 0; k < contact->n_faces; k++, to++)
            *to = is_near(contact, &contact->face[k], x) ? bend(state, element, i, k) : (bristle_memory){0};
    }
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static double sample_penalty(const scalar_function *function, double x, int order, function_error *bad)
{
    (void)function, (void)bad;
    return order == 0 ? -x * x : order == 1 ? -2.0 * x : -2.0;
}

static void triangular_contact_sample(sampler *from, elem *element)
{
    static const scalar_function_type PENALTY = {.eval = sample_penalty};
    static const scalar_function function = {.type = &PENALTY};
    contact *contact = element->self;
    face *f = ARENA_ARRAY(from->memory, face, 1);
    ball *b = ARENA_ARRAY(from->memory, ball, 1);
    const vec3 corner[] = {{-900, -900, 0}, {900, -900, 0}, {0, 900, 0}};
    *f = make_face(NULL, corner);
    contact->nodes = ARENA_ARRAY(from->memory, const node *, 1);
    contact->nodes[0] = sample_structural(from, 1);
    *b = (ball){.node = contact->nodes[0], .first = 6, .o = sample_vec3(from, 0.3), .r = sample_real(from, 0.1, 0.2)};
    contact->target = sample_structural(from, 0);
    contact->function = &function;
    contact->search = HUGE_VAL;
    contact->n_faces = contact->n_balls = contact->n_nodes = 1;
    contact->face = f;
    contact->ball = b;
    contact->rubs = true;
    sample_bristle(from, &contact->friction);
    triangular_contact_reserve(element, from->plan);
}

const elem_type triangular_contact_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "triangular contact",
    .grammar = "user defined: LABEL, triangular contact, target node, NODE, penalty function, \"FUNCTION\" [, search "
               "radius, R] [, friction model, {none | lugre [, method, {implicit euler | trapezoidal rule}], coulomb "
               "friction coefficient [x], MU [, coulomb friction coefficient y, MU] [, static friction coefficient, "
               "MU] [, sliding velocity coefficient, V0] [, sliding velocity exponent, Q], micro slip stiffness, S0 "
               "[, micro slip damping, S1]}], number of target vertices, N, V, ..., number of target faces, M, I, J, "
               "K, ..., number of "
               "contact nodes, L, "
               "NODE, number of contact vertices, K, offset, F, radius, R, ...",
    .summary = "Contact with friction between spheres on nodes and triangles on another node.",
    .module = MODULE_TRIANGULAR_CONTACT,
    .size = sizeof(contact),
    .read = triangular_contact_read,
    .connect = triangular_contact_connect,
    .eval = triangular_contact_eval,
    .history = &(const elem_history){.start = remember, .accept = remember},
    .sample = triangular_contact_sample,
    .expectations = &(const elem_expectations){.internal_forces = true},
};
