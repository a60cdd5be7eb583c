/* section_bielawa.c - unsteady coefficients after Bielawa: static ones at shifted incidences, and polynomials in the
 * rates of the incidence, fitted to oscillating NACA 0012 sections.
 *
 *     A = alpha' c/(2U),  B = alpha'' (c/(2U))^2, divided by g = sqrt((A/0.048)^2 + (B/0.016)^2) if it exceeds 1
 *     w = 1 - m,  b = sqrt(1 - m^2),  m = min(M, 0.99),  alpha_ss = 0.22689 w
 *     t = |alpha|/alpha_ss, at most 1.86 and 1.839 - 70.33 B; A, B, D, E positive in the direction of alpha
 *     D  = alpha_ss (P1 + P2 exp(-1072.52 A^2) + P3 exp(-40316.4 B^2)),   E = w P6/1.4324
 *     cl = cl(alpha - D) + (5.7296 D + P4)/b,   cd = cd(alpha - D)
 *     cm = cm(alpha - E) + (cl(alpha - E) - cl(alpha - D))/4 + P5/b,   without yaw
 *
 * U is the speed in the plane of the section. The rates are backward differences over the last steps, of the incidence
 * at the reference line, atan2(p w3 - v2, v1); they are used from the third step on. */
#include "element/aero/section.h"
#include "base/array.h"
#include <math.h>

typedef struct {
    double t;        /* time of the last step */
    double alpha[3]; /* incidence at the reference line, at the last and the previous steps */
    int n;           /* number of accepted steps, including the start */
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

static void polynomial(int lanes, const term *terms, int count, const unknowns *unknowns, jet1 *r)
{
    double v = 0.0, by[UNKNOWNS] = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        const term *term = &terms[i];
        double product = term->k;
        for (int j = 0; j < UNKNOWNS; j++)
            product *= unknowns->power[j][term->powers[j]];
        v += product;
        for (int j = 0; j < UNKNOWNS; j++) {
            if (term->powers[j] == 0)
                continue;
            double derivative = term->k * term->powers[j] * unknowns->power[j][term->powers[j] - 1];
            for (int k = 0; k < UNKNOWNS; k++)
                derivative *= k == j ? 1.0 : unknowns->power[k][term->powers[k]];
            by[j] += derivative;
        }
    }
    jet1_const(lanes, r, v);
    for (int j = 0; j < UNKNOWNS; j++)
        JET_LANES(lanes, l) r->d[l] += by[j] * unknowns->x[j]->d[l];
}
#define POLYNOMIAL(n, terms, u, r) polynomial(n, terms, ARRAY_LEN(terms), u, r)

/* r *= exp(-k x^2) */
static void fade(int lanes, jet1 *r, double k, const jet1 *x)
{
    jet1 e;
    const double f = exp(-k * x->v * x->v);
    jet1_chain2(lanes, &e, f, x, -2 * k * x->v * f, x, 0.0);
    jet1_mul_by(lanes, r, &e);
}

/* The incidence and its rates. */
typedef struct {
    jet1 alpha, A, B;
    double rate[2];
} incidence;

/* Computes the incidence at the reference line. */
static void on_line(int lanes, const section *section, const section_input *in, jet1 *r)
{
    const double x = in->v[LANE_V1], y = section->point * in->v[LANE_W3] - in->v[LANE_V2], square = x * x + y * y;
    jet1_const(lanes, r, atan2(y, x));
    if (lanes && square > 0) {
        r->d[LANE_V1] = -y / square;
        r->d[LANE_V2] = -x / square;
        r->d[LANE_W3] = section->point * x / square;
    }
}

