/* section_bielawa.c - unsteady coefficients after Bielawa: static ones at shifted incidences, and polynomials in the
 * rates of the incidence, fitted to oscillating sections NACA 0012.
 *
 *     A = alpha' c/(2U),  B = alpha'' (c/(2U))^2, divided by g = sqrt((A/0.048)^2 + (B/0.016)^2) where that is above 1
 *     w = 1 - m,  b = sqrt(1 - m^2),  m = min(M, 0.99),  alpha_ss = 0.22689 w
 *     t = |alpha|/alpha_ss, at most 1.86 and 1.839 - 70.33 B; A, B, D, E positive in the direction of alpha
 *     D  = alpha_ss (P1 + P2 exp(-1072.52 A^2) + P3 exp(-40316.4 B^2)),   E = w P6/1.4324
 *     cl = cl(alpha - D) + (5.7296 D + P4)/b,   cd = cd(alpha - D)
 *     cm = cm(alpha - E) + (cl(alpha - E) - cl(alpha - D))/4 + P5/b,   without yaw
 *
 * U is the speed in the plane of the section. The rates are backward differences over the last steps, of the incidence
 * at the reference line, atan2(p w3 - v2, v1); they count from the third step on. */
#include "element/aero/section.h"
#include "base/array.h"
#include <math.h>

typedef struct {
    double t;        /* of the last step */
    double alpha[3]; /* incidence at the reference line, of that and the ones before */
    int n;           /* accepted so far, the start included */
} bielawa_memory;

enum { RATE_A, RATE_B, RATIO, UNKNOWNS };

/* k A^a B^b t^t */
typedef struct {
    double k;
    int powers[UNKNOWNS];
} term;

static const term SHIFT[] = {
    {-0.3464, {1, 0, 0}}, {5.781402, {1, 0, 1}}, {-1.549076, {0, 1, 0}}, {-32.33003, {0, 1, 1}}};
static const term SHIFT_A[] = {
    {43.0633, {1, 0, 0}}, {-21.62257, {1, 0, 1}}, {41.9839, {2, 0, 0}}, {329.5461, {2, 0, 1}}};
static const term SHIFT_B[] = {{-53.97532, {0, 1, 0}}, {18.66347, {0, 1, 1}}};
static const term LIFT[] = {{1.450437, {1, 0, 0}}, {2.80783, {1, 0, 1}},  {-1.41158, {1, 0, 2}}, {6.598341, {0, 1, 0}},
                            {-34.3520, {0, 1, 1}}, {11.00467, {0, 1, 2}}, {1654.04, {3, 0, 0}},  {-2145.4, {3, 0, 1}},
                            {1602.80, {2, 1, 0}},  {6243.55, {2, 1, 1}},  {-1675.69, {1, 2, 0}}, {-9130.06, {1, 2, 1}},
                            {-31129.3, {0, 3, 0}}, {80706.1, {0, 3, 1}}};
static const term MOMENT[] = {{-1.2504595, {1, 0, 0}}, {-0.2061935, {1, 0, 1}}, {0.295578, {1, 0, 2}},
                              {-2.19668, {0, 1, 0}},   {-2.490872, {0, 1, 1}},  {4.331319, {0, 1, 2}},
                              {-4.157992, {2, 0, 0}},  {-11.395458, {2, 0, 1}}, {8.144499, {2, 0, 2}},
                              {-26.752017, {0, 2, 0}}, {242.65433, {0, 2, 1}},  {-109.49334, {0, 2, 2}}};
static const term SHIFT_MOMENT[] = {{6.402655, {1, 0, 0}},  {-3.320215, {1, 0, 1}}, {-21.94265, {0, 1, 0}},
                                    {7.304845, {0, 1, 1}},  {47.005455, {2, 0, 0}}, {279.07175, {0, 2, 0}},
                                    {-245.3836, {1, 1, 0}}, {236.1192, {3, 0, 0}},  {1958.0014, {2, 1, 0}},
                                    {6780.349, {1, 2, 0}},  {15814.24, {0, 3, 0}}};

/* A, B, t and their powers. */
typedef struct {
    const jet1 *x[UNKNOWNS];
    double power[UNKNOWNS][4];
} unknowns;

