/* state.c - the orientation of a node from its rotation unknowns; errors during the evaluation of the state. */
#include "contract/state.h"
#include "math/rotation.h"
#include <stdarg.h>
#include <stdio.h>

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

void pose_rotate(pose *pose, const pose_reference *reference, vec3 g, vec3 gp)
{
    const mat3 D = rotation_from_cgr(g), G = rotation_cgr_spin(g), inverse = rotation_cgr_spin_inverse(g);
    const mat3 by_g = rotation_cgr_spin_derivative(g, gp), by_spin = mat3_mul(&by_g, &inverse);
    pose->R = mat3_mul(&D, &reference->R);
    pose_set_angular_velocity(pose, mat3_mulv(&D, reference->w));
    pose->w = vec3_add(mat3_mulv(&G, gp), pose->w);
    pose->w_theta = mat3_add(&pose->w_theta, &by_spin);
}