static void incidence_set(int n, const section *section, const section_input *in, const section_wind *wind,
                          incidence *to)
{
    jet1 *alpha = &to->alpha, *A = &to->A, *B = &to->B;
    double *rate = to->rate;
    const bielawa_memory *memory = in->memory;
    *alpha = wind->wind;
    rate[0] = rate[1] = 0.0;
    jet1_const(n, A, 0.0);
    jet1_const(n, B, 0.0);
    const int past = in->t <= memory->t ? 1 : 0;
    const bool has_past = memory->n >= 3 + past && in->dt > 0.0;
    if (!has_past && !in->is_linearised)
        return;
    const double *before = memory->alpha + past;
    jet1 line;
    on_line(n, section, in, &line);
    if (has_past) {
        rate[0] = (1.5 * line.v - 2 * before[0] + 0.5 * before[1]) / in->dt;
        rate[1] = (line.v - 2 * before[0] + before[1]) / (in->dt * in->dt);
    }
    const double by = in->is_linearised ? in->rate_factor : 1.5 / in->dt;
    const double by_twice = in->is_linearised ? in->rate_factor * in->rate_factor : 1 / (in->dt * in->dt);
    const double x = in->v[LANE_V1], y = in->v[LANE_V2], plane2 = x * x + y * y,
                 k = 0.5 * section->chord / sqrt(plane2);
    A->v = k * rate[0];
    B->v = k * k * rate[1];
    for (int l = 0; l < n; l++) {
        const double dilation = l <= LANE_V2 ? -in->v[l] / plane2 : 0.0;
        A->d[l] = k * by * line.d[l] + A->v * dilation;
        B->d[l] = k * k * by_twice * line.d[l] + 2 * B->v * dilation;
    }
}

static const double STALL = 0.22689, MOST_MACH = 0.99, MOST_A = 0.048, MOST_B = 0.016;

/* Makes both rates positive in the direction of the incidence, and limits them to the ellipse of measured values. */
static void bound(int lanes, double sign, jet1 *A, jet1 *B)
{
    const double a = A->v / MOST_A, b = B->v / MOST_B, g = sqrt(a * a + b * b), k = g > 1.0 ? sign / g : sign;
    const double by_A = g > 1.0 ? -a / (MOST_A * g * g) : 0.0, by_B = g > 1.0 ? -b / (MOST_B * g * g) : 0.0;
    jet1 scale;
    jet1_chain2(lanes, &scale, k, A, k * by_A, B, k * by_B);
    jet1_mul_by(lanes, A, &scale);
    jet1_mul_by(lanes, B, &scale);
}

static void ratio(int lanes, double sign, const jet1 *alpha, const jet1 *w, const jet1 *B, jet1 *t)
{
    const double stall = STALL * w->v, free = sign * alpha->v / stall, most = 1.839 - 70.33 * B->v;
    if (free <= fmin(most, 1.86))
        jet1_chain2(lanes, t, free, alpha, sign / stall, w, -free / w->v);
    else if (most < 1.86)
        jet1_chain2(lanes, t, most, B, -70.33, B, 0.0);
    else
        jet1_const(lanes, t, 1.86);
}

/* Modification of the static coefficients. */
typedef struct {
    jet1 D, E;         /* shifts of the incidence */
    jet1 lift, moment; /* additional coefficients */
} change;

static void change_set(int lanes, const unknowns *unknowns, const jet1 *w, change *to)
{
    jet1 more;
    POLYNOMIAL(lanes, SHIFT, unknowns, &to->D);
    POLYNOMIAL(lanes, SHIFT_A, unknowns, &more);
    fade(lanes, &more, 1072.52, unknowns->x[RATE_A]);
    jet1_add_to(lanes, &to->D, 1.0, &more);
    POLYNOMIAL(lanes, SHIFT_B, unknowns, &more);
    fade(lanes, &more, 40316.4, unknowns->x[RATE_B]);
    jet1_add_to(lanes, &to->D, 1.0, &more);
    jet1_mul_by(lanes, &to->D, w);
    jet1_chain_by(lanes, &to->D, STALL * to->D.v, STALL);
    POLYNOMIAL(lanes, SHIFT_MOMENT, unknowns, &to->E);
    jet1_mul_by(lanes, &to->E, w);
    jet1_chain_by(lanes, &to->E, to->E.v / 1.4324, 1 / 1.4324);
    POLYNOMIAL(lanes, LIFT, unknowns, &to->lift);
    POLYNOMIAL(lanes, MOMENT, unknowns, &to->moment);
    jet1_add_to(lanes, &to->lift, 5.7296, &to->D);
}