static void polynomial(int n, const term *terms, int count, const unknowns *u, jet1 *r)
{
    double v = 0.0, by[UNKNOWNS] = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        const term *p = &terms[i];
        double product = p->k;
        for (int j = 0; j < UNKNOWNS; j++)
            product *= u->power[j][p->powers[j]];
        v += product;
        for (int j = 0; j < UNKNOWNS; j++) {
            if (p->powers[j] == 0)
                continue;
            double slope = p->k * p->powers[j] * u->power[j][p->powers[j] - 1];
            for (int k = 0; k < UNKNOWNS; k++)
                slope *= k == j ? 1.0 : u->power[k][p->powers[k]];
            by[j] += slope;
        }
    }
    jet1_const(n, r, v);
    for (int j = 0; j < UNKNOWNS; j++)
        JET_LANES(n, l) r->d[l] += by[j] * u->x[j]->d[l];
}
#define POLYNOMIAL(n, terms, u, r) polynomial(n, terms, ARRAY_LEN(terms), u, r)

/* r *= exp(-k x^2) */
static void fade(int n, jet1 *r, double k, const jet1 *x)
{
    jet1 e;
    const double f = exp(-k * x->v * x->v);
    jet1_chain2(n, &e, f, x, -2 * k * x->v * f, x, 0.0);
    jet1_mul_by(n, r, &e);
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
    if (n && square > 0) {
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
    const int past = in->t <= m->t ? 1 : 0;
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
    const double x = in->v[LANE_V1], y = in->v[LANE_V2], plane2 = x * x + y * y, k = 0.5 * c->chord / sqrt(plane2);
    A->v = k * rate[0];
    B->v = k * k * rate[1];
    for (int l = 0; l < n; l++) {
        const double stretch = l <= LANE_V2 ? -in->v[l] / plane2 : 0.0;
        A->d[l] = k * by * line.d[l] + A->v * stretch;
        B->d[l] = k * k * by_twice * line.d[l] + 2 * B->v * stretch;
    }
}

static const double STALL = 0.22689, MOST_MACH = 0.99, MOST_A = 0.048, MOST_B = 0.016;

/* Both rates in the direction of the incidence, and within the ellipse of those that were measured. */
static void bound(int n, double sign, jet1 *A, jet1 *B)
{
    const double a = A->v / MOST_A, b = B->v / MOST_B, g = sqrt(a * a + b * b), k = g > 1.0 ? sign / g : sign;
    const double by_A = g > 1.0 ? -a / (MOST_A * g * g) : 0.0, by_B = g > 1.0 ? -b / (MOST_B * g * g) : 0.0;
    jet1 scale;
    jet1_chain2(n, &scale, k, A, k * by_A, B, k * by_B);
    jet1_mul_by(n, A, &scale);
    jet1_mul_by(n, B, &scale);
}

static void ratio(int n, double sign, const jet1 *alpha, const jet1 *w, const jet1 *B, jet1 *t)
{
    const double stall = STALL * w->v, free = sign * alpha->v / stall, most = 1.839 - 70.33 * B->v;
    if (free <= fmin(most, 1.86))
        jet1_chain2(n, t, free, alpha, sign / stall, w, -free / w->v);
    else if (most < 1.86)
        jet1_chain2(n, t, most, B, -70.33, B, 0.0);
    else
        jet1_const(n, t, 1.86);
}

/* What is done to the static coefficients. */
typedef struct {
    jet1 D, E;         /* shifts of the incidence */
    jet1 lift, moment; /* what is added */
} change;

static void change_set(int n, const unknowns *u, const jet1 *w, change *to)
{
    jet1 more;
    POLYNOMIAL(n, SHIFT, u, &to->D);
    POLYNOMIAL(n, SHIFT_A, u, &more);
    fade(n, &more, 1072.52, u->x[RATE_A]);
    jet1_add_to(n, &to->D, 1.0, &more);
    POLYNOMIAL(n, SHIFT_B, u, &more);
    fade(n, &more, 40316.4, u->x[RATE_B]);
    jet1_add_to(n, &to->D, 1.0, &more);
    jet1_mul_by(n, &to->D, w);
    jet1_chain_by(n, &to->D, STALL * to->D.v, STALL);
    POLYNOMIAL(n, SHIFT_MOMENT, u, &to->E);
    jet1_mul_by(n, &to->E, w);
    jet1_chain_by(n, &to->E, to->E.v / 1.4324, 1 / 1.4324);
    POLYNOMIAL(n, LIFT, u, &to->lift);
    POLYNOMIAL(n, MOMENT, u, &to->moment);
    jet1_add_to(n, &to->lift, 5.7296, &to->D);
}

/* cm(alpha - E) + (cl(alpha - E) - cl(alpha - D))/4, as if there were no yaw. */
static void static_moment(int n, const section *c, const section_wind *wind, const jet1 *alpha, double sign,
                          const change *by, jet1 *r)
{
    section_wind straight = *wind;
    jet1 k[SECTION_COEFFICIENTS], moved = *alpha;
    jet1_const(n, &straight.yaw, 1.0);
    jet1_add_to(n, &moved, -sign, &by->E);
    section_coefficients(n, c, &straight, &moved, k);
    *r = k[AIRFOIL_MOMENT];
    jet1_add_to(n, r, 0.25, &k[AIRFOIL_LIFT]);
    moved = *alpha;
    jet1_add_to(n, &moved, -sign, &by->D);
    section_coefficients(n, c, &straight, &moved, k);
    jet1_add_to(n, r, -0.25, &k[AIRFOIL_LIFT]);
}

static void changed(int n, const section *c, const section_wind *wind, const incidence *at,
                    jet1 k[SECTION_COEFFICIENTS])
{
    jet1 t, w, A = at->A, B = at->B, moved = at->alpha, over;
    const double sign = at->alpha.v < 0 ? -1.0 : 1.0, m = fmin(wind->mach.v, MOST_MACH), b = sqrt(1 - m * m);
    jet1_chain2(n, &w, 1 - m, &wind->mach, wind->mach.v < MOST_MACH ? -1.0 : 0.0, &wind->mach, 0.0);
    bound(n, sign, &A, &B);
    ratio(n, sign, &at->alpha, &w, &B, &t);
    unknowns u = {.x = {&A, &B, &t}};
    for (int j = 0; j < UNKNOWNS; j++)
        for (int p = 0; p < 4; p++)
            u.power[j][p] = p == 0 ? 1.0 : u.power[j][p - 1] * u.x[j]->v;
    change by;
    change_set(n, &u, &w, &by);
    /* 1/b, its slope in w is -m/b^3 */
    jet1_chain2(n, &over, sign / b, &w, -sign * m / (b * b * b), &w, 0.0);
    jet1_mul_by(n, &by.lift, &over);
    jet1_mul_by(n, &by.moment, &over);
    static_moment(n, c, wind, &at->alpha, sign, &by, &over);
    jet1_add_to(n, &moved, -sign, &by.D);
    section_coefficients(n, c, wind, &moved, k);
    k[AIRFOIL_MOMENT] = over;
    jet1_add_to(n, &k[AIRFOIL_MOMENT], 1.0, &by.moment);
    jet1_add_to(n, &k[AIRFOIL_LIFT], 1.0, &by.lift);
}

static void section_bielawa_eval(int n, const section *c, const section_input *in, section_result *out)
{
    section_wind wind;
    if (!section_wind_now(n, c, in, false, &wind)) {
        section_still(n, out);
        return;
    }
    jet1 k[SECTION_COEFFICIENTS];
    incidence at;
    incidence_set(n, c, in, &wind, &at);
    changed(n, c, &wind, &at, k);
    section_loads(n, c, &wind, k, out);
    section_report(c, in, &wind, at.alpha.v, k, out);
    out->rate[0] = at.rate[0];
    out->rate[1] = at.rate[1];
}

static void section_bielawa_accept(const section *c, const section_input *in, const section_result *now, void *memory)
{
    (void)now;
    bielawa_memory *m = memory;
    jet1 line;
    on_line(0, c, in, &line);
    if (m->n == 0 || in->t > m->t) { /* the start is accepted more than once */
        m->alpha[2] = m->alpha[1];
        m->alpha[1] = m->alpha[0];
        m->n++;
    }
    m->t = in->t;
    m->alpha[0] = line.v;
}

const section_model section_bielawa = {
    .keyword = "bielawa",
    .feels_spin = true,
    .memory = sizeof(bielawa_memory),
    .eval = section_bielawa_eval,
    .accept = section_bielawa_accept,
};
