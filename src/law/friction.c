/* friction.c - friction: a model provides the coefficient f, a shape function the factor that multiplies f times the
 * normal force.
 *
 *     simple               1
 *     simple plane hinge   1 / sqrt(1 + f^2)
 *     screw joint          sec(n) (1 + t^2) / (1 - f sec(n) t)     n: half thread angle, t: tangent of the lead angle
 *
 * The radius of a hinge is applied by the joint. */
#include "law/friction_model.h"
#include "base/array.h"

typedef enum { SHAPE_SIMPLE, SHAPE_PLANE_HINGE, SHAPE_SCREW } friction_shape_kind;

struct friction {
    const friction_model *model;
    void *self;
    friction_shape_kind shape;
    double radius, half_thread_angle; /* of the screw */
};

const friction_model *const friction_models[] = {&friction_modlugre, &friction_discrete_coulomb};
const int friction_model_count = ARRAY_LEN(friction_models);

static void read_shape(reader *reader, friction *friction)
{
    static const char *const SHAPES[] = {"simple", "simple plane hinge", "screw joint", NULL};
    const int shape = read_choice(reader, SHAPES, "shape function");
    friction->shape = shape < 0 ? SHAPE_SIMPLE : (friction_shape_kind)shape;
    if (friction->shape != SHAPE_SCREW)
        return;
    read_keyword(reader, "radius");
    friction->radius = read_positive(reader, "radius");
    read_keyword(reader, "half thread angle");
    friction->half_thread_angle = read_real(reader, "half thread angle");
}

friction *read_friction_model(reader *reader)
{
    const char *words[] = {friction_modlugre.keyword, friction_discrete_coulomb.keyword, NULL};
    const int which = read_choice(reader, words, "friction model");
    if (which < 0)
        return NULL;
    friction *f = ARENA_NEW(reader_arena(reader), friction);
    f->model = friction_models[which];
    f->self = arena_alloc(reader_arena(reader), f->model->size);
    f->model->read(reader, f->self);
    return read_ok(reader) ? f : NULL;
}

friction *read_friction(reader *reader)
{
    friction *friction = read_friction_model(reader);
    if (friction)
        read_shape(reader, friction);
    return read_ok(reader) ? friction : NULL;
}

internal_kind friction_kind(const friction *friction) { return friction->model->kind; }
double friction_initial(const friction *friction, double v) { return friction->model->initial(friction->self, v); }
double friction_radius(const friction *friction) { return friction->radius; }

void friction_eval(int lanes, const friction *friction, const state *state, const friction_index *internal,
                   const jet1 *v, jet1 *c, local *out)
{
    friction_point point = {0};
    friction->model->eval(friction->self, state, state->y[internal->unknown], state->yp[internal->unknown], v->v,
                          &point);
    c->v = point.f;
    out->r[internal->index] += point.g;
    if (lanes == 0)
        return;
    double *row = jacobian_row(out, internal->index);
    JET_LANES(lanes, l)
    {
        c->d[l] = point.f_v * v->d[l];
        row[l] += point.g_v * v->d[l];
    }
    const bool is_state = friction->model->kind == INTERNAL_DIFFERENTIAL;
    const double by_value = is_state ? state->dvalue : 1.0, by_rate = is_state ? state->drate : 0.0;
    c->d[internal->index] += point.f_z * by_value + point.f_rate * by_rate;
    row[internal->index] += point.g_z * by_value + point.g_rate * by_rate;
}

void friction_shape(int lanes, const friction *friction, double lead, const jet1 *c, jet1 *shape)
{
    *shape = *c;
    if (friction->shape == SHAPE_SIMPLE) {
        jet1_chain_by(lanes, shape, 1.0, 0.0);
    } else if (friction->shape == SHAPE_PLANE_HINGE) {
        const double q = 1.0 / sqrt(1.0 + c->v * c->v);
        jet1_chain_by(lanes, shape, q, -q * q * q * c->v);
    } else {
        const double secant = 1.0 / cos(friction->half_thread_angle);
        const double below = 1.0 - c->v * secant * lead, q = secant * (1.0 + lead * lead) / below;
        jet1_chain_by(lanes, shape, q, q * secant * lead / below);
    }
}

/* --- samples ------------------------------------------------------------------------------------------------------ */

static double line_eval(const scalar_function *function, double x, int order, function_error *bad)
{
    (void)bad;
    const double *line = function->self;
    return order == 0 ? line[0] + line[1] * x : order == 1 ? line[1] : 0.0;
}

static const scalar_function_type line_type = {.keyword = "sample", .summary = "a + b x, for tests", .eval = line_eval};

const scalar_function *sample_friction_function(sampler *from)
{
    double *line = ARENA_ARRAY(from->memory, double, 2);
    line[0] = sample_real(from, 1.0, 2.0);
    line[1] = sample_real(from, -0.1, 0.0);
    scalar_function *function = ARENA_NEW(from->memory, scalar_function);
    function->type = &line_type;
    function->self = line;
    return function;
}

friction *sample_friction(sampler *from)
{
    friction *f = ARENA_NEW(from->memory, friction);
    f->model = friction_models[sample_integer(from, 0, 1)];
    f->self = arena_alloc(from->memory, f->model->size);
    f->model->sample(from, f->self);
    f->shape = (friction_shape_kind)sample_integer(from, 0, 2);
    f->radius = sample_real(from, 0.5, 1.0);
    f->half_thread_angle = sample_real(from, 0.2, 0.6);
    return f;
}
