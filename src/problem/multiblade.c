/* multiblade.c - coordinates of a rotor that do not turn with it.
 *
 * Of the vectors of a node (position, rotation, momentum, momenta moment), in global axes, with w the speed of the hub:
 *
 *     (S x)_b = w x x_b + W sum_c d(psi_b - psi_c) T(psi_b - psi_c) x_c
 *
 *     T(psi)    rotation by psi about the axis of w
 *     d(psi_m)  = (-1)^m / (2 sin(psi_m/2))     an odd number of blades, psi_m = 2 pi m/N
 *               = (-1)^m / (2 tan(psi_m/2))     an even one: the mode (-1)^b does not turn
 *
 * Own states of elements on one blade (of the air) are numbers: the same without rotation. */
#include "problem/multiblade.h"
#include "math/rotation.h"
#include "problem/diag_rows.h"
#include <math.h>

static const place NOWHERE = {0, 0, 0};

typedef struct {
    const rotor_blades *r;
    const solution *u;
    diag *errors;
    const node **nodes; /* as the labels */
    int *index;         /* azimuth of each blade in units of 2 pi/N */
    int *place_of;      /* of each unknown: index of the node in `nodes`, -1 */
    vec3 axis;
    double speed;
    ARRAY(turning_entry) found;
} work;

static void multiblade_add(work *w, int to, int from, double by, bool spins)
{
    if (by != 0.0)
        array_push(&w->found, ((turning_entry){to, from, by, spins}));
}

static double derivative(const work *w, int b, int c)
{
    const int n = w->r->n_blades, m = w->index[b] - w->index[c];
    const double half = M_PI * m / n;
    if (m == 0)
        return 0.0;
    return (m % 2 ? -0.5 : 0.5) * (n % 2 ? 1.0 / sin(half) : cos(half) / sin(half));
}

static void add_block(work *w, int to, int from, double by, const mat3 *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            multiblade_add(w, to + i, from + j, by * m->e[i][j], to == from);
}

/* One vector of the node `which` of blade b; `first` gives its unknown. */
static void turn_vector(work *w, int b, int which, int (*first)(const node *, int), int k)
{
    const int n = w->r->n_nodes, N = w->r->n_blades;
    const int to = first(w->nodes[b * n + which], k);
    const mat3 spin = mat3_skew(vec3_scale(w->speed, w->axis));
    add_block(w, to, to, 1.0, &spin);
    for (int c = 0; c < N; c++) {
        const double angle = 2.0 * M_PI * (w->index[b] - w->index[c]) / N;
        const mat3 T = rotation_exp(vec3_scale(angle, w->axis));
        add_block(w, to, first(w->nodes[c * n + which], k), w->speed * derivative(w, b, c), &T);
    }
}

static int multiblade_motion(const node *n, int k) { return n->dof + 3 * k; }
static int momentum(const node *n, int k) { return n->momentum + 3 * k; }

static void turn_nodes(work *w)
{
    for (int b = 0; b < w->r->n_blades; b++)
        for (int i = 0; i < w->r->n_nodes; i++) {
            const node *n = w->nodes[b * w->r->n_nodes + i];
            for (int k = 0; k < (n->has_rotation ? 2 : 1); k++) {
                turn_vector(w, b, i, multiblade_motion, k);
                if (n->momentum >= 0)
                    turn_vector(w, b, i, momentum, k);
            }
        }
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* -1: on no blade, or on several. */
static int blade_of(const work *w, const elem *e)
{
    int blade = -1;
    for (int k = 0; k < e->n; k++) {
        const int at = e->column[k] >= 0 ? w->place_of[e->column[k]] : -1;
        const int b = at < 0 ? blade : at / w->r->n_nodes;
        if (blade >= 0 && b != blade)
            return -1;
        blade = b;
    }
    return blade;
}

/* The same unknowns of the same nodes, on blade c. */
static bool is_alike(const work *w, const elem *e, const elem *other, int c)
{
    const model *m = w->u->m;
    if (other->type != e->type || other->n != e->n || other->n_own != e->n_own)
        return false;
    for (int k = 0; k < e->n; k++) {
        const int a = e->column[k], b = other->column[k], at = a >= 0 ? w->place_of[a] : -1;
        const int partner = at < 0 ? -1 : c * w->r->n_nodes + at % w->r->n_nodes;
        if (at >= 0 && (b < 0 || w->place_of[b] != partner))
            return false;
        if (at < 0 && a >= 0 && b >= 0 && w->place_of[b] >= 0)
            return false;
        if (a >= 0 && b >= 0 && m->kind[a] != m->kind[b])
            return false;
    }
    return true;
}

/* Elements of a type on the same nodes are told apart by their order in the deck. */
static const elem *partner_of(const work *w, const elem *e, int c)
{
    const model *m = w->u->m;
    int before = 0;
    for (int i = 0; i < m->elems.n && m->elems.items[i] != e; i++)
        before += is_alike(w, e, m->elems.items[i], blade_of(w, e));
    for (int i = 0; i < m->elems.n; i++)
        if (is_alike(w, e, m->elems.items[i], c) && before-- == 0)
            return m->elems.items[i];
    return NULL;
}

static bool has_states(const work *w, const elem *e)
{
    for (int k = 0; k < e->n_own; k++)
        if (w->u->m->kind[e->own + k] == DOF_DIFFERENTIAL)
            return true;
    return false;
}

static bool turn_element(work *w, const elem *e, int b)
{
    for (int c = 0; c < w->r->n_blades; c++) {
        const elem *other = partner_of(w, e, c);
        if (!other) {
            diag_report(w->errors, E_BLADE_ELEMENT, e->where, e->type->card->name, e->label, c + 1);
            return false;
        }
        for (int k = 0; k < e->n_own; k++)
            if (w->u->m->kind[e->own + k] == DOF_DIFFERENTIAL)
                multiblade_add(w, e->own + k, other->own + k, w->speed * derivative(w, b, c), false);
    }
    return true;
}

static bool turn_elements(work *w)
{
    const model *m = w->u->m;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
        const int b = has_states(w, e) ? blade_of(w, e) : -1;
        if (b >= 0 && !turn_element(w, e, b))
            return false;
    }
    return true;
}

