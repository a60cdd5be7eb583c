/* rotation_check.c - warns of nodes that rotate too far in a step.
 *
 * Rotation parameters grow as 2 tan(angle / 2): beyond about 2 rad a step the angular velocity that a method makes of
 * them is wrong, and beyond pi the orientation itself tells another rotation. The cosine of the angle is
 * (trace(R R_prev') - 1) / 2; the angular velocity finds rotations of more than a whole turn. */
#include "problem/diag_rows.h"
#include "problem/run_internals.h"

static const double FAR = 2; /* rad */

static double cosine_since(const pose *now, const pose *before)
{
    double trace = 0;
    for (int i = 0; i < 9; i++)
        trace += now->R.e[i / 3][i % 3] * before->R.e[i / 3][i % 3];
    return (trace - 1) / 2;
}

static void report_rotation(run *run, const node *node, double angle)
{
    const state *state = &run->solution->state;
    diag_report(run->errors, W_ROTATION, node->location, node->label, angle, state->t, state->dt);
    diag_hint(run->errors, "use a 'time step' of %.2g or less, for at most 1 rad in a step", state->dt / angle);
}

void rotation_check(run *run)
{
    const state *state = &run->solution->state;
    const double least = cos(FAR), fastest = FAR / state->dt;
    for (int i = 0; i < run->model->nodes.n; i++) {
        const node *node = run->model->nodes.items[i];
        if (!node->has_rotation || node->pose < 0 || node->dof < 0)
            continue;
        const pose *now = &state->poses[node->pose];
        const double cosine = cosine_since(now, &state->poses_prev[node->pose]), speed = vec3_dot(now->w, now->w);
        if (cosine > least && speed < fastest * fastest)
            continue;
        if (run->far_rotations++ == 0)
            report_rotation(run, node, fmax(acos(fmax(cosine, -1)), sqrt(speed) * state->dt));
    }
}

void rotation_report(const run *run)
{
    if (run->far_rotations > 1)
        diag_report(run->errors, N_ROTATIONS, run->problem->location, run->far_rotations);
}
