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
    deck *deck;
    const plate_type *type;
    const vec3 *corner;
    field field;
    double stress[POINTS * MOST];
    bool is_done;
} probed;

static pose displaced(const probed *probed, vec3 x, const mat3 *R0)
{
    const field *field = &probed->field;
    const mat3 rotation = rotation_exp((vec3){0.9, -0.5, 1.3});
    const double wx = field->k1 * x.x + field->k12 * x.y, wy = field->k2 * x.y + field->k12 * x.x;
    const vec3 u = {field->e11 * x.x + field->e12 * x.y, field->e12 * x.x + field->e22 * x.y,
                    0.5 * (wx * x.x + wy * x.y) + field->g1 * x.x + field->g2 * x.y};
    const mat3 internal = rotation_exp((vec3){wy, -wx, field->drilling}), R = mat3_mul(&internal, R0);
    return (pose){.x = mat3_mulv(&rotation, vec3_add(x, u)), .R = mat3_mul(&rotation, &R)};
}

static void look(void *to, const state *now, const nonlinear_report *report)
{
    static pose at[64];
    probed *probed = to;
    state state = *now;
    (void)report;
    if (probed->is_done)
        return;
    probed->is_done = true;
    state.poses = at;
    for (int k = 0; k < probed->type->nodes; k++) {
        const node *node = model_node(probed->deck->model, node_type_find("structural"), (unsigned)k + 1);
        at[node->pose] = displaced(probed, probed->corner[k], &node->initial->R);
    }
    const elem *element = model_elem(probed->deck->model, elem_card_find(probed->type->card), 1);
    for (int i = 0; i < probed->type->points * probed->type->strains; i++)
        probed->stress[i] = number_of_row(&state, element, i + 1, false);
}

/* Stresses at all points with these displacements. */
static void probe_plate(probed *probed)
{
    static char words[8192], nodes[1024], elements[1024];
    world world = {0};
    const bool revolutions = probed->type->strains == MOST;
    int n = 0, m = snprintf(elements, sizeof elements, "%s: 1, ", probed->type->card);
    for (int k = 0; k < probed->type->nodes; k++) {
        n += snprintf(nodes + n, sizeof nodes - (size_t)n, "structural: %d, %s, %.17g, %.17g, 0., %s null;", k + 1,
                      revolutions ? "dynamic" : "dynamic displacement", probed->corner[k].x, probed->corner[k].y,
                      revolutions ? "euler, 0.3, -0.5, 0.4, null," : "");
        m += snprintf(elements + m, sizeof elements - (size_t)m, "%d, ", k + 1);
    }
    m += snprintf(elements + m, sizeof elements - (size_t)m, "isotropic, E, %g, nu, %g, thickness, %g %s %s;", E, NU, H,
                  probed->type->options, probed->type->drilling == 0.4 ? ", drilling, 0.4" : "");
    for (int k = 1; k <= probed->type->nodes; k++)
        m += snprintf(elements + m, sizeof elements - (size_t)m, "body: %d, %d, 1. %s;", k, k,
                      revolutions ? ", null, eye" : "");
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data; begin: initial value; final time: 1.e-3; "
             "time step: 1.e-3; tolerance: 1.e-6; derivatives tolerance: 1.; end: initial value;\n"
             "begin: control data; structural nodes: %d; plates: 1; rigid bodies: %d; end: control data;\n"
             "begin: nodes; %s end: nodes; begin: elements; %s end: elements;",
             probed->type->nodes, probed->type->nodes, nodes, elements);
    probed->deck = deck_create();
    probed->is_done = false;
    diag_set_sink(probed->deck->errors, world_say, &world);
    const run_observer observer = {.context = probed, .step = look, .message = world_print, .stop = world_stop};
    const run_options options = {.observer = observer, .errors = probed->deck->errors};
    run_summary sum;
    if (!deck_read_text(probed->deck, "test", words, strlen(words)) ||
        !problem_solve(probed->deck->problem, probed->deck->model, &options, &sum))
        fail_msg("%s", world.said);
    deck_destroy(probed->deck);
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

static void expect(const plate_type *type, const field *field, double *stress)
{
    const double G = E / (2 * (1 + NU)), C = E * H / (1 - NU * NU), D = C * H * H / 12, F = G * H * H * H / 12;
    const double n11 = C * (field->e11 + NU * field->e22), n22 = C * (field->e22 + NU * field->e11),
                 n12 = 2 * G * H * field->e12;
    const double drill = 2 * G * H * type->drilling * field->drilling;
    if (type->strains == 3) {
        const double membrane[] = {n11, n22, 2 * n12}; /* of the whole angle, as in MBDyn */
        memcpy(stress, membrane, sizeof membrane);
        return;
    }
    double g[] = {field->g1, field->g2};
    if (type->nodes == 3)
        give_way(type->shear * G * H, D, F, g);
    const double shell[] = {n11,
                            n12 - drill,
                            type->shear * G * H * g[0],
                            n12 + drill,
                            n22,
                            type->shear * G * H * g[1],
                            2 * F * field->k12,
                            -D * (field->k1 + NU * field->k2),
                            0,
                            D * (field->k2 + NU * field->k1),
                            -2 * F * field->k12,
                            0};
    memcpy(stress, shell, sizeof shell);
}

enum { ALL = 0xfff, MOMENTS = 0xfc0, FORCES = 0x3f, IN_PLANE = 0x7 };

/* The stresses that are wanted, a bit each; membranes have those in the plane alone. */
static void stresses_are_uniform(field of, const vec3 *quadrangle, unsigned wanted, double tolerance)
{
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        const plate_type *type = &TYPES[i];
        double expected[MOST];
        if (type->strains == 3 && !(wanted & IN_PLANE))
            continue;
        if (quadrangle == GENERAL && strncmp(type->card, "shell4eas", 9) == 0) /* exact to 5e-5 there */
            continue;
        probed probed = {.type = type, .field = of};
        probed.corner = type->nodes == 3 ? TRIANGLE : quadrangle;
        probe_plate(&probed);
        expect(type, &of, expected);
        for (int k = 0; k < type->points * type->strains; k++)
            if (wanted & 1U << k % type->strains)
                assert_near(probed.stress[k], expected[k % type->strains], tolerance);
    }
}

static void excerpt(void **unused)
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(excerpt), cmocka_unit_test(bending), cmocka_unit_test(shear),
                                       cmocka_unit_test(drilling)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
