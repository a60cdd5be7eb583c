/* shells_test.c - stresses of shells and membranes where strains are the same everywhere, after a large rotation.
 *
 *     stretch      u = e11 x + e12 y,  v = e12 x + e22 y          n11 = C (e11 + nu e22), n12 = n21 = 2 G h e12
 *     bending      w = (k1 x^2 + k2 y^2) / 2 + k12 x y            m12 = - D (k1 + nu k2), m21 = D (k2 + nu k1)
 *                  turned by (w,y, -w,x, 0)                       m11 = 2 F k12, m22 = - 2 F k12
 *     shear        w = g1 x + g2 y, not turned                    n13 = as G h g1, n23 = as G h g2
 *     drilling     turned by a about the normal                   n12 = - 2 G h f a = - n21
 *
 * The triangle's director has a bubble b, f = 27 L1 L2 L3, which gives way to shear without moments: g + b / 2, with
 *     (M + A S / 4) b = - A S g / 2        S = as G h,  I_ij = integral of f,i f,j = 81/20 A sum of grad L grad L'
 *     M11 = D I11 + F I22,  M12 = (nu D + F) I12,  M22 = D I22 + F I11
 *
 * C = E h / (1 - nu^2), D = C h^2 / 12, F = G h^3 / 12; f the drilling factor of director shells, 1 for the others.
 * Strains are 1e-6, and so are the terms that are left out. */
#include "probe_world.h"

enum { MOST = 12, POINTS = 6 };

typedef struct {
    double e11, e22, e12, k1, k2, k12, g1, g2, drilling;
} field;

typedef struct {
    const char *card, *options;
    int nodes, points, strains;
    double shear, drilling; /* factors */
} plate_type;

static const plate_type TYPES[] = {{"shell4eas", ", as, 0.7, at, 0.02", 4, 4, 12, 0.7, 1.0},
                                   {"shell4easans", ", as, 0.7, at, 0.02", 4, 4, 12, 0.7, 1.0},
                                   {"shell4mitc", ", as, 0.7", 4, 4, 12, 0.7, 0.4},
                                   {"shell3mitc", ", as, 0.7", 3, 6, 12, 0.7, 0.4},
                                   {"membrane4eas", "", 4, 4, 3, 0.0, 0.0}};
static const double E = 10., NU = 0.3, H = 0.1;

/* The edges that the first axis follows are parallel to it. */
static const vec3 QUADRANGLE[] = {{1.9, 1.0, 0}, {0.3, 1.0, 0}, {0, 0, 0}, {2.0, 0, 0}},
                  GENERAL[] = {{2.2, 1.3, 0}, {0.1, 1.0, 0}, {0, 0, 0}, {2.0, 0.2, 0}},
                  RECTANGLE[] = {{2.0, 1.0, 0}, {0, 1.0, 0}, {0, 0, 0}, {2.0, 0, 0}},
                  TRIANGLE[] = {{0, 0, 0}, {1.5, 0, 0}, {0.3, 1.1, 0}};

typedef struct {
    deck *d;
    const plate_type *type;
    const vec3 *corner;
    field field;
    double stress[POINTS * MOST];
    bool is_done;
} probed;

static pose displaced(const probed *p, vec3 x, const mat3 *R0)
{
    const field *f = &p->field;
    const mat3 turn = rotation_exp((vec3){0.9, -0.5, 1.3});
    const double wx = f->k1 * x.x + f->k12 * x.y, wy = f->k2 * x.y + f->k12 * x.x;
    const vec3 u = {f->e11 * x.x + f->e12 * x.y, f->e12 * x.x + f->e22 * x.y,
                    0.5 * (wx * x.x + wy * x.y) + f->g1 * x.x + f->g2 * x.y};
    const mat3 own = rotation_exp((vec3){wy, -wx, f->drilling}), R = mat3_mul(&own, R0);
    return (pose){.x = mat3_mulv(&turn, vec3_add(x, u)), .R = mat3_mul(&turn, &R)};
}

static void look(void *to, const state *now, const nonlinear_report *report)
{
    static pose at[64];
    probed *p = to;
    state s = *now;
    (void)report;
    if (p->is_done)
        return;
    p->is_done = true;
    s.poses = at;
    for (int k = 0; k < p->type->nodes; k++) {
        const node *n = model_node(p->d->model, node_type_find("structural"), (unsigned)k + 1);
        at[n->pose] = displaced(p, p->corner[k], &n->initial->R);
    }
    const elem *e = model_elem(p->d->model, elem_card_find(p->type->card), 1);
    for (int i = 0; i < p->type->points * p->type->strains; i++)
        p->stress[i] = number_of_row(&s, e, i + 1, false);
}

