/* rotor_disk.c - the disk of a rotor, and the mean induced velocity by momentum theory.
 *
 *     v = R' (v_air - v_hub)                wind in the axes of the disk, 3 along the shaft
 *     sin a = -v3 / |v|                     > 0: through the disk from above
 *     mu = |v| cos a / V,   V = W r         W the angular speed of the hub relative to the craft, r the radius
 *     lambda = |v| sin a / V + l            l = u / V the induced part, for which
 *     l = C / (2 sqrt(mu^2 + lambda^2)),    C = T / (rho pi r^4 W^2)
 *     chi = atan(mu / lambda)               skew of the wake
 *
 * is solved by Newton's method, l -= eta f / f'. Corrected and delayed, the mean induced velocity is
 *
 *     u = (1 - m) g V C / (2 sqrt(mu^2 / kF^2 + lambda^2 / kH^4)) + m u,    m, u: of the previous step
 *     g = 1 - (r / 4 h)^2                   at the height h above the ground */
#include "element/aero/air.h"
#include "element/aero/rotor.h"
#include <math.h>

/* Fraction of the reference speed below which there is no inflow. */
static const double STANDS = 1e-6;

/* Fraction of the tip speed (at 1 m if there is no radius): a slower wind has no direction, and a slower component
 * across the axis is ignored. */
static const double CALM = 1e-10;

double disk_area(const disk *disk) { return M_PI * disk->radius * disk->radius; }

static void find_wind(const rotor *of, const state *state, double calm, disk *disk)
{
    const pose *hub = &state->poses[of->hub->pose];
    air_moment air;
    air_point here;
    air_begin(*of->air, state, &air);
    air_at(&air, hub->x, &here, NULL);
    const vec3 v = mat3_tmulv(&disk->R, vec3_sub(here.v, hub->v));
    const double across = hypot(v.x, v.y), in_plane = across > calm ? across : 0.0;
    disk->density = here.density;
    const double speed = vec3_norm(v);
    disk->speed = speed > calm ? speed : 0.0;
    disk->sin_alpha = disk->speed > 0 ? -v.z / disk->speed : 1.0;
    disk->cos_alpha = disk->speed > 0 ? in_plane / disk->speed : 0.0;
    /* Round-off in v.y would choose between pi and -pi in a head wind. */
    const double psi0 = in_plane > 0 ? atan2(fabs(v.y) > calm ? v.y : 0.0, v.x) : 0.0;
    disk->sin_psi0 = sin(psi0);
    disk->cos_psi0 = cos(psi0);
}

void disk_motion(const rotor *of, const state *state, disk *d)
{
    const pose *craft = &state->poses[of->craft->pose], *hub = &state->poses[of->hub->pose];
    *d = (disk){.R = mat3_mul(&craft->R, &of->rotated), .center = craft->x, .radius = of->radius};
    const double rotating = vec3_norm(vec3_sub(hub->w, craft->w));
    d->tip = of->radius * rotating;
    find_wind(of, state, CALM * (of->radius > 0 ? d->tip : rotating), d);
    if (disk_rotates(of, d))
        d->mu = d->speed * d->cos_alpha / d->tip;
}

bool disk_rotates(const rotor *of, const disk *disk)
{
    return disk->tip > 0 && disk->tip >= STANDS * fabs(of->reference_speed) * of->radius;
}

static double thrust_coefficient(const disk *disk, double thrust)
{
    return thrust / (disk->density * disk_area(disk) * disk->tip * disk->tip);
}

int disk_momentum(const rotor *of, double thrust, int most, disk *disk)
{
    if (!disk_rotates(of, disk) || disk->density <= 0)
        return disk->lambda_u = 0.0, 0;
    const double C = thrust_coefficient(disk, thrust), through = disk->speed * disk->sin_alpha / disk->tip;
    const double enough = of->tolerance;
    if (disk->lambda_u == 0.0 && C != 0.0)
        disk->lambda_u = copysign(sqrt(fabs(C) / 2), C);
    for (int i = 0; i < most; i++) {
        const double lambda = through + disk->lambda_u, V2 = disk->mu * disk->mu + lambda * lambda, V = sqrt(V2);
        if (V2 == 0.0)
            return i;
        const double change = (disk->lambda_u - C / (2 * V)) / (1 + C * lambda / (2 * V2 * V));
        disk->lambda_u -= of->eta * change;
        disk->by_thrust = 1 / (2 * V * (1 + C * lambda / (2 * V2 * V)));
        if (fabs(change) <= enough)
            return i;
    }
    return -most;
}

void disk_wake(const rotor *of, disk *disk)
{
    if (!disk_rotates(of, disk))
        return;
    disk->lambda = disk->speed * disk->sin_alpha / disk->tip + disk->lambda_u;
    disk->chi = disk->mu == 0.0 ? 0.0 : atan2(disk->mu, disk->lambda);
}

void disk_corrected(const rotor *of, const disk *disk, double *lambda, double *mu)
{
    *lambda = disk->lambda / (of->hover * of->hover);
    *mu = disk->mu / of->forward;
}

static double ground_factor(const rotor *of, const state *state, const disk *disk)
{
    if (!of->ground)
        return 1.0;
    const pose *ground = &state->poses[of->ground->pose];
    const double h = vec3_dot(mat3_col(&ground->R, 2), vec3_sub(disk->center, ground->x));
    const double ratio = of->radius / (4 * h);
    return 1.0 - ratio * ratio;
}

double disk_mean(const rotor *of, const state *state, const disk *disk, double thrust, const rotor_memory *before)
{
    if (!disk_rotates(of, disk) || thrust == 0.0)
        return 0.0;
    double lambda, mu;
    disk_corrected(of, disk, &lambda, &mu);
    const double m = before->weight;
    const double nominal = disk->tip * thrust_coefficient(disk, thrust) / (2 * hypot(lambda, mu));
    const double u = (1 - m) * ground_factor(of, state, disk) * nominal + m * before->mean;
    return u > disk->tip ? 0.0 : u;
}
