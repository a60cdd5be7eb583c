/* section_bielawa.c - unsteady coefficients after Bielawa: static ones at a shifted incidence, and polynomials in the
 * rates of the incidence, fitted to oscillating sections NACA 0012.
 *
 *     A = alpha' c/(2V),  B = alpha'' (c/(2V))^2,  t = |alpha|/alpha_ss,  alpha_ss = 0.22689 (1 - m),  w = 1 - m,
 *     b = sqrt(1 - m^2), m = min(M, 0.99); A, B, D positive in the direction of alpha
 *     D  = alpha_ss (P1 + P2 exp(-1072.52 A^2) + P3 exp(-40316.4 B^2))
 *     cl = cl(alpha - D) + (5.7296 D + P4)/b,   cd = cd(alpha - D),   cm = cm(alpha - D) + (1.4324 D + P5)/b
 *
 * The rates are backward differences over the last steps, of the incidence at the reference line, atan2(p w3 - v2, v1);
 * they count from the third step on. */
#include "element/aero/section.h"
#include "base/array.h"
#include <math.h>

typedef struct {
    double t;        /* of the last step */
    double alpha[3]; /* incidence at the reference line, of that and the ones before */
    int n;           /* accepted so far, the start included, at most 4 */
} bielawa_memory;

/* k A^a B^b t^t w^w */
typedef struct {
    double k;
    int of[4];
} term;

static const term SHIFT[] = {
    {-0.3464, {1, 0, 0, 0}}, {5.781402, {1, 0, 1, 0}}, {-1.549076, {0, 1, 0, 0}}, {-32.33003, {0, 1, 1, 0}}};
static const term SHIFT_A[] = {
    {43.0633, {1, 0, 0, 0}}, {-21.62257, {1, 0, 1, 0}}, {41.9839, {2, 0, 0, 0}}, {329.5461, {2, 0, 1, 0}}};
static const term SHIFT_B[] = {{-53.97532, {0, 1, 0, 0}}, {18.66347, {0, 1, 1, 0}}};
static const term LIFT[] = {{1.450437, {1, 0, 0, 0}}, {2.80783, {1, 0, 1, 0}},  {-1.41158, {1, 0, 2, 0}},
                            {6.598341, {0, 1, 0, 0}}, {-34.3520, {0, 1, 1, 0}}, {11.00467, {0, 1, 2, 0}},
                            {1654.04, {3, 0, 0, 0}},  {-2145.4, {3, 0, 1, 0}},  {1602.80, {2, 1, 0, 0}},
                            {6243.55, {2, 1, 1, 0}},  {-1675.69, {1, 2, 0, 0}}, {-9130.06, {1, 2, 1, 0}},
                            {-31129.3, {0, 3, 0, 0}}, {80706.1, {0, 3, 1, 0}}};
static const term MOMENT[] = {
    {-1.2504595, {1, 0, 0, 0}}, {-6.402655, {1, 0, 0, 1}},  {-0.2061935, {1, 0, 1, 0}}, {3.320215, {1, 0, 1, 1}},
    {0.295578, {1, 0, 2, 0}},   {-2.19668, {0, 1, 0, 0}},   {21.94265, {0, 1, 0, 1}},   {-2.490872, {0, 1, 1, 0}},
    {-7.304845, {0, 1, 1, 1}},  {4.331319, {0, 1, 2, 0}},   {-4.157992, {2, 0, 0, 0}},  {-47.005455, {2, 0, 0, 1}},
    {-11.395458, {2, 0, 1, 0}}, {8.144499, {2, 0, 2, 0}},   {-26.752017, {0, 2, 0, 0}}, {-279.07175, {0, 2, 0, 1}},
    {242.65433, {0, 2, 1, 0}},  {-109.49334, {0, 2, 2, 0}}, {245.3836, {1, 1, 0, 1}},   {-236.1192, {3, 0, 0, 1}},
    {-1958.0014, {2, 1, 0, 1}}, {-6780.349, {1, 2, 0, 1}},  {-15814.24, {0, 3, 0, 1}}};

/* A, B, t, w and their powers. */
typedef struct {
    const jet1 *x[4];
    double power[4][4];
} unknowns;

static void polynomial(int n, const term *terms, int count, const unknowns *u, jet1 *r)
{
    double v = 0.0, by[4] = {0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        const term *p = &terms[i];
        double product = p->k;
        for (int j = 0; j < 4; j++)
            product *= u->power[j][p->of[j]];
        v += product;
        for (int j = 0; j < 4; j++) {
            if (p->of[j] == 0)
                continue;
            double slope = p->k * p->of[j] * u->power[j][p->of[j] - 1];
            for (int k = 0; k < 4; k++)
                slope *= k == j ? 1.0 : u->power[k][p->of[k]];
            by[j] += slope;
        }
    }
    jet1_const(n, r, v);
    for (int j = 0; j < 4; j++)
        JET_LANES(n, l) r->d[l] += by[j] * u->x[j]->d[l];
}
#define POLYNOMIAL(n, terms, u, r) polynomial(n, terms, ARRAY_LEN(terms), u, r)

/* r *= exp(-k x^2) */
static void fade(int n, jet1 *r, double k, const jet1 *x)
{
    jet1 e;
    const double f = exp(-k * x->v * x->v);
    jet1_chain2(n, &e, f, x, -2 * k * x->v * f, x, 0.0);
    jet1_mul(n, r, &e);
}

/* The incidence and the rates it has had. */
typedef struct {
    jet1 alpha, A, B;
    double rate[2];
} incidence;