/* Stresses at all points with these displacements. */
static void probe_plate(probed *p)
{
    static char words[8192], nodes[1024], elements[1024];
    world w = {0};
    const bool turns = p->type->strains == MOST;
    int n = 0, m = snprintf(elements, sizeof elements, "%s: 1, ", p->type->card);
    for (int k = 0; k < p->type->nodes; k++) {
        n += snprintf(nodes + n, sizeof nodes - (size_t)n, "structural: %d, %s, %.17g, %.17g, 0., %s null;", k + 1,
                      turns ? "dynamic" : "dynamic displacement", p->corner[k].x, p->corner[k].y,
                      turns ? "euler, 0.3, -0.5, 0.4, null," : "");
        m += snprintf(elements + m, sizeof elements - (size_t)m, "%d, ", k + 1);
    }
    m += snprintf(elements + m, sizeof elements - (size_t)m, "isotropic, E, %g, nu, %g, thickness, %g %s %s;", E, NU, H,
                  p->type->options, p->type->drilling == 0.4 ? ", drilling, 0.4" : "");
    for (int k = 1; k <= p->type->nodes; k++)
        m += snprintf(elements + m, sizeof elements - (size_t)m, "body: %d, %d, 1. %s;", k, k,
                      turns ? ", null, eye" : "");
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data; begin: initial value; final time: 1.e-3; "
             "time step: 1.e-3; tolerance: 1.e-6; derivatives tolerance: 1.; end: initial value;\n"
             "begin: control data; structural nodes: %d; plates: 1; rigid bodies: %d; end: control data;\n"
             "begin: nodes; %s end: nodes; begin: elements; %s end: elements;",
             p->type->nodes, p->type->nodes, nodes, elements);
    p->d = deck_create();
    p->is_done = false;
    diag_set_sink(p->d->errors, world_say, &w);
    const run_listener listen = {.context = p, .step = look, .message = world_print, .stop = world_stop};
    const run_options options = {.listen = listen, .errors = p->d->errors};
    run_summary sum;
    if (!deck_read_text(p->d, "test", words, strlen(words)) ||
        !problem_solve(p->d->problem, p->d->model, &options, &sum))
        fail_msg("%s", w.said);
    deck_destroy(p->d);
}

/* What is left of a shear of the triangle when its bubble has given way. */
static void give_way(double S, double D, double F, double g[2])
{
    const vec3 *x = TRIANGLE;
    const double A2 = vec3_cross(vec3_sub(x[1], x[0]), vec3_sub(x[2], x[0])).z, A = A2 / 2;
    double I[3] = {0}; /* 11, 12, 22 */
    for (int k = 0; k < 3; k++) {
        const vec3 side = vec3_sub(x[(k + 2) % 3], x[(k + 1) % 3]);
        const double grad[] = {-side.y / A2, side.x / A2};
        for (int i = 0; i < 3; i++)
            I[i] += 4.05 * A * grad[i / 2] * grad[(i + 1) / 2];
    }
    const double M11 = D * I[0] + F * I[2] + A * S / 4, M12 = (NU * D + F) * I[1],
                 M22 = D * I[2] + F * I[0] + A * S / 4;
    const double det = M11 * M22 - M12 * M12, p = -A * S * g[0] / 2, q = -A * S * g[1] / 2;
    g[0] += (M22 * p - M12 * q) / det / 2;
    g[1] += (M11 * q - M12 * p) / det / 2;
}

static void expect(const plate_type *t, const field *f, double *stress)
{
    const double G = E / (2 * (1 + NU)), C = E * H / (1 - NU * NU), D = C * H * H / 12, F = G * H * H * H / 12;
    const double n11 = C * (f->e11 + NU * f->e22), n22 = C * (f->e22 + NU * f->e11), n12 = 2 * G * H * f->e12;
    const double drill = 2 * G * H * t->drilling * f->drilling;
    if (t->strains == 3) {
        const double membrane[] = {n11, n22, 2 * n12}; /* of the whole angle, as in the reference program */
        memcpy(stress, membrane, sizeof membrane);
        return;
    }
    double g[] = {f->g1, f->g2};
    if (t->nodes == 3)
        give_way(t->shear * G * H, D, F, g);
    const double shell[] = {n11,
                            n12 - drill,
                            t->shear * G * H * g[0],
                            n12 + drill,
                            n22,
                            t->shear * G * H * g[1],
                            2 * F * f->k12,
                            -D * (f->k1 + NU * f->k2),
                            0,
                            D * (f->k2 + NU * f->k1),
                            -2 * F * f->k12,
                            0};
    memcpy(stress, shell, sizeof shell);
}

enum { ALL = 0xfff, MOMENTS = 0xfc0, FORCES = 0x3f, IN_PLANE = 0x7 };

/* The stresses that are wanted, a bit each; membranes have those in the plane alone. */
static void stresses_are_uniform(field of, const vec3 *quadrangle, unsigned wanted, double tolerance)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        const plate_type *t = &TYPES[i];
        double expected[MOST];
        if (t->strains == 3 && !(wanted & IN_PLANE))
            continue;
        if (quadrangle == GENERAL && strncmp(t->card, "shell4eas", 9) == 0) /* exact to 5e-5 there */
            continue;
        probed p = {.type = t, .field = of};
        p.corner = t->nodes == 3 ? TRIANGLE : quadrangle;
        probe_plate(&p);
        expect(t, &of, expected);
        for (int k = 0; k < t->points * t->strains; k++)
            if (wanted & 1U << k % t->strains)
                assert_near(p.stress[k], expected[k % t->strains], tolerance);
    }
}

static void stretch(void **unused)
{
    (void)unused;
    stresses_are_uniform((field){.e11 = 3e-6, .e22 = -2e-6, .e12 = 1e-6}, QUADRANGLE, ALL, 1e-10);
    stresses_are_uniform((field){.e11 = 3e-6, .e22 = 3e-6}, GENERAL, ALL, 1e-10); /* the same along all axes */
}

/* Forces follow from deflections that are not those of the nodes: moments alone. */
static void bending(void **unused)
{
    (void)unused;
    stresses_are_uniform((field){.k1 = 3e-5, .k2 = -2e-5, .k12 = 4e-5}, RECTANGLE, MOMENTS, 1e-11);
}

static void shear(void **unused)
{
    (void)unused;
    stresses_are_uniform((field){.g1 = 3e-8, .g2 = -5e-8}, QUADRANGLE, FORCES, 1e-14);
}

static void drilling(void **unused)
{
    (void)unused;
    stresses_are_uniform((field){.drilling = 2e-6}, QUADRANGLE, ALL, 1e-10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stretch), cmocka_unit_test(bending), cmocka_unit_test(shear),
                                       cmocka_unit_test(drilling)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
