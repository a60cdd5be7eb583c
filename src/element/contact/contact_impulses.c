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
    const double p = impulse[0], q1 = impulse[1], q2 = impulse[2];
    const vec3 P = vec3_axpy(vec3_axpy(vec3_scale(p, row->axis[0]), q1, row->axis[1]), q2, row->axis[2]);
    for (int i = 0; i < 2; i++) {
        rigid_motion *motion = &memory->motion[row->body[i]];
        const vec3 *spin = row->spin[i];
        motion->v = vec3_axpy(motion->v, i == 0 ? motion->inverse_mass : -motion->inverse_mass, P);
        motion->w = vec3_axpy(vec3_axpy(vec3_axpy(motion->w, p, spin[0]), q1, spin[1]), q2, spin[2]);
    }
}

static vec3 velocity_at(const rigid_motion *motion, vec3 arm)
{
    return vec3_add(motion->v, vec3_cross(motion->w, arm));
}

/* Sets the change of the impulses by which the point meets its conditions. */
static void set_change(const rigid_memory *memory, rigid_row *row, double mu)
{
    const vec3 u = vec3_sub(velocity_at(&memory->motion[row->body[0]], row->arm[0]),
                            velocity_at(&memory->motion[row->body[1]], row->arm[1]));
    const double beyond = vec3_dot(row->axis[0], u) - row->bound;
    double p = row->impulse[0] - row->inverse[0] * (beyond + row->soft * row->impulse[0]);
    if (p > row->most)
        p = row->impulse[0] - (beyond + row->soft * row->most) / row->G[0];
    p = p > 0.0 ? p : 0.0;
    row->change[0] = p - row->impulse[0];
    row->change[1] = -row->impulse[1];
    row->change[2] = -row->impulse[2];
    if (mu == 0.0 || p == 0.0)
        return;
    const double q1 = row->impulse[1] - row->inverse[1] * (vec3_dot(row->axis[1], u) + row->G[1] * row->change[0]);
    const double q2 = row->impulse[2] - row->inverse[1] * (vec3_dot(row->axis[2], u) + row->G[2] * row->change[0]);
    const double square = q1 * q1 + q2 * q2, most = mu * p, part = square > most * most ? most / sqrt(square) : 1.0;
    row->change[1] += part * q1;
    row->change[2] += part * q2;
}

/* One sweep; returns the largest change of a velocity, and |r|^2. */
static double sweep_all(const rigid_memory *memory, double mu, double *r2)
{
    double largest = 0.0;
    *r2 = 0.0;
    for (int i = 0; i < memory->count->n_rows; i++) {
        rigid_row *row = &memory->row[i];
        set_change(memory, row, mu);
        const double *change = row->change;
        const double square = change[0] * change[0] + change[1] * change[1] + change[2] * change[2];
        if (square == 0.0)
            continue;
        rigid_apply(memory, row, change);
        for (int k = 0; k < 3; k++)
            row->impulse[k] += change[k];
        *r2 += square;
        const double normal = fabs(change[0]) * row->G[0], tangential = (fabs(change[1]) + fabs(change[2])) * row->G[3];
        largest = normal > largest ? normal : largest;
        largest = tangential > largest ? tangential : largest;
    }
    return largest;
}

/* d <- part d + r; moves the impulses by part d. */
static void extrapolate(const rigid_memory *memory, double part)
{
    for (int i = 0; i < memory->count->n_rows; i++) {
        rigid_row *row = &memory->row[i];
        double move[3];
        for (int k = 0; k < 3; k++) {
            move[k] = part * row->direction[k];
            row->direction[k] = move[k] + row->change[k];
            row->impulse[k] += move[k];
        }
        if (move[0] != 0.0 || move[1] != 0.0 || move[2] != 0.0)
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
