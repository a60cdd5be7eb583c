/* ring_test.c - the rigid ring tyre at states of all kinds, on a road that bends: forces, rows of the patch,
 * derivatives and every number of the row against the equations in the head of its file. */
#include "physics/direct_world.h"
#include "base/array.h"

/* What the card says. */
/* The axle in the frames of wheel and ring, which stand at right angles to begin with. */
static const vec3 AXLE[2] = {{2 / 7.0, 6 / 7.0, 3 / 7.0}, {6 / 7.0, -2 / 7.0, 3 / 7.0}}, CENTRE = {0.1, -0.2, 0.3};
static const vec3 K = {5.0, 7.0, 9.0}, C = {0.5, 0.4, 3.0}, UP = {0, 0, 1}, G = {1, 2, -8};
static const double R = 1.1, K_BY = 1.3, C_BY = 0.8, MASS = 0.6, PART = 0.2, K_WR = 40.0, RATIO = 0.8, RA1 = 0.4,
                    RA2 = 1.2;

#define RING(loaded, slip)                                                                                             \
    "body: 1, 1, 10., 0.1, -0.2, 0.3, diag, 2., 2., 2.; body: 2, 2, 5., null, diag, 3., 3., 3.; gravity: uniform, "    \
    "1., 2., -8., const, 1.; user defined: 10, rigid ring tire, 1, 1, 2./7., 6./7., 3./7., 1.1, swift, 2, 2, 5., 7., " \
    "9., linear, 1., 1., 0.5, 0.4, 3., linear, 0.5, 1., 0.7, -0.3, 0., 0.6, cubic, 0.1, 0.2, -0.15, 0.05, 0.8, 0.4, "  \
    "1.2, 0.2, 40." loaded slip ";"
#define SLIP                                                                                                          \
    ", slip, linear, 0.05, 0.9, linear, 0.02, -0.8, linear, 0.1, 0.3, linear, -0.04, 0.6, 0.03, -0.05, 0.015, 0.01, " \
    "1.7"
/* TRH, TRHA, TRHT, TRHTA, TRHC, TdLs, TdReDiv, TdRe, dtOn, ten that are not used, RDA, RDB, RDL */
#define THRESHOLDS \
    ", threshold, 0.4, 0.2, 0.5, 0.3, 1.5, 0.07, 0.2, 0.9, 0, 1., 1., 1., 1., 1., 1., 1., 1., 1., 1., -0.2, 0.3, 0.4"

#define COUNTS "structural nodes: 2; rigid bodies: 2; loadable elements: 1; gravity;"
#define NODES                                                                                                          \
    "module load: \"libmodule-wheel4\"; structural: 1, dynamic, null, eye, null, null; structural: 2, dynamic, null, " \
    "1, 0., 1., 0., 2, -1., 0., 0., null, null;"

typedef struct {
    bool is_loaded, slips, has_thresholds;
    double half;
} variant;

/* The profile is null before -0.2, rises till 0.3, and repeats what is between 0.3 and 0.7. */
static double road(const variant *of, double x)
{
    const double part = of->has_thresholds ? fmin(1.0, fmax(0.0, (x + 0.2) / 0.5)) : 1.0;
    while (of->has_thresholds && x > 0.7)
        x -= 0.4;
    return part * (0.1 + x * (0.2 + x * (-0.15 + x * 0.05)));
}

static vec3 forward(const pose *p, vec3 axle)
{
    const vec3 a = mat3_mulv(&p->R, axle);
    return vec3_scale(1.0 / hypot(a.x, a.y), (vec3){a.y, -a.x, 0});
}

static double rounded(double v, double least, double round)
{
    return 0.5 * (fabs(v) + least + hypot(fabs(v) - least, round));
}

typedef struct {
    vec3 l_w, l0, l, t, n, p, v, F, M, arm, align, resist, d;
    double front, rear, height, spin, pull, growth, f[3], F_z, radius, V_x, V_y, speed, kappa, alpha, mu_x, mu_y;
} expected;

static void on_the_road(direct *d, const variant *of, expected *k)
{
    const double *y = own_of(d);
    k->l_w = forward(pose_of(d, 1), AXLE[0]);
    k->l0 = forward(pose_of(d, 2), AXLE[1]);
    k->t = vec3_cross(UP, k->l0);
    k->front = y[0] + of->half * k->l0.x;
    k->rear = y[0] - of->half * k->l0.x;
    k->height = 0.5 * (road(of, k->front) + road(of, k->rear));
    const double angle = atan((road(of, k->front) - road(of, k->rear)) / (2.0 * of->half));
    k->l = vec3_axpy(vec3_scale(cos(angle), k->l0), sin(angle), UP);
    k->n = vec3_cross(k->l, k->t);
    k->p = (vec3){y[0], y[1], k->height};
    k->v = (vec3){y[2], y[3], tan(angle) * (k->l0.x * y[2] + k->l0.y * y[3])};
}

