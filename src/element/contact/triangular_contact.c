/* triangular_contact.c - contact with friction between spheres on nodes and triangles on another node (bristle.h).
 *
 *     in the frame of the target node:  p: centre of a sphere,  n: normal of a triangle,  a: its first corner
 *     g = n . (p - a) - r,   N = -f(g),   where p is above the triangle
 *     U: velocity of the sphere on the triangle at the point p - (g + r) n of the plane, along e1 and e2
 *     F = N n - N (tau_1 e1 + tau_2 e2) at that point on the node of the sphere, minus it on the target
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
    const scalar_function *f;
    double search; /* from the middle of a triangle; infinite without the option */
    int n_faces, n_balls, n_nodes;
    const face *face;
    const ball *ball;
    const node **nodes; /* n_nodes */
    bool rubs;
    bristle friction;
} contact;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static face make_face(reader *r, const vec3 v[3])
{
    const vec3 u = vec3_sub(v[1], v[0]), w = vec3_sub(v[2], v[0]), cross = vec3_cross(u, w);
    const double area = vec3_norm(cross);
    face f = {.a = v[0]};
    if (area == 0.0) {
        read_error_last(r, E_CONTACT_FACE);
        return f;
    }
    f.n = vec3_scale(1.0 / area, cross);
    f.b = vec3_scale(1.0 / area, vec3_cross(w, f.n));
    f.c = vec3_scale(1.0 / area, vec3_cross(f.n, u));
    f.along[0] = vec3_scale(1.0 / vec3_norm(u), u);
    f.along[1] = vec3_cross(f.n, f.along[0]);
    f.middle = vec3_scale(1.0 / 3.0, vec3_add(v[0], vec3_add(v[1], v[2])));
    return f;
}

static void read_faces(reader *r, contact *p)
{
    arena *memory = reader_arena(r);
    const frame_context c = {.own = p->target ? p->target->initial : NULL};
    read_word(r, "number of target vertices");
    const int n = read_count(r, 3, "number of target vertices");
    vec3 *corner = ARENA_ARRAY(memory, vec3, n);
    for (int i = 0; read_ok(r) && i < n; i++)
        corner[i] = read_position_rel(r, &c, "target vertex");
    read_word(r, "number of target faces");
    const int m = read_count(r, 1, "number of target faces");
    face *f = ARENA_ARRAY(memory, face, m);
    for (int i = 0; read_ok(r) && i < m; i++) {
        vec3 v[3] = {0};
        for (int k = 0; k < 3; k++) {
            const int at = read_integer_in(r, 1, n, "number of a target vertex");
            v[k] = read_ok(r) ? corner[at - 1] : corner[0];
        }
        if (read_ok(r))
            f[i] = make_face(r, v);
    }
    p->face = f;
    p->n_faces = read_ok(r) ? m : 0;
}

static void read_balls(reader *r, contact *p)
{
    ARRAY(ball) all = {0};
    read_word(r, "number of contact nodes");
    const int n = read_count(r, 1, "number of contact nodes");
    p->nodes = ARENA_ARRAY(reader_arena(r), const node *, n);
    for (int i = 0; read_ok(r) && i < n; i++) {
        const node *on = p->nodes[i] = read_structural_node(r, "contact node");
        const frame_context c = {.own = on ? on->initial : NULL};
        read_word(r, "number of contact vertices");
        const int m = read_count(r, 1, "number of contact vertices");
        for (int k = 0; read_ok(r) && k < m; k++) {
            ball b = {.node = on, .first = 6 + 6 * i};
            read_word(r, "offset");
            b.o = read_position_rel(r, &c, "offset");
            read_word(r, "radius");
            b.r = read_not_negative(r, "radius");
            array_push(&all, b);
        }
    }
    p->n_nodes = n;
    p->n_balls = all.n;
    p->ball = arena_copy(reader_arena(r), all.items, (size_t)all.n * sizeof *all.items);
    array_free(&all);
}

static void triangular_contact_reserve(elem *e, memory_plan *plan)
{
    const contact *p = e->self;
    const size_t pairs = p->rubs ? (size_t)p->n_balls * (size_t)p->n_faces : 0;
    e->memory = memory_reserve(plan, (memory_area){.size = pairs * sizeof(bristle_memory),
                                                   .self = p,
                                                   .owner = "user defined",
                                                   .keyword = "triangular contact",
                                                   .label = e->label});
}

