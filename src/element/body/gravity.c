/* gravity.c - the field of gravity, uniform or central.
 *
 *     uniform   g = template drive
 *     central   g = G M d / |d|^3,  d = o - x      dg/dx = G M / |d|^3 (3 d d' / |d|^2 - I)
 *
 * It is zero while a driven element switches it off. */
#include "element/body/gravity.h"
#include "model/model.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    const tpl_drive *uniform; /* NULL: central */
    vec3 origin;
    double GM;
} gravity;

static const double SI_G = 6.67384e-11; /* m^3 kg^-1 s^-2 */

static void read_central(reader *reader, gravity *gravity)
{
    if (read_keyword(reader, "origin"))
        gravity->origin = read_position_abs(reader, NULL, "origin");
    read_keyword(reader, "mass");
    const double mass = read_positive(reader, "mass of the central body");
    read_keyword(reader, "G");
    gravity->GM = mass * (read_keyword(reader, "si") ? SI_G : read_positive(reader, "universal gravity constant"));
}

static void gravity_read(reader *reader, elem *element)
{
    gravity *gravity = element->self;
    model_of(reader)->gravity = element;
    if (read_keyword(reader, "central")) {
        read_central(reader, gravity);
        return;
    }
    read_keyword(reader, "uniform");
    gravity->uniform = read_tpl_drive(reader, 3, "acceleration of gravity");
}

vec3 gravity_at(const elem *where, const state *state, vec3 x, mat3 *gradient)
{
    if (gradient)
        *gradient = (mat3){{{0}}};
    if (!where || !elem_is_on(state, where))
        return (vec3){0, 0, 0};
    const gravity *gravity = where->self;
    if (gravity->uniform)
        return tpl_drive_vec3(gravity->uniform, state);
    const vec3 d = vec3_sub(gravity->origin, x);
    const double d2 = vec3_dot(d, d), k = gravity->GM / (d2 * sqrt(d2));
    for (int i = 0; gradient && i < 3; i++)
        for (int j = 0; j < 3; j++)
            gradient->e[i][j] = k * (3 * vec3_get(d, i) * vec3_get(d, j) / d2 - (i == j));
    return vec3_scale(k, d);
}

bool gravity_has_gradient(const elem *where) { return where && !((const gravity *)where->self)->uniform; }

double gravity_potential(const elem *where, const state *state, vec3 x)
{
    if (!where || !elem_is_on(state, where))
        return 0;
    const gravity *gravity = where->self;
    if (gravity->uniform)
        return -vec3_dot(tpl_drive_vec3(gravity->uniform, state), x);
    return -gravity->GM / vec3_norm(vec3_sub(gravity->origin, x));
}

static void gravity_output_row(const state *state, const elem *element, record *out)
{
    record_begin(out, element->label);
    record_name(out, "g", QUANTITY_ACCELERATION, "acceleration of gravity at the origin (x, y, z)");
    record_vec3(out, gravity_at(element, state, (vec3){0, 0, 0}, NULL));
    record_end(out);
}

static void gravity_sample(sampler *from, elem *element)
{
    gravity *g = element->self;
    if (sample_integer(from, 0, 1))
        g->uniform = sample_tpl_drive(from, 3);
    else
        *g = (gravity){.origin = sample_vec3(from, 10), .GM = sample_real(from, 1, 10)};
}

const elem_type gravity_type = {
    .card = &elem_cards[CARD_GRAVITY],
    .grammar = "gravity: [uniform,] (drive of 3) G\ngravity: central, [origin, O,] mass, M, G, { si | G }",
    .summary = "A gravity field, uniform or central, that acts on every body.",
    .size = sizeof(gravity),
    .read = gravity_read,
    .output = gravity_output_row,
    .sample = gravity_sample,
};
