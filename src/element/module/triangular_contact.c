/* triangular_contact.c - spheres of some nodes touch triangles of another.
 *
 *     in the frame of the target node:  p: centre of a sphere,  n: normal of a triangle,  a: one of its corners
 *     g = n . (p - a) - r,   F = -f(g) n at the point p - (g + r) n of the plane, where p is above the triangle
 *
 * f is the penalty function, negative for g < 0. F acts on the node of the sphere and minus it on the target, both at
 * that point. */
#include "element/joint/joint.h"
#include "contract/scalar_function.h"
#include "element/diag_rows.h"
#include "element/module/jets.h"
#include "element/module/words.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    vec3 a, n; /* a corner; the normal */
    vec3 b, c; /* reciprocal vectors of the two edges from it: barycentric coordinates */
    vec3 middle;
} face;

typedef struct {
    const node *on;
    int at; /* first local index of the node */
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
    const node **on; /* n_nodes */
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
    p->on = ARENA_ARRAY(reader_arena(r), const node *, n);
    for (int i = 0; read_ok(r) && i < n; i++) {
        const node *on = p->on[i] = read_structural_node(r, "contact node");
        const frame_context c = {.own = on ? on->initial : NULL};
        read_word(r, "number of contact vertices");
        const int m = read_count(r, 1, "number of contact vertices");
        for (int k = 0; read_ok(r) && k < m; k++) {
            ball b = {.on = on, .at = 6 + 6 * i};
            read_word(r, "offset");
            b.o = read_position_rel(r, &c, "offset");
            read_word(r, "radius");
            b.r = read_not_negative(r, "radius");
            array_push(&all, b);
        }
    }
    p->n_nodes = n;
    p->n_balls = all.n;
    p->ball = arena_copy(reader_arena(r), all.at, (size_t)all.n * sizeof *all.at);
    array_free(&all);
}

static void read(reader *r, elem *e)
{
    static const char *const MODELS[] = {"none", "lugre", NULL};
    contact *p = e->self;
    read_word(r, "target node");
    p->target = read_structural_node(r, "target node");
    read_word(r, "penalty function");
    p->f = read_scalar_function(r, "penalty function");
    p->search = read_keyword(r, "search radius") ? read_positive(r, "search radius") : HUGE_VAL;
    if (read_keyword(r, "friction model") && read_choice(r, MODELS, "friction model") == 1)
        read_error_last(r, E_CONTACT_FRICTION);
    read_faces(r, p);
    read_balls(r, p);
}

static void connect(const elem *e, layout *l)
{
    const contact *p = e->self;
    layout_node(l, p->target);
    for (int i = 0; i < p->n_nodes; i++)
        layout_node(l, p->on[i]);
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
static void scatter(int n, local *out, int row, int at, double s, const jet3 *a)
{
    for (int k = 0; k < 3; k++) {
        out->r[row + k] += s * a->v[k];
        double *to = out->J + (row + k) * out->ld;
        JET_LANES(n, l) to[l < 6 ? l : at + l - 6] += s * a->d[k][l];
    }
}

static bool is_above(const face *f, vec3 p)
{
    const vec3 d = vec3_sub(p, f->a);
    const double b = vec3_dot(f->b, d), c = vec3_dot(f->c, d);
    return b >= 0.0 && c >= 0.0 && b + c <= 1.0;
}

static void press(int n, const state *s, const contact *p, const ball *b, const face *f, local *out)
{
    jet_node target, mine;
    jet3 arm, x, p_local, normal, F, at, moment;
    jet1 g, force;
    jet_node_seed(n, &target, s, p->target->pose, 0);
    jet_node_seed(n, &mine, s, b->on->pose, 6);
    jet_node_arm(n, &arm, &mine, b->o);
    jet3_axpy(n, &x, &mine.x, 1.0, &arm);
    jet3_add(n, &x, -1.0, &target.x);
    jet_node_local(n, &p_local, &target, &x);
    jet3_const(n, &normal, f->n);
    jet3_dot(n, &g, &normal, &p_local);
    g.v -= vec3_dot(f->n, f->a);
    const double distance = g.v - b->r;
    force = g;
    jet1_chain(n, &force, -scalar_function_at(p->f, s, distance, 0), -scalar_function_at(p->f, s, distance, 1));
    jet_node_arm(n, &normal, &target, f->n);
    jet3_mul1(n, &F, &force, &normal);
    jet3_mul1(n, &at, &g, &normal); /* from the plane to the centre */
    jet3_add(n, &arm, -1.0, &at);
    jet3_add(n, &x, -1.0, &at);
    scatter(n, out, b->at, b->at, 1.0, &F);
    jet3_cross(n, &moment, &arm, &F);
    scatter(n, out, b->at + 3, b->at, 1.0, &moment);
    scatter(n, out, 0, b->at, -1.0, &F);
    jet3_cross(n, &moment, &x, &F);
    scatter(n, out, 3, b->at, -1.0, &moment);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const contact *p = e->self;
    const pose *t = &s->at[p->target->pose];
    for (int i = 0; i < p->n_balls; i++) {
        const ball *b = &p->ball[i];
        const pose *at = &s->at[b->on->pose];
        const vec3 x = mat3_tmulv(&t->R, vec3_sub(vec3_add(at->x, mat3_mulv(&at->R, b->o)), t->x));
        for (int k = 0; k < p->n_faces; k++) {
            const face *f = &p->face[k];
            if (vec3_norm(vec3_sub(x, f->middle)) <= p->search && is_above(f, x))
                press(n > 0 ? LANES : 0, s, p, b, f, out);
        }
    }
}

static double square(const scalar_function *f, double x, int order, function_fault *bad)
{
    (void)f, (void)bad;
    return order == 0 ? -x * x : order == 1 ? -2.0 * x : -2.0;
}

static void sample(sampler *from, elem *e)
{
    static const scalar_function_type SQUARE = {.eval = square};
    static const scalar_function F = {.type = &SQUARE};
    contact *p = e->self;
    face *f = ARENA_ARRAY(from->memory, face, 1);
    ball *b = ARENA_ARRAY(from->memory, ball, 1);
    const vec3 corner[] = {{-900, -900, 0}, {900, -900, 0}, {0, 900, 0}};
    *f = make_face(NULL, corner);
    p->on = ARENA_ARRAY(from->memory, const node *, 1);
    p->on[0] = sample_structural(from, 1);
    *b = (ball){.on = p->on[0], .at = 6, .o = sample_vec3(from, 0.3), .r = sample_real(from, 0.1, 0.2)};
    p->target = sample_structural(from, 0);
    p->f = &F;
    p->search = HUGE_VAL;
    p->n_faces = p->n_balls = p->n_nodes = 1;
    p->face = f;
    p->ball = b;
}

const elem_type triangular_contact_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "triangular contact",
    .grammar = "user defined: LABEL, triangular contact, target node, NODE, penalty function, \"FUNCTION\" [, search "
               "radius, R] [, friction "
               "model, none], number of target vertices, N, V, ..., number of target faces, M, I, J, K, ..., number of "
               "contact nodes, L, "
               "NODE, number of contact vertices, K, offset, F, radius, R, ...",
    .summary = "Spheres of some nodes touch triangles of another.",
    .module = MODULE_TRIANGULAR_CONTACT,
    .size = sizeof(contact),
    .read = read,
    .connect = connect,
    .eval = eval,
    .sample = sample,
    .flags = ELEM_INTERNAL_FORCES,
};
