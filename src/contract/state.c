/* state.c - the orientation of a node from its rotation unknowns; nested evaluations, and errors in them. */
#include "contract/state.h"
#include "math/rotation.h"
#include <stdarg.h>
#include <stdio.h>

const char *state_call(state *state, double parts)
{
    enum { MOST_CALLS = 200 };
    static const double MOST_PARTS = 1e6;
    static _Thread_local double so_far; /* since the first call */
    if (state->calls > 0 && state->failed && state->failed->is_set)
        return "a value that it needs does not exist";
    so_far = state->calls++ == 0 ? parts : so_far + parts;
    return state->calls > MOST_CALLS ? "more than 200 drives call each other here"
           : so_far > MOST_PARTS     ? "more than a million drives are evaluated for one value"
                                     : NULL;
}

void state_fail(const state *state, source_location location, const char *format, ...)
{
    if (!state->failed || state->failed->is_set)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(state->failed->text, sizeof state->failed->text, format, args);
    va_end(args);
    state->failed->is_set = true;
    state->failed->location = location;
}

void pose_set_angular_velocity(pose *pose, vec3 w)
{
    pose->w = w;
    pose->w_theta = mat3_skew(vec3_neg(w));
}

pose pose_make(vec3 x, vec3 v, const mat3 *R, vec3 w)
{
    pose pose = {.x = x, .v = v, .R = *R};
    pose_set_angular_velocity(&pose, w);
    return pose;
}

/* The first term of w_theta (state.h), with s = 4 / (4 + g . g), r = g' and (a b) the outer product of a and b:
 *     d(G(g) r)/dg G(g)^-1 = -s/2 r x + ((s/8 r x g - s/2 r) g) + s/4 (g r) - s/4 (g . r) I */
static mat3 derivative_along_spin(vec3 g, vec3 gp, double s, vec3 carried)
{
    const vec3 by_g = vec3_axpy(vec3_scale(-0.5 * s, gp), 0.125 * s, vec3_cross(gp, g)),
               by_gp = vec3_scale(0.25 * s, g);
    const mat3 first = mat3_outer(by_g, g), second = mat3_outer(by_gp, gp);
    mat3 sum = mat3_skew(vec3_neg(vec3_axpy(carried, 0.5 * s, gp)));
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            sum.e[i][j] += first.e[i][j] + second.e[i][j];
        sum.e[i][i] -= vec3_dot(by_gp, gp);
    }
    return sum;
}

void pose_rotate(pose *pose, const pose_reference *reference, vec3 g, vec3 gp)
{
    const mat3 D = rotation_from_cgr(g);
    const double s = 4.0 / (4.0 + vec3_dot(g, g));
    const vec3 carried = mat3_mulv(&D, reference->w);
    pose->R = mat3_mul(&D, &reference->R);
    pose->w = vec3_axpy(carried, s, vec3_axpy(gp, 0.5, vec3_cross(g, gp)));
    pose->w_theta = derivative_along_spin(g, gp, s, carried);
}
