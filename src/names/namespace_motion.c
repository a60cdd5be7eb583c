/* namespace_motion.c - namespace "model": positions, rotations and velocities of structural nodes.
 *
 *     position   x                          distance   x2 - x1           unitvec   (x2 - x1)/|x2 - x1|
 *     velocity   v                          vrel       v2 - v1           distancep (x2 - x1).(v2 - v1)/|x2 - x1|
 *     angle      phi, R = exp(phi x)        anglerel   phi of R1' R2
 *     angvel     w                          angvrel    w2 - w1
 *
 * The plain name is the norm, the suffix 2 its square, the prefix x, y or z a component (global, except for
 * anglerel); with the suffix _prev all values are those of the previous step. A call with constant labels is bound
 * to its nodes when it is compiled. */
#include "math/rotation.h"
#include "model/diag_rows.h"
#include "names/datum.h"
#include "names/namespace.h"
#include <stdio.h>
#include <string.h>

typedef enum { POSITION, VELOCITY, ANGLE, ANGVEL, DISTANCE, VREL, ANGLEREL, ANGVREL, UNITVEC, DISTANCEP } quantity;
typedef enum { PART_X, PART_Y, PART_Z, PART_NORM, PART_SQUARE } part;

enum { COMPONENTS = 1 << PART_X | 1 << PART_Y | 1 << PART_Z, NORM = 1 << PART_NORM, SQUARE = 1 << PART_SQUARE };

static const struct {
    const char *name;
    int n_nodes;
    unsigned parts;
} QUANTITIES[] = {
    [POSITION] = {"position", 1, COMPONENTS | NORM | SQUARE},
    [VELOCITY] = {"velocity", 1, COMPONENTS | NORM | SQUARE},
    [ANGLE] = {"angle", 1, COMPONENTS | NORM},
    [ANGVEL] = {"angvel", 1, COMPONENTS | NORM | SQUARE},
    [DISTANCE] = {"distance", 2, COMPONENTS | NORM | SQUARE},
    [VREL] = {"vrel", 2, COMPONENTS | NORM | SQUARE},
    [ANGLEREL] = {"anglerel", 2, COMPONENTS | NORM},
    [ANGVREL] = {"angvrel", 2, COMPONENTS | NORM | SQUARE},
    [UNITVEC] = {"unitvec", 2, COMPONENTS},
    [DISTANCEP] = {"distancep", 2, NORM},
};

static const char *const PREFIX[] = {"x", "y", "z", "", ""};
static const char *const SUFFIX[] = {"", "", "", "", "2"};

typedef struct {
    model *model;
    const node_type *structural;
    quantity quantity;
    part part;
    bool prev;
    /* of a bound call */
    unsigned label[2];
    const node *n[2];
    source_location location;
} motion_function;

/* --- values ------------------------------------------------------------------------------------------------------- */

static vec3 of_one(quantity quantity, const pose *pose)
{
    switch (quantity) {
    case POSITION:
        return pose->x;
    case VELOCITY:
        return pose->v;
    case ANGVEL:
        return pose->w;
    default:
        return rotation_log(&pose->R);
    }
}

static vec3 of_two(quantity quantity, const pose *a, const pose *b)
{
    const vec3 d = vec3_sub(b->x, a->x);
    switch (quantity) {
    case DISTANCE:
        return d;
    case VREL:
        return vec3_sub(b->v, a->v);
    case ANGVREL:
        return vec3_sub(b->w, a->w);
    case UNITVEC:
        return vec3_scale(1.0 / vec3_norm(d), d);
    case DISTANCEP:
        return (vec3){vec3_dot(d, vec3_sub(b->v, a->v)) / vec3_norm(d), 0, 0};
    default: {
        const mat3 R = mat3_tmul(&a->R, &b->R);
        return rotation_log(&R);
    }
    }
}

static bool namespace_motion_evaluate(const motion_function *function, const state *state, const node *const n[2],
                                      value *result, const char **why)
{
    const pose a = node_motion(state, n[0], function->prev);
    vec3 v;
    if (QUANTITIES[function->quantity].n_nodes == 1) {
        v = of_one(function->quantity, &a);
    } else {
        const pose b = node_motion(state, n[1], function->prev);
        if ((function->quantity == UNITVEC || function->quantity == DISTANCEP) &&
            vec3_norm(vec3_sub(b.x, a.x)) == 0.0) {
            *why = "the two nodes coincide";
            return false;
        }
        v = of_two(function->quantity, &a, &b);
    }
    const bool has_sign = function->quantity == DISTANCEP || function->part < PART_NORM;
    *result = value_real(has_sign ? vec3_get(v, function->quantity == DISTANCEP ? 0 : (int)function->part)
                         : function->part == PART_NORM ? vec3_norm(v)
                                                       : vec3_dot(v, v));
    return true;
}