static void on_its_springs(direct *d, const variant *of, expected *k)
{
    const pose *wheel = pose_of(d, 1), *ring = pose_of(d, 2);
    const vec3 rate = vec3_sub(k->v, ring->v), axis[3] = {k->l, k->t, k->n};
    const double stiff[3] = {K.x * K_BY, K.y * K_BY, K.z * K_BY}, damp[3] = {C.x * C_BY, C.y * C_BY, C.z * C_BY};
    k->spin = vec3_dot(ring->w, mat3_mulv(&ring->R, AXLE[1]));
    k->pull = PART * 5.0 * k->spin * k->spin * R;
    k->growth = k->pull / K_WR;
    k->d = vec3_axpy(vec3_sub(k->p, ring->x), R + k->growth, k->n);
    for (int i = 0; i < 3; i++)
        k->f[i] = stiff[i] * vec3_dot(k->d, axis[i]) + damp[i] * vec3_dot(rate, axis[i]);
    k->F_z = vec3_dot(k->d, k->n) > 0.0 ? fmax(0.0, k->f[2]) : 0.0;
    k->F = vec3_add(vec3_scale(k->f[0], k->l), vec3_add(vec3_scale(k->f[1], k->t), vec3_scale(k->F_z, k->n)));
    k->radius = of->is_loaded ? vec3_norm(vec3_sub(k->p, ring->x)) : vec3_dot(k->n, vec3_sub(wheel->x, k->p));
    k->arm = of->is_loaded ? vec3_sub(k->p, ring->x) : vec3_scale(-k->radius, k->n);
    k->M = vec3_cross(k->arm, k->F);
}

static void with_slip(direct *d, const variant *of, expected *k)
{
    const bool has = of->has_thresholds;
    const pose *wheel = pose_of(d, 1);
    k->V_x = vec3_dot(wheel->v, k->l_w);
    k->V_y = vec3_dot(wheel->v, vec3_cross(UP, k->l_w));
    k->speed = rounded(k->V_x, has ? 0.4 : 1e-3, has ? 0.2 : 0.0);
    const double most = has ? 1.5 : 1e3, kappa = (k->spin * k->radius - vec3_dot(k->v, k->l)) / k->speed;
    k->kappa = fmax(-most, fmin(most, kappa));
    k->alpha = -atan(vec3_dot(k->v, k->t) / rounded(k->V_x, has ? 0.5 : 1e-3, has ? 0.3 : 0.0));
    if (!of->slips)
        return;
    k->mu_x = 0.05 + 0.9 * k->kappa;
    k->mu_y = 0.02 - 0.8 * k->alpha;
    const double trail = 0.1 + 0.3 * (k->alpha + 0.03), rest = -0.04 + 0.6 * (k->alpha - 0.05);
    const double rolls = k->F_z * (0.015 + 0.01 * fabs(k->V_x) / 1.7) * k->V_x / k->speed;
    k->align = vec3_scale(k->F_z * (rest - trail * k->F_z * k->mu_y), k->n);
    k->resist = vec3_scale(-rolls, k->l);
    k->M = vec3_add(k->M, vec3_add(k->align, vec3_scale(-k->radius * rolls, k->t)));
}

static void put3(double *row, int *n, vec3 v)
{
    vec3_store(row + *n, v);
    *n += 3;
}

static void check_row(direct *d, const variant *of, const expected *k)
{
    const pose *wheel = pose_of(d, 1), *ring = pose_of(d, 2);
    const vec3 centre = point_at(wheel, CENTRE), v = velocity_at(wheel, centre);
    const double kinetic =
        0.5 * (MASS * vec3_dot(k->v, k->v) + 10.0 * vec3_dot(v, v) + 2.0 * vec3_dot(wheel->w, wheel->w) +
               5.0 * vec3_dot(ring->v, ring->v) + 3.0 * vec3_dot(ring->w, ring->w));
    const double potential = -10.0 * vec3_dot(G, centre) - 5.0 * vec3_dot(G, ring->x),
                 W = fmax(fabs(k->spin), of->has_thresholds ? 0.2 : 1e-3);
    double row[MOST_COLUMNS] = {k->V_x, k->V_y, k->spin * k->radius};
    int n = 3;
    put3(row, &n, k->M), put3(row, &n, k->arm);
    row[n++] = k->kappa, row[n++] = k->alpha, row[n++] = k->mu_x, row[n++] = k->mu_y, row[n++] = k->height;
    put3(row, &n, k->n), put3(row, &n, k->p), put3(row, &n, k->v);
    put3(row, &n, vec3_sub(k->p, ring->x)), put3(row, &n, vec3_sub(k->v, ring->v));
    put3(row, &n, vec3_scale(-1.0, k->F)), put3(row, &n, k->F), put3(row, &n, k->l_w), put3(row, &n, k->l);
    put3(row, &n, k->l0), put3(row, &n, vec3_axpy(ring->x, -R - k->growth, k->n));
    row[n++] = k->F_z;
    put3(row, &n, vec3_sub(k->v, wheel->v));
    row[n++] = kinetic, row[n++] = potential, row[n++] = kinetic + potential;
    row[n++] = fmin(fabs(k->V_x) / W, (of->has_thresholds ? 0.9 : 10.0) * R), row[n++] = of->half, row[n++] = k->radius;
    put3(row, &n, (vec3){vec3_dot(k->d, k->l0), vec3_dot(k->d, k->t), k->d.z});
    row[n++] = k->pull;
    put3(row, &n, k->resist), put3(row, &n, k->align);
    row[n++] = own_of(d)[0], row[n++] = k->front, row[n++] = k->rear, row[n++] = k->growth, row[n++] = k->v.z,
    row[n++] = d->s.dt;
    assert_int_equal(d->n_row, n);
    for (int i = 0; i < n; i++)
        assert_near(d->row[i], row[i], 1e-10 * (1.0 + fabs(row[i])));
}