static void triangular_contact_read(reader *r, elem *e)
{
    static const char *const MODELS[] = {"none", "lugre", NULL};
    contact *p = e->self;
    read_word(r, "target node");
    p->target = read_structural_node(r, "target node");
    read_word(r, "penalty function");
    p->f = read_scalar_function(r, "penalty function");
    p->search = read_keyword(r, "search radius") ? read_positive(r, "search radius") : HUGE_VAL;
    p->rubs = read_keyword(r, "friction model") && read_choice(r, MODELS, "friction model") == 1;
    if (p->rubs)
        read_stepping_bristle(r, &p->friction);
    read_faces(r, p);
    read_balls(r, p);
    triangular_contact_reserve(e, model_of(r)->plan);
}

static void triangular_contact_connect(const elem *e, layout *l)
{
    const contact *p = e->self;
    layout_node(l, p->target);
    for (int i = 0; i < p->n_nodes; i++)
        layout_node(l, p->nodes[i]);
    layout_clear(l);
    layout_full(l, 0, 6, 0, 6 + 6 * p->n_nodes);
    for (int i = 1; i <= p->n_nodes; i++) {
        layout_full(l, 6 * i, 6, 0, 6);
        layout_full(l, 6 * i, 6, 6 * i, 6);
    }
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

enum { LANES = 12 }; /* target, then the node of the ball */

/* a in local rows, with columns of the target and of the node at `at`. */
static void triangular_contact_scatter(int n, local *out, int row, int at, double s, const jet3 *a)
{
    for (int k = 0; k < 3; k++) {
        out->r[row + k] += s * a->v[k];
        double *to = jacobian_row(out, row + k);
        JET_LANES(n, l) to[l < 6 ? l : at + l - 6] += s * a->d[k][l];
    }
}

static bool is_above(const face *f, vec3 p)
{
    const vec3 d = vec3_sub(p, f->a);
    const double b = vec3_dot(f->b, d), c = vec3_dot(f->c, d);
    return b >= 0.0 && c >= 0.0 && b + c <= 1.0;
}

static bool is_near(const contact *p, const face *f, vec3 x)
{
    return vec3_norm(vec3_sub(x, f->middle)) <= p->search && is_above(f, x);
}

/* Centre of a sphere in the frame of the target. */
static vec3 centre(const state *s, const contact *p, const ball *b)
{
    const pose *at = &s->poses[b->node->pose], *t = &s->poses[p->target->pose];
    return mat3_tmulv(&t->R, vec3_sub(vec3_add(at->x, mat3_mulv(&at->R, b->o)), t->x));
}

typedef struct {
    jet_node target, mine;
    jet3 n, arm[2]; /* from the node of the sphere and from the target to the point of contact */
    jet1 N;
} touch;

static void set_touch(int n, const state *s, const contact *p, const ball *b, const face *f, touch *k)
{
    jet3 p_local, normal, up;
    jet1 g;
    jet_node_seed(n, &k->target, s, p->target->pose, 0);
    jet_node_seed(n, &k->mine, s, b->node->pose, 6);
    jet_node_arm(n, &k->arm[0], &k->mine, b->o);
    jet3_add(n, &k->arm[1], &k->mine.x, 1.0, &k->arm[0]);
    jet3_add_to(n, &k->arm[1], -1.0, &k->target.x);
    jet_node_local(n, &p_local, &k->target, &k->arm[1]);
    jet3_const(n, &normal, f->n);
    jet3_dot(n, &g, &normal, &p_local);
    g.v -= vec3_dot(f->n, f->a);
    const double distance = g.v - b->r;
    k->N = g;
    jet1_chain_by(n, &k->N, -scalar_function_at(p->f, s, distance, 0), -scalar_function_at(p->f, s, distance, 1));
    jet_node_arm(n, &k->n, &k->target, f->n);
    jet3_mul1(n, &up, &g, &k->n); /* from the plane to the centre */
    for (int i = 0; i < 2; i++)
        jet3_add_to(n, &k->arm[i], -1.0, &up);
}

/* U, and e1 and e2 in global axes. */
static void set_sliding(int n, const touch *k, const face *f, jet3 along[2], jet1 U[2])
{
    jet3 u, spun;
    jet3_cross(n, &u, &k->mine.w, &k->arm[0]);
    jet3_add_to(n, &u, 1.0, &k->mine.v);
    jet3_add_to(n, &u, -1.0, &k->target.v);
    jet3_cross(n, &spun, &k->target.w, &k->arm[1]);
    jet3_add_to(n, &u, -1.0, &spun);
    for (int i = 0; i < 2; i++) {
        jet_node_arm(n, &along[i], &k->target, f->along[i]);
        jet3_dot(n, &U[i], &along[i], &u);
    }
}

static const bristle_memory *before(const state *s, const elem *e, int i, int k)
{
    const contact *p = e->self;
    return (const bristle_memory *)remembered(s, e->memory) + (size_t)i * (size_t)p->n_faces + k;
}

static void rub(int n, const state *s, const contact *p, const touch *k, const face *f, const bristle_memory *m,
                jet3 *F)
{
    jet3 along[2], part;
    jet1 U[2], z[2], rate[2], tau[2];
    set_sliding(n, k, f, along, U);
    bristle_step(n, s, &p->friction, m, U, z, rate);
    bristle_stress(n, &p->friction, z, rate, tau);
    for (int i = 0; i < 2; i++) {
        jet1_mul_by(n, &tau[i], &k->N);
        jet3_mul1(n, &part, &tau[i], &along[i]);
        jet3_add_to(n, F, -1.0, &part);
    }
}

static bool has_friction(const state *s, const contact *p, const touch *k)
{
    return p->rubs && k->N.v > 0.0 && s->now != PHASE_ASSEMBLY;
}

static void press(int n, const state *s, const elem *e, int i, int k, local *out)
{
    const contact *p = e->self;
    const int first = p->ball[i].first;
    touch at;
    jet3 F, moment;
    set_touch(n, s, p, &p->ball[i], &p->face[k], &at);
    jet3_mul1(n, &F, &at.N, &at.n);
    if (has_friction(s, p, &at))
        rub(n, s, p, &at, &p->face[k], before(s, e, i, k), &F);
    for (int side = 0; side < 2; side++) {
        const int row = side == 0 ? first : 0;
        jet3_cross(n, &moment, &at.arm[side], &F);
        triangular_contact_scatter(n, out, row, first, side == 0 ? 1.0 : -1.0, &F);
        triangular_contact_scatter(n, out, row + 3, first, side == 0 ? 1.0 : -1.0, &moment);
    }
}

static void triangular_contact_eval(int n, const state *s, const elem *e, local *out)
{
    const contact *p = e->self;
    for (int i = 0; i < p->n_balls; i++) {
        const vec3 x = centre(s, p, &p->ball[i]);
        for (int k = 0; k < p->n_faces; k++)
            if (is_near(p, &p->face[k], x))
                press(n > 0 ? LANES : 0, s, e, i, k, out);
    }
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

static bristle_memory bend(const state *s, const elem *e, int i, int k)
{
    const contact *p = e->self;
    bristle_memory to = *before(s, e, i, k);
    touch at;
    jet3 along[2];
    jet1 U[2], z[2], rate[2];
    set_touch(0, s, p, &p->ball[i], &p->face[k], &at);
    if (!has_friction(s, p, &at))
        return to;
    set_sliding(0, &at, &p->face[k], along, U);
    bristle_step(0, s, &p->friction, &to, U, z, rate);
    for (int j = 0; j < 2; j++) {
        to.z[j] = z[j].v;
        to.rate[j] = rate[j].v;
    }
    return to;
}

static void remember(const state *s, const elem *e, memory_block *m)
{
    const contact *p = e->self;
    if (!p->rubs)
        return;
    bristle_memory *to = memory_at(m, e->memory);
    for (int i = 0; i < p->n_balls; i++) {
        const vec3 x = centre(s, p, &p->ball[i]);
        for (int k = 0; k < p->n_faces; k++, to++)
            *to = is_near(p, &p->face[k], x) ? bend(s, e, i, k) : (bristle_memory){0};
    }
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static double sample_penalty(const scalar_function *f, double x, int order, function_fault *bad)
{
    (void)f, (void)bad;
    return order == 0 ? -x * x : order == 1 ? -2.0 * x : -2.0;
}

static void triangular_contact_sample(sampler *from, elem *e)
{
    static const scalar_function_type PENALTY = {.eval = sample_penalty};
    static const scalar_function F = {.type = &PENALTY};
    contact *p = e->self;
    face *f = ARENA_ARRAY(from->memory, face, 1);
    ball *b = ARENA_ARRAY(from->memory, ball, 1);
    const vec3 corner[] = {{-900, -900, 0}, {900, -900, 0}, {0, 900, 0}};
    *f = make_face(NULL, corner);
    p->nodes = ARENA_ARRAY(from->memory, const node *, 1);
    p->nodes[0] = sample_structural(from, 1);
    *b = (ball){.node = p->nodes[0], .first = 6, .o = sample_vec3(from, 0.3), .r = sample_real(from, 0.1, 0.2)};
    p->target = sample_structural(from, 0);
    p->f = &F;
    p->search = HUGE_VAL;
    p->n_faces = p->n_balls = p->n_nodes = 1;
    p->face = f;
    p->ball = b;
    p->rubs = true;
    sample_bristle(from, &p->friction);
    triangular_contact_reserve(e, from->plan);
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