/* Computes cm(alpha - E) + (cl(alpha - E) - cl(alpha - D))/4, as if there were no yaw. */
static void static_moment(int lanes, const section *section, const section_wind *wind, const jet1 *alpha, double sign,
                          const change *by, jet1 *r)
{
    section_wind straight = *wind;
    jet1 k[SECTION_COEFFICIENTS], moved = *alpha;
    jet1_const(lanes, &straight.yaw, 1.0);
    jet1_add_to(lanes, &moved, -sign, &by->E);
    section_coefficients(lanes, section, &straight, &moved, k);
    *r = k[AIRFOIL_MOMENT];
    jet1_add_to(lanes, r, 0.25, &k[AIRFOIL_LIFT]);
    moved = *alpha;
    jet1_add_to(lanes, &moved, -sign, &by->D);
    section_coefficients(lanes, section, &straight, &moved, k);
    jet1_add_to(lanes, r, -0.25, &k[AIRFOIL_LIFT]);
}

static void changed(int lanes, const section *section, const section_wind *wind, const incidence *at,
                    jet1 k[SECTION_COEFFICIENTS])
{
    jet1 t, w, A = at->A, B = at->B, moved = at->alpha, over;
    const double sign = at->alpha.v < 0 ? -1.0 : 1.0, m = fmin(wind->mach.v, MOST_MACH), b = sqrt(1 - m * m);
    jet1_chain2(lanes, &w, 1 - m, &wind->mach, wind->mach.v < MOST_MACH ? -1.0 : 0.0, &wind->mach, 0.0);
    bound(lanes, sign, &A, &B);
    ratio(lanes, sign, &at->alpha, &w, &B, &t);
    unknowns unknowns = {.x = {&A, &B, &t}};
    for (int j = 0; j < UNKNOWNS; j++)
        for (int p = 0; p < 4; p++)
            unknowns.power[j][p] = p == 0 ? 1.0 : unknowns.power[j][p - 1] * unknowns.x[j]->v;
    change by;
    change_set(lanes, &unknowns, &w, &by);
    /* 1/b; its derivative with respect to w is -m/b^3 */
    jet1_chain2(lanes, &over, sign / b, &w, -sign * m / (b * b * b), &w, 0.0);
    jet1_mul_by(lanes, &by.lift, &over);
    jet1_mul_by(lanes, &by.moment, &over);
    static_moment(lanes, section, wind, &at->alpha, sign, &by, &over);
    jet1_add_to(lanes, &moved, -sign, &by.D);
    section_coefficients(lanes, section, wind, &moved, k);
    k[AIRFOIL_MOMENT] = over;
    jet1_add_to(lanes, &k[AIRFOIL_MOMENT], 1.0, &by.moment);
    jet1_add_to(lanes, &k[AIRFOIL_LIFT], 1.0, &by.lift);
}

static void section_bielawa_eval(int n, const section *section, const section_input *in, section_result *out)
{
    section_wind wind;
    if (!section_wind_now(n, section, in, false, &wind)) {
        section_still(n, out);
        return;
    }
    jet1 k[SECTION_COEFFICIENTS];
    incidence at;
    incidence_set(n, section, in, &wind, &at);
    changed(n, section, &wind, &at, k);
    section_loads(n, section, &wind, k, out);
    section_report(section, in, &wind, at.alpha.v, k, out);
    out->rate[0] = at.rate[0];
    out->rate[1] = at.rate[1];
}

static void section_bielawa_accept(const section *section, const section_input *in, const section_result *now,
                                   void *memory)
{
    (void)now;
    bielawa_memory *bielawa_memory = memory;
    jet1 line;
    on_line(0, section, in, &line);
    if (bielawa_memory->n == 0 || in->t > bielawa_memory->t) { /* the initial state is accepted more than once */
        bielawa_memory->alpha[2] = bielawa_memory->alpha[1];
        bielawa_memory->alpha[1] = bielawa_memory->alpha[0];
        bielawa_memory->n++;
    }
    bielawa_memory->t = in->t;
    bielawa_memory->alpha[0] = line.v;
}

const section_model section_bielawa = {
    .keyword = "bielawa",
    .feels_spin = true,
    .memory = sizeof(bielawa_memory),
    .eval = section_bielawa_eval,
    .accept = section_bielawa_accept,
};