/* The incidence at the reference line. */
static void on_line(int n, const section *c, const section_input *in, jet1 *r)
{
    const double x = in->v[LANE_V1], y = c->point * in->v[LANE_W3] - in->v[LANE_V2], square = x * x + y * y;
    jet1_const(n, r, atan2(y, x));
    if (n > 0 && square > 0) {
        r->d[LANE_V1] = -y / square;
        r->d[LANE_V2] = -x / square;
        r->d[LANE_W3] = c->point * x / square;
    }
}

static void incidence_set(int n, const section *c, const section_input *in, const section_wind *w, incidence *to)
{
    jet1 *alpha = &to->alpha, *A = &to->A, *B = &to->B;
    double *rate = to->rate;
    const bielawa_memory *m = in->memory;
    *alpha = w->wind;
    rate[0] = rate[1] = 0.0;
    jet1_const(n, A, 0.0);
    jet1_const(n, B, 0.0);
    const int past = in->t <= m->t && m->n > 0 ? 1 : 0;
    const bool has_past = m->n >= 3 + past && in->dt > 0.0;
    if (!has_past && !in->is_linearised)
        return;
    const double *before = m->alpha + past;
    jet1 line;
    on_line(n, c, in, &line);
    if (has_past) {
        rate[0] = (1.5 * line.v - 2 * before[0] + 0.5 * before[1]) / in->dt;
        rate[1] = (line.v - 2 * before[0] + before[1]) / (in->dt * in->dt);
    }
    const double by = in->is_linearised ? in->swing : 1.5 / in->dt;
    const double by_twice = in->is_linearised ? in->swing * in->swing : 1 / (in->dt * in->dt);
    const double k = 0.5 * c->chord / sqrt(w->speed2.v);
    A->v = k * rate[0];
    B->v = k * k * rate[1];
    for (int l = 0; l < n; l++) {
        const double stretch = l <= LANE_V3 ? -in->v[l] / w->speed2.v : 0.0;
        A->d[l] = k * by * line.d[l] + A->v * stretch;
        B->d[l] = k * k * by_twice * line.d[l] + 2 * B->v * stretch;
    }
}

static const double STALL = 0.22689, MOST_MACH = 0.99;

static void eval(int n, const section *c, const section_input *in, section_result *out)
{
    section_wind wind;
    if (!section_wind_now(n, c, in, false, &wind)) {
        section_still(n, out);
        return;
    }
    jet1 t, w, k[SECTION_COEFFICIENTS];
    incidence at;
    incidence_set(n, c, in, &wind, &at);
    jet1 A = at.A, B = at.B, alpha = at.alpha;
    const double sign = alpha.v < 0 ? -1.0 : 1.0, m = fmin(wind.mach.v, MOST_MACH), b = sqrt(1 - m * m);
    const double by_m = wind.mach.v < MOST_MACH ? 1.0 : 0.0, stall = STALL * (1 - m);
    jet1_chain2(n, &w, 1 - m, &wind.mach, -by_m, &wind.mach, 0.0);
    jet1_chain2(n, &t, sign * alpha.v / stall, &alpha, sign / stall, &w, -sign * alpha.v / (stall * w.v));
    jet1_chain(n, &A, sign * A.v, sign);
    jet1_chain(n, &B, sign * B.v, sign);
    unknowns u = {.x = {&A, &B, &t, &w}};
    for (int j = 0; j < 4; j++)
        for (int p = 0; p < 4; p++)
            u.power[j][p] = p == 0 ? 1.0 : u.power[j][p - 1] * u.x[j]->v;
    jet1 D, more, lift, moment, moved = alpha;
    POLYNOMIAL(n, SHIFT, &u, &D);
    POLYNOMIAL(n, SHIFT_A, &u, &more);
    fade(n, &more, 1072.52, &A);
    jet1_add(n, &D, 1.0, &more);
    POLYNOMIAL(n, SHIFT_B, &u, &more);
    fade(n, &more, 40316.4, &B);
    jet1_add(n, &D, 1.0, &more);
    jet1_mul(n, &D, &w);
    jet1_chain(n, &D, STALL * D.v, STALL);
    POLYNOMIAL(n, LIFT, &u, &lift);
    POLYNOMIAL(n, MOMENT, &u, &moment);
    jet1_add(n, &lift, 5.7296, &D);
    jet1_add(n, &moment, 1.4324, &D);
    /* 1/b, its slope in w is -m/b^3 */
    jet1 over;
    jet1_chain2(n, &over, sign / b, &w, -sign * m / (b * b * b), &w, 0.0);
    jet1_mul(n, &lift, &over);
    jet1_mul(n, &moment, &over);
    jet1_add(n, &moved, -sign, &D);
    section_coefficients(n, c, &wind, &moved, k);
    jet1_add(n, &k[AIRFOIL_LIFT], 1.0, &lift);
    jet1_add(n, &k[AIRFOIL_MOMENT], 1.0, &moment);
    section_loads(n, c, &wind, k, out);
    section_report(c, in, &wind, alpha.v, k, out);
    out->rate[0] = at.rate[0];
    out->rate[1] = at.rate[1];
}

static void accept(const section *c, const section_input *in, const section_result *now, void *memory)
{
    (void)now;
    bielawa_memory *m = memory;
    jet1 line;
    on_line(0, c, in, &line);
    m->t = in->t;
    m->alpha[2] = m->alpha[1];
    m->alpha[1] = m->alpha[0];
    m->alpha[0] = line.v;
    m->n = m->n < 4 ? m->n + 1 : 4;
}

const section_model section_bielawa = {
    .keyword = "bielawa",
    .memory = sizeof(bielawa_memory),
    .eval = eval,
    .accept = accept,
};
