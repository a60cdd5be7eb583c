/* multiblade.c - coordinates of a rotor that do not rotate with it.
 *
 * For the vectors of a node (position, rotation, momentum, moment of momentum), in global axes, with w the speed of the
 * hub:
 *
 *     (S x)_b = w x x_b + W sum_c d(psi_b - psi_c) T(psi_b - psi_c) x_c
 *
 *     T(psi)    rotation by psi about the axis of w
 *     d(psi_m)  = (-1)^m / (2 sin(psi_m/2))     an odd number of blades, psi_m = 2 pi m/N
 *               = (-1)^m / (2 tan(psi_m/2))     an even one: the mode (-1)^b does not rotate
 *
 * Internal states of elements on one blade (of the air) are scalars: the same without rotation. */
#include "problem/multiblade.h"
#include "math/rotation.h"
#include "problem/diag_rows.h"
#include <math.h>

static const source_location NOWHERE = {0, 0, 0};

typedef struct {
    const rotor_blades *rotor_blades;
    const solution *solution;
    diag *errors;
    const node **nodes; /* in the order of the labels */
    int *index;         /* azimuth of each blade in units of 2 pi/N */
    int *place_of;      /* of each unknown: index of the node in `nodes`; -1 if none */
    vec3 axis;
    double speed;
    ARRAY(rotation_entry) found;
} work;

static void multiblade_add(work *work, int to, int from, double by, bool spins)
{
    if (by != 0.0)
        array_push(&work->found, ((rotation_entry){to, from, by, spins}));
}

static double derivative(const work *work, int b, int c)
{
    const int n = work->rotor_blades->n_blades, m = work->index[b] - work->index[c];
    const double half = M_PI * m / n;
    if (m == 0)
        return 0.0;
    return (m % 2 ? -0.5 : 0.5) * (n % 2 ? 1.0 / sin(half) : cos(half) / sin(half));
}

static void add_block(work *work, int to, int from, double by, const mat3 *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            multiblade_add(work, to + i, from + j, by * m->e[i][j], to == from);
}

/* One vector of the node `which` of blade b; `first` returns its unknown. */
static void rotate_vector(work *work, int b, int which, int (*first)(const node *, int), int k)
{
    const int n = work->rotor_blades->n_nodes, N = work->rotor_blades->n_blades;
    const int to = first(work->nodes[b * n + which], k);
    const mat3 spin = mat3_skew(vec3_scale(work->speed, work->axis));
    add_block(work, to, to, 1.0, &spin);
    for (int c = 0; c < N; c++) {
        const double angle = 2.0 * M_PI * (work->index[b] - work->index[c]) / N;
        const mat3 T = rotation_exp(vec3_scale(angle, work->axis));
        add_block(work, to, first(work->nodes[c * n + which], k), work->speed * derivative(work, b, c), &T);
    }
}

static int multiblade_motion(const node *node, int k) { return node->dof + 3 * k; }
static int momentum(const node *node, int k) { return node->momentum + 3 * k; }

static void rotate_nodes(work *work)
{
    for (int b = 0; b < work->rotor_blades->n_blades; b++)
        for (int i = 0; i < work->rotor_blades->n_nodes; i++) {
            const node *node = work->nodes[b * work->rotor_blades->n_nodes + i];
            for (int k = 0; k < (node->has_rotation ? 2 : 1); k++) {
                rotate_vector(work, b, i, multiblade_motion, k);
                if (node->momentum >= 0)
                    rotate_vector(work, b, i, momentum, k);
            }
        }
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* Returns -1 if the element is on no blade, or on several. */
static int blade_of(const work *work, const elem *element)
{
    int blade = -1;
    for (int k = 0; k < element->n; k++) {
        const int at = element->column[k] >= 0 ? work->place_of[element->column[k]] : -1;
        const int b = at < 0 ? blade : at / work->rotor_blades->n_nodes;
        if (blade >= 0 && b != blade)
            return -1;
        blade = b;
    }
    return blade;
}

/* Tells whether `other` has the same unknowns of the same nodes, on blade c. */
static bool is_alike(const work *work, const elem *element, const elem *other, int c)
{
    const model *model = work->solution->model;
    if (other->type != element->type || other->n != element->n || other->n_internal != element->n_internal)
        return false;
    for (int k = 0; k < element->n; k++) {
        const int a = element->column[k], b = other->column[k], at = a >= 0 ? work->place_of[a] : -1;
        const int partner = at < 0 ? -1 : c * work->rotor_blades->n_nodes + at % work->rotor_blades->n_nodes;
        if (at >= 0 && (b < 0 || work->place_of[b] != partner))
            return false;
        if (at < 0 && a >= 0 && b >= 0 && work->place_of[b] >= 0)
            return false;
        if (a >= 0 && b >= 0 && model->kind[a] != model->kind[b])
            return false;
    }
    return true;
}

/* Elements of a type on the same nodes are distinguished by their order in the deck. */
static const elem *partner_of(const work *work, const elem *element, int c)
{
    const model *model = work->solution->model;
    int before = 0;
    for (int i = 0; i < model->elems.n && model->elems.items[i] != element; i++)
        before += is_alike(work, element, model->elems.items[i], blade_of(work, element));
    for (int i = 0; i < model->elems.n; i++)
        if (is_alike(work, element, model->elems.items[i], c) && before-- == 0)
            return model->elems.items[i];
    return NULL;
}

static bool has_states(const work *work, const elem *element)
{
    for (int k = 0; k < element->n_internal; k++)
        if (work->solution->model->kind[element->internal + k] == DOF_DIFFERENTIAL)
            return true;
    return false;
}

static bool rotate_element(work *work, const elem *element, int b)
{
    for (int c = 0; c < work->rotor_blades->n_blades; c++) {
        const elem *other = partner_of(work, element, c);
        if (!other) {
            diag_report(work->errors, E_BLADE_ELEMENT, element->location, element->type->card->name, element->label,
                        c + 1);
            return false;
        }
        for (int k = 0; k < element->n_internal; k++)
            if (work->solution->model->kind[element->internal + k] == DOF_DIFFERENTIAL)
                multiblade_add(work, element->internal + k, other->internal + k, work->speed * derivative(work, b, c),
                               false);
    }
    return true;
}

static bool rotate_elements(work *work)
{
    const model *model = work->solution->model;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        const int b = has_states(work, element) ? blade_of(work, element) : -1;
        if (b >= 0 && !rotate_element(work, element, b))
            return false;
    }
    return true;
}