static const node *find_node(const motion_function *function, unsigned label)
{
    return model_node(function->model, function->structural, label);
}

static bool namespace_motion_call(void *self, const expr_run *run, const value *args, int n, value *result,
                                  const char **why)
{
    const motion_function *function = self;
    const node *nodes[2] = {NULL, NULL};
    for (int i = 0; i < n; i++) {
        nodes[i] = find_node(function, (unsigned)args[i].i);
        if (!nodes[i]) {
            *why = "no structural node has this label";
            return false;
        }
    }
    return namespace_motion_evaluate(function, run->state, nodes, result, why);
}

static bool call_bound(void *self, const expr_run *run, const value *args, int n, value *result, const char **why)
{
    (void)args;
    const motion_function *function = self;
    if (function->n[n - 1] && function->n[0])
        return namespace_motion_evaluate(function, run->state, function->n, result, why);
    *why = "no structural node with this label is defined yet";
    return false;
}

/* --- binding ------------------------------------------------------------------------------------------------------ */

static void namespace_motion_settle(model *model, void *self)
{
    motion_function *function = self;
    for (int i = 0; i < QUANTITIES[function->quantity].n_nodes; i++) {
        function->n[i] = find_node(function, function->label[i]);
        if (!function->n[i])
            diag_report(model->errors, E_NO_NODE, function->location, "structural", function->label[i]);
    }
}

static const function *bind(void *space, const function *f, const value *const *known, int n_known,
                            source_location location)
{
    (void)n_known;
    model *model = space;
    const motion_function *of = f->self;
    const int n = QUANTITIES[of->quantity].n_nodes;
    if (!known[0] || !known[n - 1])
        return f;
    motion_function *bound = arena_copy(model->memory, of, sizeof *of);
    bool found = true;
    bound->location = location;
    for (int i = 0; i < n; i++) {
        bound->label[i] = (unsigned)known[i]->i;
        bound->n[i] = find_node(bound, bound->label[i]);
        found = found && bound->n[i];
    }
    if (!found)
        model_later(model, namespace_motion_settle, bound);
    function *g = arena_copy(model->memory, f, sizeof *f);
    g->call = call_bound;
    g->self = bound;
    return g;
}

/* --- names -------------------------------------------------------------------------------------------------------- */

static bool parse_part(const char *name, size_t length, quantity quantity, part *p)
{
    const char *base = QUANTITIES[quantity].name;
    const size_t n = strlen(base);
    for (int k = PART_X; k <= PART_SQUARE; k++) {
        const size_t before = strlen(PREFIX[k]), after = strlen(SUFFIX[k]);
        if (!(QUANTITIES[quantity].parts & 1u << k) || length != before + n + after)
            continue;
        if (memcmp(name, PREFIX[k], before) == 0 && memcmp(name + before, base, n) == 0 &&
            memcmp(name + before + n, SUFFIX[k], after) == 0) {
            *p = (part)k;
            return true;
        }
    }
    return false;
}

const function *motion_resolve(model *model, const char *name, size_t length)
{
    static const value_type LABELS[] = {TYPE_INTEGER, TYPE_INTEGER};
    static const char PREV[] = "_prev";
    const size_t tail = sizeof PREV - 1;
    const bool prev = length > tail && memcmp(name + length - tail, PREV, tail) == 0;
    motion_function of = {.model = model, .structural = node_type_find("structural"), .prev = prev};
    for (int q = POSITION; q <= DISTANCEP; q++) {
        if (!parse_part(name, length - (prev ? tail : 0), (quantity)q, &of.part))
            continue;
        of.quantity = (quantity)q;
        function *f = ARENA_NEW(model->memory, function);
        *f = (function){.name = arena_string(model->memory, name, length),
                        .result = TYPE_REAL,
                        .n_min = QUANTITIES[q].n_nodes,
                        .n_max = QUANTITIES[q].n_nodes,
                        .args = LABELS,
                        .n_types = QUANTITIES[q].n_nodes,
                        .call = namespace_motion_call,
                        .bind = bind,
                        .self = arena_copy(model->memory, &of, sizeof of)};
        return f;
    }
    return NULL;
}

void motion_list(void (*each)(void *to, const char *name), void *to)
{
    char name[32];
    for (int q = POSITION; q <= DISTANCEP; q++)
        for (int k = PART_X; k <= PART_SQUARE; k++)
            for (int prev = 0; prev < 2 && (QUANTITIES[q].parts & 1u << k); prev++) {
                snprintf(name, sizeof name, "%s%s%s%s", PREFIX[k], QUANTITIES[q].name, SUFFIX[k], prev ? "_prev" : "");
                each(to, name);
            }
}