/* --- the rotor ---------------------------------------------------------------------------------------------------- */

static const node *multiblade_find(work *w, unsigned label)
{
    const model *m = w->u->m;
    for (int i = 0; i < m->nodes.n; i++)
        if (m->nodes.items[i]->label == label && m->nodes.items[i]->pose >= 0)
            return m->nodes.items[i];
    diag_report(w->errors, E_BLADE_NODE, NOWHERE, label);
    return NULL;
}

static bool find_nodes(work *w, arena *memory)
{
    const int n = w->r->n_nodes * w->r->n_blades;
    w->nodes = ARENA_ARRAY(memory, const node *, n + 1);
    w->place_of = ARENA_ARRAY(memory, int, w->u->n + 1);
    for (int i = 0; i < w->u->n; i++)
        w->place_of[i] = -1;
    for (int i = 0; i < n; i++) {
        const node *one = multiblade_find(w, w->r->labels[i]), *first = w->nodes[i % w->r->n_nodes];
        if (!one)
            return false;
        if (one->dof < 0 || (first && (one->n_dof != first->n_dof || (one->momentum < 0) != (first->momentum < 0)))) {
            diag_report(w->errors, E_BLADE_KIND, one->where, one->label);
            return false;
        }
        w->nodes[i] = one;
        for (int k = 0; k < one->n_dof; k++)
            w->place_of[one->dof + k] = i;
    }
    return true;
}

/* The node that is farthest from the axis tells the azimuth. */
static int tip_of(const work *w, vec3 hub)
{
    int tip = 0;
    double most = -1.0;
    for (int i = 0; i < w->r->n_nodes; i++) {
        const vec3 arm = vec3_cross(w->axis, vec3_sub(w->u->poses[w->nodes[i]->pose].x, hub));
        if (vec3_norm(arm) > most) {
            most = vec3_norm(arm);
            tip = i;
        }
    }
    return tip;
}

static double azimuth(const work *w, vec3 from, vec3 to)
{
    return atan2(vec3_dot(w->axis, vec3_cross(from, to)), vec3_dot(vec3_cross(w->axis, from), vec3_cross(w->axis, to)));
}

static bool place_blades(work *w, vec3 hub, arena *memory)
{
    const double NEAR = 0.1; /* parts of the angle between blades: they lag and flap */
    const int N = w->r->n_blades, tip = tip_of(w, hub);
    bool *taken = ARENA_ARRAY(memory, bool, N);
    w->index = ARENA_ARRAY(memory, int, N);
    for (int b = 0; b < N; b++) {
        const vec3 first = vec3_sub(w->u->poses[w->nodes[tip]->pose].x, hub);
        const vec3 here = vec3_sub(w->u->poses[w->nodes[b * w->r->n_nodes + tip]->pose].x, hub);
        const double turns = azimuth(w, first, here) * N / (2.0 * M_PI);
        const int m = ((int)lround(turns) % N + N) % N;
        if (fabs(turns - round(turns)) > NEAR || taken[m]) {
            diag_report(w->errors, E_BLADE_AZIMUTH, w->nodes[b * w->r->n_nodes + tip]->where, b + 1, turns * 360.0 / N,
                        N);
            return false;
        }
        taken[m] = true;
        w->index[b] = m;
    }
    return true;
}

const rotor_turning *multiblade_create(const rotor_blades *r, const solution *u, arena *memory, diag *errors)
{
    work w = {.r = r, .u = u, .errors = errors};
    const node *hub = multiblade_find(&w, r->hub);
    if (!hub || !find_nodes(&w, memory))
        return NULL;
    const pose *at = &u->poses[hub->pose];
    w.speed = vec3_norm(at->w);
    w.axis = w.speed > 0.0 ? vec3_scale(1.0 / w.speed, at->w) : (vec3){0.0, 0.0, 1.0};
    rotor_turning *t = ARENA_NEW(memory, rotor_turning);
    const bool ok = w.speed == 0.0 || place_blades(&w, at->x, memory);
    if (ok && w.speed > 0.0)
        turn_nodes(&w);
    if (ok && (w.speed == 0.0 || turn_elements(&w))) {
        t->n = w.found.n;
        t->entries = arena_copy(memory, w.found.items, (size_t)w.found.n * sizeof *w.found.items);
        array_free(&w.found);
        return t;
    }
    array_free(&w.found);
    return NULL;
}
