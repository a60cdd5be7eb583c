/* beam_carry.c - attachment to a beam: points carried with the section of the nearest point of the reference line, and
 * the nodes along the axis.
 *
 *     foot = sum N_k(xi) (x_k + R_k f_k)       N: linear, or parabolas through three nodes
 *
 * The foot is on the element, -1 <= xi <= 1; a point beyond an end moves with the section at that end. */
#include "contract/carrier.h"
#include "element/beam/beam.h"
#include <math.h>

static void beam_carry_functions(int n, double xi, double *N)
{
    N[0] = n == 2 ? 0.5 * (1 - xi) : 0.5 * xi * (xi - 1);
    N[1] = n == 2 ? 0.5 * (1 + xi) : 1 - xi * xi;
    N[2] = n == 2 ? 0 : 0.5 * xi * (xi + 1);
}

static vec3 line_point(const beam *beam, int k)
{
    const frame *frame = beam->node[k]->initial;
    return vec3_add(frame->x, mat3_mulv(&frame->R, beam->f[k]));
}

static vec3 line_at(const beam *beam, double xi)
{
    double N[BEAM_NODES] = {0};
    vec3 x = {0, 0, 0};
    beam_carry_functions(beam->n_nodes, xi, N);
    for (int k = 0; k < beam->n_nodes; k++)
        x = vec3_axpy(x, N[k], line_point(beam, k));
    return x;
}

static double distance(const beam *beam, double xi, vec3 x) { return vec3_norm(vec3_sub(x, line_at(beam, xi))); }

/* Returns xi of the nearest point: the best of equally spaced samples, refined by golden section search between its
 * neighbours. */
static double nearest(const beam *beam, vec3 x)
{
    enum { PLACES = 16, TIMES = 60 };
    const double GOLDEN = 0.6180339887498949;
    int best = 0;
    for (int i = 1; i <= PLACES; i++)
        if (distance(beam, -1 + 2.0 * i / PLACES, x) < distance(beam, -1 + 2.0 * best / PLACES, x))
            best = i;
    double low = fmax(-1, -1 + 2.0 * (best - 1) / PLACES), high = fmin(1, -1 + 2.0 * (best + 1) / PLACES);
    for (int i = 0; i < TIMES; i++) {
        const double one = high - GOLDEN * (high - low), two = low + GOLDEN * (high - low);
        if (distance(beam, one, x) < distance(beam, two, x))
            high = two;
        else
            low = one;
    }
    return 0.5 * (low + high);
}

void beam_carry(const elem *element, vec3 x, carrier *c)
{
    const beam *beam = element->self;
    const double xi = nearest(beam, x);
    *c = (carrier){.n = beam->n_nodes};
    beam_carry_functions(beam->n_nodes, xi, c->weight);
    for (int k = 0; k < c->n; k++) {
        c->node[k] = beam->node[k];
        c->arm[k] = beam->f[k];
    }
    carrier_complete(c, line_at(beam, xi), x, vec3_norm(vec3_sub(line_point(beam, c->n - 1), line_point(beam, 0))));
}

const node *const *beam_axis(const elem *element, int *count)
{
    const beam *beam = element->self;
    *count = beam->n_nodes;
    return beam->node;
}
