/* vortex.c - a gust: a straight vortex with a core, about the axis z through a point.
 *
 *     gust, vortex, CENTRE, CIRCULATION, CORE
 *
 *     v = gamma / (2 pi (r^2 + c^2)) (-y, x, 0)
 *
 * The gradient is left to the solver. */
#include "torsor/module.h"

static const torsor_host *torsor;

typedef struct {
    double centre[3], gamma, core;
} vortex;

static void read(torsor_reader *reader, void *self)
{
    vortex *vortex = self;
    torsor->read_vec3(reader, vortex->centre, "centre");
    vortex->gamma = torsor->read_real(reader, "circulation");
    vortex->core = torsor->read_positive(reader, "radius of the core");
}

static void velocity(const void *self, const torsor_instant *instant, const double x[3], double v[3], double *gradient)
{
    const vortex *vortex = self;
    const double dx = x[0] - vortex->centre[0], dy = x[1] - vortex->centre[1];
    const double by = vortex->gamma / (6.283185307179586 * (dx * dx + dy * dy + vortex->core * vortex->core));
    (void)instant, (void)gradient;
    v[0] = -by * dy;
    v[1] = by * dx;
    v[2] = 0.0;
}

static const torsor_gust_type VORTEX = {
    .keyword = "vortex",
    .grammar = "vortex, CENTRE, CIRCULATION, CORE",
    .summary = "A straight vortex with a core.",
    .flags = TORSOR_BY_DIFFERENCES,
    .size = sizeof(vortex),
    .read = read,
    .velocity = velocity,
};
static const torsor_gust_type *const GUSTS[] = {&VORTEX, NULL};

TORSOR_MODULE("vortex", .gusts = GUSTS)