static void check_ring(direct *d, const variant *of)
{
    expected k = {0};
    const double *y = own_of(d), *yp = d->yp + d->e->own;
    d->memory[d->e->memory] = of->half;
    assert_int_equal(d->e->n, 16);
    on_the_road(d, of, &k);
    on_its_springs(d, of, &k);
    with_slip(d, of, &k);
    evaluate(d);
    assert_derivatives(d);
    for (int i = 0; i < 6; i++)
        assert_near(d->r[i], 0.0, 0.0);
    assert_near3(d->r + 6, k.F, 1e-10);
    assert_near3(d->r + 9, k.M, 1e-9);
    assert_near(d->r[12], yp[0] - y[2], 1e-14);
    assert_near(d->r[13], yp[1] - y[3], 1e-14);
    assert_near(d->r[14], MASS * (yp[2] * k.l0.x + yp[3] * k.l0.y) + k.f[0] - k.F_z * k.mu_x, 1e-9);
    assert_near(d->r[15], MASS * (yp[2] * k.t.x + yp[3] * k.t.y) + k.f[1] - k.F_z * k.mu_y, 1e-9);
    check_row(d, of, &k);
    d->e->type->history->accept(&d->s, d->e, (memory_block *)d->memory);
    const double u = fmax(0.0, (R + k.growth - vec3_dot(k.n, vec3_sub(pose_of(d, 1)->x, k.p))) / R);
    assert_near(d->memory[d->e->memory], fmax(of->has_thresholds ? 0.07 : 1e-3, RATIO * R * (RA1 * sqrt(u) + RA2 * u)),
                1e-12);
}

static void stand_up(direct *d)
{
    shake(d);
    pose_of(d, 1)->x.z = 1.0 + 0.3 * any(d);
    pose_of(d, 2)->x.z = 1.0 + 0.4 * any(d);
    pose_of(d, 2)->v.z *= 0.5;
}

static void ring_on_a_road(void **of)
{
    static const char *const CARDS[] = {RING("", SLIP), RING(", loadedRadius", SLIP), RING("", SLIP THRESHOLDS),
                                        RING("", "")};
    static const variant VARIANTS[] = {
        {false, true, false, 0.1}, {true, true, false, 0.2}, {false, true, true, 0.15}, {false, false, false, 0.05}};
    for (int i = 0; i < ARRAY_LEN(CARDS); i++) {
        direct d;
        open_direct(&d, *of, 10, (const char *const[]){COUNTS, NODES, CARDS[i]});
        assert_near(d.memory[d.e->memory], i == 2 ? 0.07 : 1e-3, 0.0);
        for (int trial = 0; trial < 40; trial++) {
            stand_up(&d);
            if (trial % 4 == 0)
                pose_of(&d, 2)->w = vec3_scale(0.1, pose_of(&d, 2)->w);
            check_ring(&d, &VARIANTS[i]);
        }
        d.e->type->initial(&d.s, d.e, &(initial_values){.y = d.y, .yp = d.yp, .poses = d.poses});
        const double *y = own_of(&d), *yp = d.yp + d.e->own;
        assert_near(y[0], pose_of(&d, 2)->x.x, 0.0);
        assert_near(y[1], pose_of(&d, 2)->x.y, 0.0);
        assert_near(y[2], 0.7, 0.0);
        assert_near(y[3], -0.3, 0.0);
        assert_near(yp[0], 0.7, 0.0);
        assert_near(yp[1], -0.3, 0.0);
    }
}

/* A base of the tandem is longer than nothing. */
static void memory_that_cannot_be(void **of)
{
    direct d;
    open_direct(&d, *of, 10, (const char *const[]){COUNTS, NODES, RING("", "")});
    const memory_plan *plan = d.w->d->model->plan;
    for (int i = 0; i < plan->areas.n; i++) {
        const memory_area *area = &plan->areas.items[i];
        if (area->offset != d.e->memory)
            continue;
        assert_true(area->valid(area->self, &(double){0.01}));
        assert_false(area->valid(area->self, &(double){0.0}));
        assert_false(area->valid(area->self, &(double){-0.01}));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(ring_on_a_road), TEST(memory_that_cannot_be)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
