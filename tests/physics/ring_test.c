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

static vec3 forward(const pose *pose, vec3 axle)
{
    const vec3 a = mat3_mulv(&pose->R, axle);
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

static void on_the_road(direct *direct, const variant *of, expected *expected)
{
    const double *y = internal_of(direct);
    expected->l_w = forward(pose_of(direct, 1), AXLE[0]);
    expected->l0 = forward(pose_of(direct, 2), AXLE[1]);
    expected->t = vec3_cross(UP, expected->l0);
    expected->front = y[0] + of->half * expected->l0.x;
    expected->rear = y[0] - of->half * expected->l0.x;
    expected->height = 0.5 * (road(of, expected->front) + road(of, expected->rear));
    const double angle = atan((road(of, expected->front) - road(of, expected->rear)) / (2.0 * of->half));
    expected->l = vec3_axpy(vec3_scale(cos(angle), expected->l0), sin(angle), UP);
    expected->n = vec3_cross(expected->l, expected->t);
    expected->p = (vec3){y[0], y[1], expected->height};
    expected->v = (vec3){y[2], y[3], tan(angle) * (expected->l0.x * y[2] + expected->l0.y * y[3])};
}

static void on_its_springs(direct *direct, const variant *of, expected *expected)
{
    const pose *wheel = pose_of(direct, 1), *ring = pose_of(direct, 2);
    const vec3 rate = vec3_sub(expected->v, ring->v), axis[3] = {expected->l, expected->t, expected->n};
    const double stiff[3] = {K.x * K_BY, K.y * K_BY, K.z * K_BY}, damp[3] = {C.x * C_BY, C.y * C_BY, C.z * C_BY};
    expected->spin = vec3_dot(ring->w, mat3_mulv(&ring->R, AXLE[1]));
    expected->pull = PART * 5.0 * expected->spin * expected->spin * R;
    expected->growth = expected->pull / K_WR;
    expected->d = vec3_axpy(vec3_sub(expected->p, ring->x), R + expected->growth, expected->n);
    for (int i = 0; i < 3; i++)
        expected->f[i] = stiff[i] * vec3_dot(expected->d, axis[i]) + damp[i] * vec3_dot(rate, axis[i]);
    expected->F_z = vec3_dot(expected->d, expected->n) > 0.0 ? fmax(0.0, expected->f[2]) : 0.0;
    expected->F = vec3_add(vec3_scale(expected->f[0], expected->l),
                           vec3_add(vec3_scale(expected->f[1], expected->t), vec3_scale(expected->F_z, expected->n)));
    expected->radius = of->is_loaded ? vec3_norm(vec3_sub(expected->p, ring->x))
                                     : vec3_dot(expected->n, vec3_sub(wheel->x, expected->p));
    expected->arm = of->is_loaded ? vec3_sub(expected->p, ring->x) : vec3_scale(-expected->radius, expected->n);
    expected->M = vec3_cross(expected->arm, expected->F);
}

static void with_slip(direct *direct, const variant *of, expected *expected)
{
    const bool has = of->has_thresholds;
    const pose *wheel = pose_of(direct, 1);
    expected->V_x = vec3_dot(wheel->v, expected->l_w);
    expected->V_y = vec3_dot(wheel->v, vec3_cross(UP, expected->l_w));
    expected->speed = rounded(expected->V_x, has ? 0.4 : 1e-3, has ? 0.2 : 0.0);
    const double most = has ? 1.5 : 1e3,
                 kappa = (expected->spin * expected->radius - vec3_dot(expected->v, expected->l)) / expected->speed;
    expected->kappa = fmax(-most, fmin(most, kappa));
    expected->alpha =
        -atan(vec3_dot(expected->v, expected->t) / rounded(expected->V_x, has ? 0.5 : 1e-3, has ? 0.3 : 0.0));
    if (!of->slips)
        return;
    expected->mu_x = 0.05 + 0.9 * expected->kappa;
    expected->mu_y = 0.02 - 0.8 * expected->alpha;
    const double trail = 0.1 + 0.3 * (expected->alpha + 0.03), rest = -0.04 + 0.6 * (expected->alpha - 0.05);
    const double rolls = expected->F_z * (0.015 + 0.01 * fabs(expected->V_x) / 1.7) * expected->V_x / expected->speed;
    expected->align = vec3_scale(expected->F_z * (rest - trail * expected->F_z * expected->mu_y), expected->n);
    expected->resist = vec3_scale(-rolls, expected->l);
    expected->M = vec3_add(expected->M, vec3_add(expected->align, vec3_scale(-expected->radius * rolls, expected->t)));
}

static void put3(double *row, int *n, vec3 v)
{
    vec3_store(row + *n, v);
    *n += 3;
}

static void check_row(direct *direct, const variant *of, const expected *expected)
{
    const pose *wheel = pose_of(direct, 1), *ring = pose_of(direct, 2);
    const vec3 centre = point_at(wheel, CENTRE), v = velocity_at(wheel, centre);
    const double kinetic =
        0.5 * (MASS * vec3_dot(expected->v, expected->v) + 10.0 * vec3_dot(v, v) + 2.0 * vec3_dot(wheel->w, wheel->w) +
               5.0 * vec3_dot(ring->v, ring->v) + 3.0 * vec3_dot(ring->w, ring->w));
    const double potential = -10.0 * vec3_dot(G, centre) - 5.0 * vec3_dot(G, ring->x),
                 W = fmax(fabs(expected->spin), of->has_thresholds ? 0.2 : 1e-3);
    double row[MOST_COLUMNS] = {expected->V_x, expected->V_y, expected->spin * expected->radius};
    int n = 3;
    put3(row, &n, expected->M), put3(row, &n, expected->arm);
    row[n++] = expected->kappa, row[n++] = expected->alpha, row[n++] = expected->mu_x, row[n++] = expected->mu_y,
    row[n++] = expected->height;
    put3(row, &n, expected->n), put3(row, &n, expected->p), put3(row, &n, expected->v);
    put3(row, &n, vec3_sub(expected->p, ring->x)), put3(row, &n, vec3_sub(expected->v, ring->v));
    put3(row, &n, vec3_scale(-1.0, expected->F)), put3(row, &n, expected->F), put3(row, &n, expected->l_w),
        put3(row, &n, expected->l);
    put3(row, &n, expected->l0), put3(row, &n, vec3_axpy(ring->x, -R - expected->growth, expected->n));
    row[n++] = expected->F_z;
    put3(row, &n, vec3_sub(expected->v, wheel->v));
    row[n++] = kinetic, row[n++] = potential, row[n++] = kinetic + potential;
    row[n++] = fmin(fabs(expected->V_x) / W, (of->has_thresholds ? 0.9 : 10.0) * R), row[n++] = of->half,
    row[n++] = expected->radius;
    put3(row, &n, (vec3){vec3_dot(expected->d, expected->l0), vec3_dot(expected->d, expected->t), expected->d.z});
    row[n++] = expected->pull;
    put3(row, &n, expected->resist), put3(row, &n, expected->align);
    row[n++] = internal_of(direct)[0], row[n++] = expected->front, row[n++] = expected->rear,
    row[n++] = expected->growth, row[n++] = expected->v.z, row[n++] = direct->state.dt;
    assert_int_equal(direct->n_row, n);
    for (int i = 0; i < n; i++)
        assert_near(direct->row[i], row[i], 1e-10 * (1.0 + fabs(row[i])));
}

static void check_ring(direct *direct, const variant *of)
{
    expected expected = {0};
    const double *y = internal_of(direct), *yp = direct->yp + direct->element->internal;
    direct->memory[direct->element->memory] = of->half;
    assert_int_equal(direct->element->n, 16);
    on_the_road(direct, of, &expected);
    on_its_springs(direct, of, &expected);
    with_slip(direct, of, &expected);
    evaluate(direct);
    assert_derivatives(direct);
    for (int i = 0; i < 6; i++)
        assert_near(direct->r[i], 0.0, 0.0);
    assert_near3(direct->r + 6, expected.F, 1e-10);
    assert_near3(direct->r + 9, expected.M, 1e-9);
    assert_near(direct->r[12], yp[0] - y[2], 1e-14);
    assert_near(direct->r[13], yp[1] - y[3], 1e-14);
    assert_near(direct->r[14],
                MASS * (yp[2] * expected.l0.x + yp[3] * expected.l0.y) + expected.f[0] - expected.F_z * expected.mu_x,
                1e-9);
    assert_near(direct->r[15],
                MASS * (yp[2] * expected.t.x + yp[3] * expected.t.y) + expected.f[1] - expected.F_z * expected.mu_y,
                1e-9);
    check_row(direct, of, &expected);
    direct->element->type->history->accept(&direct->state, direct->element, (memory_block *)direct->memory);
    const double u =
        fmax(0.0, (R + expected.growth - vec3_dot(expected.n, vec3_sub(pose_of(direct, 1)->x, expected.p))) / R);
    assert_near(direct->memory[direct->element->memory],
                fmax(of->has_thresholds ? 0.07 : 1e-3, RATIO * R * (RA1 * sqrt(u) + RA2 * u)), 1e-12);
}

static void stand_up(direct *direct)
{
    shake(direct);
    pose_of(direct, 1)->x.z = 1.0 + 0.3 * any(direct);
    pose_of(direct, 2)->x.z = 1.0 + 0.4 * any(direct);
    pose_of(direct, 2)->v.z *= 0.5;
}

static void ring_on_a_road(void **of)
{
    static const char *const CARDS[] = {RING("", SLIP), RING(", loadedRadius", SLIP), RING("", SLIP THRESHOLDS),
                                        RING("", "")};
    static const variant VARIANTS[] = {
        {false, true, false, 0.1}, {true, true, false, 0.2}, {false, true, true, 0.15}, {false, false, false, 0.05}};
    for (int i = 0; i < ARRAY_LEN(CARDS); i++) {
        direct direct;
        open_direct(&direct, *of, 10, (const char *const[]){COUNTS, NODES, CARDS[i]});
        assert_near(direct.memory[direct.element->memory], i == 2 ? 0.07 : 1e-3, 0.0);
        for (int trial = 0; trial < 40; trial++) {
            stand_up(&direct);
            if (trial % 4 == 0)
                pose_of(&direct, 2)->w = vec3_scale(0.1, pose_of(&direct, 2)->w);
            check_ring(&direct, &VARIANTS[i]);
        }
        direct.element->type->initial(&direct.state, direct.element,
                                      &(initial_values){.y = direct.y, .yp = direct.yp, .poses = direct.poses});
        const double *y = internal_of(&direct), *yp = direct.yp + direct.element->internal;
        assert_near(y[0], pose_of(&direct, 2)->x.x, 0.0);
        assert_near(y[1], pose_of(&direct, 2)->x.y, 0.0);
        assert_near(y[2], 0.7, 0.0);
        assert_near(y[3], -0.3, 0.0);
        assert_near(yp[0], 0.7, 0.0);
        assert_near(yp[1], -0.3, 0.0);
    }
}

/* A base of the tandem is longer than nothing. */
static void memory_that_cannot_be(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10, (const char *const[]){COUNTS, NODES, RING("", "")});
    const memory_plan *plan = direct.world->deck->model->plan;
    for (int i = 0; i < plan->areas.n; i++) {
        const memory_area *area = &plan->areas.items[i];
        if (area->offset != direct.element->memory)
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
