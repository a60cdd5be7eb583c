/* contact_impulses.c - the impulses of rigid contact (contact_rigid.h), by conjugate gradients on sweeps of the
 * projected Gauss-Seidel method (Silcowitz, Niebe, Erleben: Visual Computer 26, 2010).
 *
 *     sweep:    p <- max(0, p - (u_n + s p - bound)/(G_nn + s))     q <- disc(mu p, q - u_t/G_t)
 *               one point after the other; G: responses of the point's velocity to its impulse
 *     r         change of all impulses by a sweep
 *     d <- part d + r,  part = |r|^2/|r before|^2         each sweep but the first begins with impulses moved by part d
 *     d <- r                                              if |r| has grown, and for 2, 4, 8 ... sweeps after it has
 *
 * Where points come into contact or begin to slide, the changes of a sweep are not the gradient of any function, and
 * moving along d would lead back and forth; the pauses leave this to sweeps alone.
 *
 * It ends with a sweep, so that impulses are always within their cones: they never pull, and friction never exceeds mu
 * times the normal impulse. */
#include "element/contact/contact_rigid.h"
#include <math.h>

void rigid_apply(const rigid_memory *memory, const rigid_row *row, const double impulse[3])
{
    vec3 P = vec3_scale(impulse[0], row->axis[0]);
    P = vec3_axpy(vec3_axpy(P, impulse[1], row->axis[1]), impulse[2], row->axis[2]);
    for (int i = 0; i < 2; i++) {
        rigid_motion *motion = &memory->motion[row->body[i]];
        const double s = i == 0 ? 1.0 : -1.0;
        if (motion->inverse_mass == 0.0)
            continue;
        motion->v = vec3_axpy(motion->v, s * motion->inverse_mass, P);
        motion->w = vec3_axpy(motion->w, s, mat3_mulv(&motion->inverse_inertia, vec3_cross(row->arm[i], P)));
    }
}

static vec3 velocity_at(const rigid_motion *motion, vec3 arm)
{
    return vec3_add(motion->v, vec3_cross(motion->w, arm));
}

/* Returns the largest change of a velocity by which the point has violated its conditions. */
static double sweep_row(const rigid_memory *memory, rigid_row *row, double mu)
{
    const vec3 u = vec3_sub(velocity_at(&memory->motion[row->body[0]], row->arm[0]),
                            velocity_at(&memory->motion[row->body[1]], row->arm[1]));
    const double beyond = vec3_dot(row->axis[0], u) - row->bound;
    double pressed = row->impulse[0] - row->inverse[0] * (beyond + row->soft * row->impulse[0]);
    if (pressed > row->most)
        pressed = row->impulse[0] - (beyond + row->soft * row->most) / row->G[0];
    const double p = pressed > 0.0 ? pressed : 0.0;
    double change[3] = {p - row->impulse[0], -row->impulse[1], -row->impulse[2]};
    if (change[0] == 0.0 && p == 0.0 && change[1] == 0.0 && change[2] == 0.0)
        return 0.0;
    if (mu > 0.0) {
        const double q1 = row->impulse[1] - row->inverse[1] * (vec3_dot(row->axis[1], u) + row->G[1] * change[0]);
        const double q2 = row->impulse[2] - row->inverse[1] * (vec3_dot(row->axis[2], u) + row->G[2] * change[0]);
        const double size = sqrt(q1 * q1 + q2 * q2), part = size > mu * p ? mu * p / size : 1.0;
        change[1] += part * q1;
        change[2] += part * q2;
    }
    rigid_apply(memory, row, change);
    for (int k = 0; k < 3; k++)
        row->impulse[k] += change[k];
    const double normal = fabs(change[0]) * row->G[0];
    const double tangential = (fabs(change[1]) + fabs(change[2])) * row->G[3];
    return normal > tangential ? normal : tangential;
}

/* One sweep; returns the largest change of a velocity, and |r|^2. */
static double sweep_all(const rigid_memory *memory, double mu, double *r2)
{
    double largest = 0.0;
    *r2 = 0.0;
    for (int i = 0; i < memory->count->n_rows; i++) {
        rigid_row *row = &memory->row[i];
        for (int k = 0; k < 3; k++)
            row->last[k] = row->impulse[k];
        const double error = sweep_row(memory, row, mu);
        largest = error > largest ? error : largest;
        for (int k = 0; k < 3; k++) {
            const double r = row->impulse[k] - row->last[k];
            *r2 += r * r;
        }
    }
    return largest;
}

/* d <- part d + r; moves the impulses by part d. */
static void extrapolate(const rigid_memory *memory, double part)
{
    for (int i = 0; i < memory->count->n_rows; i++) {
        rigid_row *row = &memory->row[i];
        double move[3];
        bool moves = false;
        for (int k = 0; k < 3; k++) {
            move[k] = part * row->direction[k];
            row->direction[k] = move[k] + row->impulse[k] - row->last[k];
            row->impulse[k] += move[k];
            moves = moves || move[k] != 0.0;
        }
        if (moves)
            rigid_apply(memory, row, move);
    }
}

void rigid_solve(const contact *contact, const rigid_memory *memory, double tolerance)
{
    double before = 0.0, r2;
    int pause = 0, next_pause = 2;
    for (int i = 0; i < memory->count->n_rows; i++)
        for (int k = 0; k < 3; k++)
            memory->row[i].direction[k] = 0.0;
    for (int n = 1; n <= contact->iterations; n++) {
        if (sweep_all(memory, contact->law.mu, &r2) <= tolerance || n == contact->iterations)
            return;
        if (n > 1 && r2 > before) {
            pause = next_pause;
            next_pause *= 2;
        }
        extrapolate(memory, n == 1 || pause > 0 ? 0.0 : r2 / before);
        pause -= pause > 0;
        before = r2;
    }
}