/* --- the rotor ---------------------------------------------------------------------------------------------------- */

static const node *multiblade_find(work *work, unsigned label)
{
    const model *model = work->solution->model;
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->label == label && model->nodes.items[i]->pose >= 0)
            return model->nodes.items[i];
    diag_report(work->errors, E_BLADE_NODE, NOWHERE, label);
    return NULL;
}

static bool find_nodes(work *work, arena *memory)
{
    const int n = work->rotor_blades->n_nodes * work->rotor_blades->n_blades;
    work->nodes = ARENA_ARRAY(memory, const node *, n + 1);
    work->place_of = ARENA_ARRAY(memory, int, work->solution->n + 1);
    for (int i = 0; i < work->solution->n; i++)
        work->place_of[i] = -1;
    for (int i = 0; i < n; i++) {
        const node *one = multiblade_find(work, work->rotor_blades->labels[i]),
                   *first = work->nodes[i % work->rotor_blades->n_nodes];
        if (!one)
            return false;
        if (one->dof < 0 || (first && (one->n_dof != first->n_dof || (one->momentum < 0) != (first->momentum < 0)))) {
            diag_report(work->errors, E_BLADE_KIND, one->location, one->label);
            return false;
        }
        work->nodes[i] = one;
        for (int k = 0; k < one->n_dof; k++)
            work->place_of[one->dof + k] = i;
    }
    return true;
}

/* The node farthest from the axis determines the azimuth. */
static int tip_of(const work *work, vec3 hub)
{
    int tip = 0;
    double most = -1.0;
    for (int i = 0; i < work->rotor_blades->n_nodes; i++) {
        const vec3 arm = vec3_cross(work->axis, vec3_sub(work->solution->poses[work->nodes[i]->pose].x, hub));
        if (vec3_norm(arm) > most) {
            most = vec3_norm(arm);
            tip = i;
        }
    }
    return tip;
}

static double azimuth(const work *work, vec3 from, vec3 to)
{
    return atan2(vec3_dot(work->axis, vec3_cross(from, to)),
                 vec3_dot(vec3_cross(work->axis, from), vec3_cross(work->axis, to)));
}

static bool place_blades(work *work, vec3 hub, arena *memory)
{
    const double NEAR = 0.1; /* fraction of the angle between blades: they lag and flap */
    const int N = work->rotor_blades->n_blades, tip = tip_of(work, hub);
    bool *taken = ARENA_ARRAY(memory, bool, N);
    work->index = ARENA_ARRAY(memory, int, N);
    for (int b = 0; b < N; b++) {
        const vec3 first = vec3_sub(work->solution->poses[work->nodes[tip]->pose].x, hub);
        const vec3 here =
            vec3_sub(work->solution->poses[work->nodes[b * work->rotor_blades->n_nodes + tip]->pose].x, hub);
        const double revolutions = azimuth(work, first, here) * N / (2.0 * M_PI);
        const int m = ((int)lround(revolutions) % N + N) % N;
        if (fabs(revolutions - round(revolutions)) > NEAR || taken[m]) {
            diag_report(work->errors, E_BLADE_AZIMUTH, work->nodes[b * work->rotor_blades->n_nodes + tip]->location,
                        b + 1, revolutions * 360.0 / N, N);
            return false;
        }
        taken[m] = true;
        work->index[b] = m;
    }
    return true;
}

const rotor_rotation *multiblade_create(const rotor_blades *rotor_blades, const solution *solution, arena *memory,
                                        diag *errors)
{
    work work = {.rotor_blades = rotor_blades, .solution = solution, .errors = errors};
    const node *hub = multiblade_find(&work, rotor_blades->hub);
    if (!hub || !find_nodes(&work, memory))
        return NULL;
    const pose *at = &solution->poses[hub->pose];
    work.speed = vec3_norm(at->w);
    work.axis = work.speed > 0.0 ? vec3_scale(1.0 / work.speed, at->w) : (vec3){0.0, 0.0, 1.0};
    rotor_rotation *t = ARENA_NEW(memory, rotor_rotation);
    const bool ok = work.speed == 0.0 || place_blades(&work, at->x, memory);
    if (ok && work.speed > 0.0)
        rotate_nodes(&work);
    if (ok && (work.speed == 0.0 || rotate_elements(&work))) {
        t->n = work.found.n;
        t->entries = arena_copy(memory, work.found.items, (size_t)work.found.n * sizeof *work.found.items);
        array_free(&work.found);
        return t;
    }
    array_free(&work.found);
    return NULL;
}
