/* bearing_compliance.c - surfaces that give way under the pressure of the film and of asperities.
 *
 *     w = C (max(p, p_c) + p_contact),  one number for each node of the grid, which widens the gap
 *     half space:  C_kj = (1 - nu^2) / (pi E) int_j dA / |x_k - x|,  over the rectangle around node j
 *     int dA / |x| = F(x2, z2) - F(x1, z2) - F(x2, z1) + F(x1, z1),  F = x asinh(z / |x|) + z asinh(x / |z|)
 *
 * (Love, A. E. H.: The stress produced in a semi-infinite solid by pressure on part of the boundary. Phil. Trans. A
 * 228, 1929.) A half space looks the same from everywhere: matrices of both surfaces are added. */
#include "element/bearing/bearing.h"
#include <math.h>

static double corner(double x, double z)
{
    const double a = x == 0.0 ? 0.0 : x * asinh(z / fabs(x)), b = z == 0.0 ? 0.0 : z * asinh(x / fabs(z));
    return a + b;
}

/* Where the rectangle around a node begins and ends, seen from a place. */
static void borders_x(const bearing *b, int i, double from, double x[2])
{
    const double r = bearing_radius(b), around = 2.0 * M_PI * r;
    const int before = i > 0 ? i - 1 : b->n_phi - 1;
    const double d = r * b->phi[i] - from, middle = d - around * rint(d / around);
    x[0] = middle - 0.5 * r * (b->phi[before + 1] - b->phi[before]);
    x[1] = middle + 0.5 * r * (b->phi[i + 1] - b->phi[i]);
}

static void borders_z(const bearing *b, int j, double from, double z[2])
{
    z[0] = (j > 0 ? 0.5 * (b->z[j - 1] + b->z[j]) : b->z[j]) - from;
    z[1] = (j < b->n_z - 1 ? 0.5 * (b->z[j] + b->z[j + 1]) : b->z[j]) - from;
}

static double rectangle(double low, double high, const double z[2])
{
    return corner(high, z[1]) - corner(low, z[1]) - corner(high, z[0]) + corner(low, z[0]);
}

/* What lies more than half way round is nearer on the other side. */
static double influence(const bearing *b, int at, int of)
{
    const double far = M_PI * bearing_radius(b);
    double x[2], z[2];
    borders_x(b, of / b->n_z, bearing_radius(b) * b->phi[at / b->n_z], x);
    borders_z(b, of % b->n_z, b->z[at % b->n_z], z);
    const double low = fmax(x[0], -far), high = fmin(x[1], far);
    return rectangle(low, high, z) + (x[0] < -far ? rectangle(x[0] + 2.0 * far, far, z) : 0.0) +
           (x[1] > far ? rectangle(-far, x[1] - 2.0 * far, z) : 0.0);
}

void bearing_add_half_space(bearing *b, arena *memory, double E, double nu)
{
    const int n = bearing_nodes(b);
    const size_t count = (size_t)n * (size_t)n;
    const double factor = (1.0 - nu * nu) / (M_PI * E);
    double *C = ARENA_ARRAY(memory, double, count);
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            C[(size_t)k * (size_t)n + (size_t)j] = factor * influence(b, k, j);
    for (size_t i = 0; b->compliance && i < count; i++)
        C[i] += b->compliance[i];
    b->compliance = C;
}

void compliance_initial(const state *s, const elem *e, initial_values *v)
{
    const bearing *b = e->self;
    const int n = bearing_nodes(b);
    state start = *s;
    start.y = v->y;
    for (int k = 0; b->compliance && k < n; k++)
        v->y[e->own + b->deformation + k] = 0.0;
    for (int j = 0; b->compliance && j < n; j++) {
        film f = {0};
        film_fluid(&start, e, j, &f);
        for (int k = 0; k < n; k++)
            v->y[e->own + b->deformation + k] +=
                b->compliance[(size_t)k * (size_t)n + (size_t)j] * fmax(f.p.v, b->oil->pressure);
    }
}

/* Rows are divided by the clearance of the cylinders. */
void compliance_rows(int n, const state *s, const elem *e, const film *f, local *out)
{
    const bearing *b = e->self;
    if (!b->compliance)
        return;
    const int count = bearing_nodes(b), first = bearing_own(b) + b->deformation;
    const double scale = b->equation_scale / fabs(b->side[BEARING].radius - b->side[SHAFT].radius);
    for (int k = 0; k < count; k++) {
        out->r[first + k] += scale * f[k].w;
        if (n > 0)
            out->J[(size_t)(first + k) * (size_t)out->ld + (size_t)(first + k)] += scale * s->dvalue;
    }
    for (int j = 0; j < count; j++) {
        const meeting m = meeting_begin(b, n, 1, &j);
        const double p_c = b->oil->pressure;
        jet1 p, contact;
        meeting_own(&m, 0, f[j].p.v > p_c ? f[j].p : (own_number){p_c, 0.0}, &p);
        meeting_wide(&m, 0, &f[j].contact, &contact);
        jet1_add(m.lanes, &p, 1.0, &contact);
        for (int k = 0; k < count; k++)
            meeting_put(b, &m, out, first + k, -scale * b->compliance[(size_t)k * (size_t)count + (size_t)j], &p);
    }
}
