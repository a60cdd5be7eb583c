/* linear_test.c - linear models: closed forms for a cart with a pole and four mechanisms with loops, at rest and in
 * motion; inputs that prescribe motion; poles, zeros, frequency responses; misuse. */
#include "client.h"

/* --- a mechanism with one freedom: M q'' + M' q'^2 / 2 + V' = 0 --------------------------------------------------- */

#define GRAVITY 9.81

typedef struct {
    const char *deck;
    double (*mass)(double q), (*potential)(double q);
} mechanism;

/* The derivative of f by differences of sixth order. */
static double derivative(double (*f)(double q), double q)
{
    const double h = 2e-2;
    return (45 * (f(q + h) - f(q - h)) - 9 * (f(q + 2 * h) - f(q - 2 * h)) + f(q + 3 * h) - f(q - 3 * h)) / (60 * h);
}

static double acceleration(const mechanism *of, double q, double w)
{
    return -(derivative(of->mass, q) * w * w / 2 + derivative(of->potential, q)) / of->mass(q);
}

static torsor_linear *linearize(torsor_analysis *analysis, const char *input, const char *output)
{
    const int in = input ? torsor_find(analysis, input) : 0, out = output ? torsor_find(analysis, output) : 0;
    const torsor_linear_options options = {
        .size = sizeof options, .inputs = &in, .outputs = &out, .n_inputs = input != NULL, .n_outputs = output != NULL};
    torsor_linear *linear = torsor_linearize(analysis, &options);
    if (!linear && torsor_analysis_message_count(analysis) > 0)
        fail_msg("%s", torsor_analysis_message_at(analysis, torsor_analysis_message_count(analysis) - 1).rendered);
    assert_non_null(linear);
    return linear;
}

static double entry(const torsor_linear *linear, torsor_linear_matrix_name name, int row, int column)
{
    const torsor_sparse m = torsor_linear_matrix(linear, name);
    for (int k = 0; k < m.n; k++)
        if (m.row[k] == row && m.column[k] == column)
            return m.value[k];
    return 0;
}

static int index_of(const torsor_linear *linear, torsor_linear_kind kind, const char *name)
{
    for (int i = 0; i < torsor_linear_count(linear, kind); i++)
        if (strcmp(torsor_linear_at(linear, kind, i).name, name) == 0)
            return i;
    fail_msg("no %s", name);
    return -1;
}

static torsor_model *open_at(const char *deck, double q, double w, bool settable)
{
    char first[40], second[40];
    snprintf(first, sizeof first, "%.17g", q);
    snprintf(second, sizeof second, "%.17g", w);
    const torsor_definition definitions[] = {{"Q", first}, {"W", second}};
    const torsor_options options = {
        .size = sizeof options, .definitions = definitions, .n_definitions = 2, .settable = settable};
    return open_good(deck, &options);
}

static void check_mechanism(const mechanism *of, double q, double w)
{
    const double h = 1e-3, by = 2e-7;
    torsor_model *model = open_at(of->deck, q, w, false);
    torsor_analysis *analysis = begin_good(model, NULL);
    torsor_linear *linear = linearize(analysis, NULL, NULL);
    assert_int_equal(torsor_linear_count(linear, TORSOR_LINEAR_STATE), 2);
    const int at = index_of(linear, TORSOR_LINEAR_STATE, "structural node 2, rotation z"), rate = 1 - at;
    const double by_q = (8 * (acceleration(of, q + h, w) - acceleration(of, q - h, w)) -
                         (acceleration(of, q + 2 * h, w) - acceleration(of, q - 2 * h, w))) /
                        (12 * h);
    const double by_w = -derivative(of->mass, q) * w / of->mass(q);
    assert_near(entry(linear, TORSOR_LINEAR_A, at, rate), 1, 1e-12);
    assert_near(entry(linear, TORSOR_LINEAR_A, at, at), 0, 1e-12);
    assert_near(entry(linear, TORSOR_LINEAR_A, rate, at), by_q, by * (1 + fabs(by_q) + w * w));
    assert_near(entry(linear, TORSOR_LINEAR_A, rate, rate), by_w, by * (1 + fabs(by_w)));
    torsor_linear_free(linear);
    torsor_end(analysis);
    torsor_close(model);
}

#define PLANAR(nodes, bodies, joints)                                                                    \
    "set: real Q = 0.; set: real W = 0.;\n" PROBLEM("1") "begin: control data; structural nodes: " nodes \
                                                         "; rigid bodies: " bodies "; joints: " joints   \
                                                         "; gravity; end: control data;\n"
#define GROUND "structural: 1, static, null, eye, null, null;\n"
#define GROUNDED "joint: 1, clamp, 1, node, node; gravity: uniform, 0., -1., 0., const, 9.81;\n"

/* A crank of 0.5 m, 2 kg, J = 0.1 kg m^2, that rotates about the origin; its node is at the origin. */
#define CRANK_NODE "structural: 2, dynamic, null, euler, 0., 0., Q, null, 0., 0., W;\n"
#define CRANK                                                                                            \
    "body: 2, 2, 2., 0.25, 0., 0., diag, 1., 1., 0.1;\n"                                                 \
    "joint: 2, total joint, 1, position, null, 2, position, null, position constraint, 1, 1, 1, null,\n" \
    "orientation constraint, 1, 1, 0, null;\n"
static double crank_mass(void) { return 0.1 + 2 * 0.25 * 0.25; }

/* --- a parallelogram: two cranks and a coupler of 1 m, 3 kg ------------------------------------------------------- */

#define PARALLELOGRAM                                                                                             \
    PLANAR("4", "3", "5")                                                                                         \
    "begin: nodes; " GROUND CRANK_NODE "structural: 3, dynamic, 1., 0., 0., euler, 0., 0., Q, null, 0., 0., W;\n" \
    "structural: 4, dynamic, 0.5*cos(Q) + 0.5, 0.5*sin(Q), 0., eye, -0.5*W*sin(Q), 0.5*W*cos(Q), 0., null;\n"     \
    "end: nodes; begin: elements; " GROUNDED CRANK "body: 3, 3, 2., 0.25, 0., 0., diag, 1., 1., 0.1;\n"           \
    "body: 4, 4, 3., null, diag, 1., 1., 1.;\n"                                                                   \
    "joint: 3, revolute hinge, 1, position, 1., 0., 0., 3, position, null;\n"                                     \
    "joint: 4, revolute hinge, 2, position, 0.5, 0., 0., 4, position, -0.5, 0., 0.;\n"                            \
    "joint: 5, revolute hinge, 3, position, 0.5, 0., 0., 4, position, 0.5, 0., 0.; end: elements;\n"

static double parallelogram_mass(double q)
{
    (void)q;
    return 2 * crank_mass() + 3 * 0.25;
}
static double parallelogram_potential(double q) { return GRAVITY * (2 * 2 * 0.25 + 3 * 0.5) * sin(q); }

/* --- a slider-crank: a rod of 1.2 m, 3 kg, J = 0.4 kg m^2, a slider of 1.5 kg on the x axis ----------------------- */

#define SLIDER_CRANK                                                                                     \
    PLANAR("4", "3", "5")                                                                                \
    "set: real B = -asin(0.5*sin(Q)/1.2); set: real WB = -0.5*W*cos(Q)/(1.2*cos(B));\n"                  \
    "set: real XS = 0.5*cos(Q) + 1.2*cos(B); set: real VS = -0.5*W*sin(Q) - 1.2*WB*sin(B);\n"            \
    "begin: nodes; " GROUND CRANK_NODE                                                                   \
    "structural: 3, dynamic, (0.5*cos(Q) + XS)/2., 0.25*sin(Q), 0., euler, 0., 0., B,\n"                 \
    "(-0.5*W*sin(Q) + VS)/2., 0.25*W*cos(Q), 0., 0., 0., WB;\n"                                          \
    "structural: 4, dynamic, XS, 0., 0., eye, VS, 0., 0., null; end: nodes;\n"                           \
    "begin: elements; " GROUNDED CRANK                                                                   \
    "body: 3, 3, 3., null, diag, 1., 1., 0.4; body: 4, 4, 1.5, null, diag, 1., 1., 1.;\n"                \
    "joint: 3, revolute hinge, 2, position, 0.5, 0., 0., 3, position, -0.6, 0., 0.;\n"                   \
    "joint: 4, revolute hinge, 3, position, 0.6, 0., 0., 4, position, null;\n"                           \
    "joint: 5, total joint, 1, position, null, 4, position, null, position constraint, 0, 1, 1, null,\n" \
    "orientation constraint, 1, 1, 1, null; end: elements;\n"

static double slider_crank_mass(double q)
{
    const double cb = sqrt(1.44 - 0.25 * sin(q) * sin(q)); /* 1.2 cos b */
    const double angle = 0.5 * cos(q) / cb, slide = -0.5 * sin(q) - 0.25 * sin(q) * cos(q) / cb;
    const double x = (-0.5 * sin(q) + slide) / 2, y = 0.25 * cos(q);
    return crank_mass() + 3 * (x * x + y * y) + 0.4 * angle * angle + 1.5 * slide * slide;
}
static double slider_crank_potential(double q) { return GRAVITY * (2 * 0.25 + 3 * 0.25) * sin(q); }

/* --- a Scotch yoke: the pin of the crank in the slot of a slider of 1.5 kg ---------------------------------------- */

#define YOKE                                                                                                    \
    PLANAR("3", "2", "4")                                                                                       \
    "begin: nodes; " GROUND CRANK_NODE                                                                          \
    "structural: 3, dynamic, 0.5*cos(Q), 0., 0., eye, -0.5*W*sin(Q), 0., 0., null; end: nodes;\n"               \
    "begin: elements; " GROUNDED CRANK "body: 3, 3, 1.5, null, diag, 1., 1., 1.;\n"                             \
    "joint: 3, total joint, 1, position, null, 3, position, null, position constraint, 0, 1, 1, null,\n"        \
    "orientation constraint, 1, 1, 1, null;\n"                                                                  \
    "joint: 4, total joint, 3, position, null, 2, position, 0.5, 0., 0., position constraint, 1, 0, 0, null,\n" \
    "orientation constraint, 0, 0, 0, null; end: elements;\n"

static double yoke_mass(double q) { return crank_mass() + 1.5 * 0.25 * sin(q) * sin(q); }
static double yoke_potential(double q) { return GRAVITY * 2 * 0.25 * sin(q); }

/* --- a ladder of 2 m, 3 kg, J = 0.7 kg m^2, whose ends slide on the axes ------------------------------------------ */

#define LADDER                                                                                                      \
    PLANAR("2", "1", "4")                                                                                           \
    "begin: nodes; " GROUND "structural: 2, dynamic, cos(Q), -sin(Q), 0., euler, 0., 0., Q, -W*sin(Q), -W*cos(Q), " \
    "0., 0., 0., W; end: nodes;\n"                                                                                  \
    "begin: elements; " GROUNDED "body: 2, 2, 3., null, diag, 1., 1., 0.7;\n"                                       \
    "joint: 2, total joint, 1, position, null, 2, position, null, position constraint, 0, 0, 1, null,\n"            \
    "orientation constraint, 1, 1, 0, null;\n"                                                                      \
    "joint: 3, total joint, 1, position, null, 2, position, 1., 0., 0.,\n"                                          \
    "position constraint, 0, 1, 0, null, orientation constraint, 0, 0, 0, null;\n"                                  \
    "joint: 4, total joint, 1, position, null, 2, position, -1., 0., 0.,\n"                                         \
    "position constraint, 1, 0, 0, null, orientation constraint, 0, 0, 0, null; end: elements;\n"

static double ladder_mass(double q)
{
    (void)q;
    return 3 + 0.7;
}
static double ladder_potential(double q) { return -GRAVITY * 3 * sin(q); }

static void mechanisms_with_loops_have_the_derivatives_of_their_closed_forms(void **unused)
{
    (void)unused;
    static const mechanism ALL[] = {{PARALLELOGRAM, parallelogram_mass, parallelogram_potential},
                                    {SLIDER_CRANK, slider_crank_mass, slider_crank_potential},
                                    {LADDER, ladder_mass, ladder_potential},
                                    {YOKE, yoke_mass, yoke_potential}};
    static const double AT[][2] = {{-1.2, 0}, {0.7, 0}, {0.4, 3}, {1.1, -2}};
    for (size_t i = 0; i < sizeof ALL / sizeof *ALL; i++)
        for (size_t k = 0; k < sizeof AT / sizeof *AT; k++)
            check_mechanism(&ALL[i], AT[k][0], AT[k][1]);
}

/* --- a cart of 1 kg with a pole of 0.3 kg, J = 0.01 kg m^2, at 0.5 m; drive 7 pushes the cart --------------------- */

#define CART                                                                                                           \
    "set: real Q = 0.; set: real W = 0.;\n" PROBLEM(                                                                   \
        "1") "begin: control data; structural nodes: 3; rigid bodies: 2; joints: 3; forces: 1; gravity; end: control " \
             "data;\n"                                                                                                 \
             "drive caller: 7, const, 0.; begin: nodes; " GROUND                                                       \
             "structural: 2, dynamic, null, eye, 0.5, 0., 0., null;\n"                                                 \
             "structural: 3, dynamic, -0.5*sin(Q), 0.5*cos(Q), 0., euler, 0., 0., Q, 0.5 - 0.5*W*cos(Q), "             \
             "-0.5*W*sin(Q), 0.,\n"                                                                                    \
             "0., 0., W; end: nodes; begin: elements; " GROUNDED "body: 2, 2, 1., null, diag, 1., 1., 1.;\n"           \
             "body: 3, 3, 0.3, null, diag, 1., 1., 0.01;\n"                                                            \
             "joint: 2, total joint, 1, position, null, 2, position, null, position constraint, 0, 1, 1, null,\n"      \
             "orientation constraint, 1, 1, 1, null;\n"                                                                \
             "joint: 3, revolute hinge, 2, position, null, 3, position, 0., -0.5, 0.;\n"                               \
             "force: 1, absolute, 2, position, null, 1., 0., 0., reference, 7; end: elements;\n"

/* 1.3 x'' - 0.15 cos q q'' + 0.15 sin q q'^2 = F,   -0.15 cos q x'' + 0.085 q'' - 0.15 g sin q = 0 */
static void cart_accelerations(double q, double w, double force, double *a)
{
    const double m = 1.3, c = -0.15 * cos(q), J = 0.085, f = force - 0.15 * sin(q) * w * w, t = 0.15 * GRAVITY * sin(q),
                 det = m * J - c * c;
    a[0] = (J * f - c * t) / det;
    a[1] = (m * t - c * f) / det;
}

static double cart_derivative(double q, double w, int by, int of)
{
    const double h = 1e-3;
    double sum = 0, a[2];
    static const int AT[] = {1, -1, 2, -2};
    static const double FACTORS[] = {8, -8, -1, 1};
    for (int k = 0; k < 4; k++) {
        cart_accelerations(q + (by == 0) * AT[k] * h, w + (by == 1) * AT[k] * h, (by == 2) * AT[k] * h, a);
        sum += FACTORS[k] * a[of];
    }
    return sum / (12 * h);
}

static void cart_with_pole_has_the_matrices_of_its_closed_form(void **unused)
{
    (void)unused;
    static const double AT[][2] = {{0, 0}, {0.7, 0}, {0.7, 3}};
    for (size_t k = 0; k < sizeof AT / sizeof *AT; k++) {
        const double q = AT[k][0], w = AT[k][1];
        torsor_model *model = open_at(CART, q, w, true);
        torsor_analysis *analysis = begin_good(model, NULL);
        torsor_linear *linear = linearize(analysis, "drive.7", "node.struct.3.X[0]");
        assert_int_equal(torsor_linear_count(linear, TORSOR_LINEAR_STATE), 4);
        assert_int_equal(torsor_linear_count(linear, TORSOR_LINEAR_INPUT), 1);
        const int angle = index_of(linear, TORSOR_LINEAR_STATE, "structural node 3, rotation z"),
                  rate = index_of(linear, TORSOR_LINEAR_STATE, "structural node 3, rotation rate z"),
                  x = index_of(linear, TORSOR_LINEAR_STATE, "structural node 2, position x"),
                  v = index_of(linear, TORSOR_LINEAR_STATE, "structural node 2, velocity x");
        for (int i = 0; i < 2; i++) {
            const int row = i == 0 ? v : rate;
            assert_near(entry(linear, TORSOR_LINEAR_A, row, angle), cart_derivative(q, w, 0, i), 2e-6);
            assert_near(entry(linear, TORSOR_LINEAR_A, row, rate), cart_derivative(q, w, 1, i), 2e-6);
            assert_near(entry(linear, TORSOR_LINEAR_A, row, v), 0, 1e-6);
            assert_near(entry(linear, TORSOR_LINEAR_B, row, 0), cart_derivative(q, w, 2, i), 1e-9);
        }
        assert_near(entry(linear, TORSOR_LINEAR_C, 0, x), 1, 1e-9);
        assert_near(entry(linear, TORSOR_LINEAR_C, 0, angle), -0.5 * cos(q), 1e-9);
        assert_near(entry(linear, TORSOR_LINEAR_D, 0, 0), 0, 1e-9);
        torsor_linear_free(linear);
        torsor_end(analysis);
        torsor_close(model);
    }
}

/* At rest upright: poles 0, 0, +-p with p^2 = 1.3 m g l / det; the force acts on the position of the mass at distance
 * l with zeros z^2 = m g l / (J + m l^2 - m l^2) */
static void poles_zeros_and_responses_agree(void **unused)
{
    (void)unused;
    torsor_model *model = open_at(CART, 0, 0, true);
    torsor_analysis *analysis = begin_good(model, NULL);
    torsor_linear *linear = linearize(analysis, "drive.7", "node.struct.3.X[0]");
    double re[8], im[8], largest = 0;
    int n;
    assert_int_equal(torsor_linear_poles(linear, re, im), TORSOR_OK);
    for (int i = 0; i < 4; i++)
        largest = fmax(largest, re[i]);
    const double det = 1.3 * 0.085 - 0.15 * 0.15;
    assert_near(largest, sqrt(1.3 * 0.15 * GRAVITY / det), 1e-8);
    assert_int_equal(torsor_linear_zeros(linear, 0, 0, re, im, &n), TORSOR_OK);
    assert_int_equal(n, 2);
    assert_near(fabs(re[0]), sqrt(0.15 * GRAVITY / 0.01), 1e-6);
    assert_near(re[0] + re[1], 0, 1e-6);
    /* H(s) = (x - l q) / F = (0.01 s^2 - m g l) / (s^2 (det s^2 - 1.3 m g l)) */
    const double w = 2, top = -0.01 * w * w - 0.15 * GRAVITY, bottom = -w * w * (-det * w * w - 1.3 * 0.15 * GRAVITY);
    assert_int_equal(torsor_linear_response(linear, w, re, im), TORSOR_OK);
    assert_near(re[0], top / bottom, 1e-9);
    assert_near(im[0], 0, 1e-9);
    assert_int_equal(torsor_linear_mode_count(linear), 4);
    assert_non_null(strstr(torsor_linear_mode_at(linear, 0).name, "node"));
    torsor_linear_free(linear);
    torsor_end(analysis);
    torsor_close(model);
}

/* --- a motion that a drive prescribes: a body hangs from a point that moves along x as drive 7 says --------------- */

#define SHAKEN                                                                                                         \
    "set: real Q = 0.; set: real W = 0.;\n" PROBLEM(                                                                   \
        "1") "begin: control data; structural nodes: 3; rigid bodies: 1; joints: 3; gravity; end: control data;\n"     \
             "drive caller: 7, const, 0.; begin: nodes; " GROUND "structural: 2, static, null, eye, null, null;\n"     \
             "structural: 3, dynamic, 0., -0.5, 0., eye, null, null; end: nodes; begin: elements; " GROUNDED           \
             "body: 3, 3, 0.3, null, diag, 1., 1., 0.01;\n"                                                            \
             "joint: 2, total joint, 1, position, null, 2, position, null, position constraint, 1, 1, 1, single, 1., " \
             "0., 0.,\n"                                                                                               \
             "reference, 7, orientation constraint, 1, 1, 1, null;\n"                                                  \
             "joint: 3, revolute hinge, 2, position, null, 3, position, 0., 0.5, 0.; end: elements;\n"

/* 0.085 q'' + 0.15 u'' + 0.15 g q = 0: the angle follows the acceleration of the point. */
static void prescribed_motion_acts_by_its_second_derivative(void **unused)
{
    (void)unused;
    torsor_model *model = open_at(SHAKEN, 0, 0, true);
    torsor_analysis *analysis = begin_good(model, NULL);
    torsor_linear *linear = linearize(analysis, "drive.7", "node.struct.3.X[0]");
    assert_int_equal(torsor_linear_count(linear, TORSOR_LINEAR_STATE), 2);
    const int second = index_of(linear, TORSOR_LINEAR_INPUT, "d2(drive.7)/dt2");
    const int rate = index_of(linear, TORSOR_LINEAR_STATE, "structural node 3, rotation rate z");
    assert_int_equal(torsor_linear_at(linear, TORSOR_LINEAR_INPUT, second).order, 2);
    assert_near(entry(linear, TORSOR_LINEAR_B, rate, second), -0.15 / 0.085, 1e-9);
    assert_near(entry(linear, TORSOR_LINEAR_D, 0, 0), 1, 1e-9);
    double re, im;
    const double w = 3, q = 0.15 * w * w / (0.15 * GRAVITY - 0.085 * w * w);
    assert_int_equal(torsor_linear_response(linear, w, &re, &im), TORSOR_OK);
    assert_near(re, 1 + 0.5 * q, 1e-9);
    torsor_linear_free(linear);
    torsor_end(analysis);
    torsor_close(model);
}

/* The descriptor form has the same finite eigenvalues: E Z A + K Z = 0 at rest. */
static void descriptor_form_agrees_with_the_reduced_one(void **unused)
{
    (void)unused;
    torsor_model *model = open_at(CART, 0, 0, true);
    torsor_analysis *analysis = begin_good(model, NULL);
    torsor_linear *linear = linearize(analysis, "drive.7", NULL);
    const torsor_sparse A = torsor_linear_matrix(linear, TORSOR_LINEAR_A),
                        E = torsor_linear_matrix(linear, TORSOR_LINEAR_E),
                        K = torsor_linear_matrix(linear, TORSOR_LINEAR_K),
                        Z = torsor_linear_matrix(linear, TORSOR_LINEAR_Z);
    const int n = A.rows, all = E.rows;
    assert_int_equal(all, torsor_linear_count(linear, TORSOR_LINEAR_UNKNOWN));
    double *ZA = calloc((size_t)all * (size_t)n, sizeof *ZA), *sum = calloc((size_t)all * (size_t)n, sizeof *sum);
    for (int k = 0; k < Z.n; k++)
        for (int i = 0; i < A.n; i++)
            if (A.row[i] == Z.column[k])
                ZA[Z.row[k] * n + A.column[i]] += Z.value[k] * A.value[i];
    for (int k = 0; k < E.n; k++)
        for (int j = 0; j < n; j++)
            sum[E.row[k] * n + j] += E.value[k] * ZA[E.column[k] * n + j];
    for (int k = 0; k < K.n; k++)
        for (int i = 0; i < Z.n; i++)
            if (Z.row[i] == K.column[k])
                sum[K.row[k] * n + Z.column[i]] += K.value[k] * Z.value[i];
    for (int i = 0; i < all * n; i++)
        assert_near(sum[i], 0, 1e-9);
    free(ZA);
    free(sum);
    torsor_linear_free(linear);
    torsor_end(analysis);
    torsor_close(model);
}

static void misuse_is_refused(void **unused)
{
    (void)unused;
    torsor_model *model = open_at(CART, 0, 0, true);
    torsor_analysis *analysis = begin_good(model, NULL);
    const int position = torsor_find(analysis, "node.struct.2.X"), none = 1 << 30;
    torsor_linear_options options = {.size = sizeof options, .inputs = &position, .n_inputs = 1};
    assert_null(torsor_linearize(analysis, &options));
    options = (torsor_linear_options){.size = sizeof options, .outputs = &none, .n_outputs = 1};
    assert_null(torsor_linearize(analysis, &options));
    assert_null(torsor_linearize(NULL, NULL));
    assert_int_equal(torsor_linear_count(NULL, TORSOR_LINEAR_STATE), 0);
    assert_int_equal(torsor_linear_poles(NULL, NULL, NULL), TORSOR_MISUSE);
    assert_int_equal(torsor_linear_mode_count(NULL), -1);
    torsor_linear_free(NULL);
    /* The analysis goes on as if nothing had been. */
    torsor_linear *linear = torsor_linearize(analysis, NULL);
    assert_non_null(linear);
    assert_int_equal(torsor_linear_matrix(linear, TORSOR_LINEAR_B).columns, 0);
    torsor_linear_free(linear);
    assert_int_equal(torsor_step(analysis), TORSOR_OK);
    torsor_end(analysis);
    torsor_close(model);
}

/* Steps after a linearization are the same to the last bit as without. */
static void analysis_is_not_changed(void **unused)
{
    (void)unused;
    double found[2];
    for (int k = 0; k < 2; k++) {
        torsor_model *model = open_at(CART, 0.7, 1, true);
        torsor_analysis *analysis = begin_good(model, NULL);
        for (int i = 0; i < 20; i++) {
            assert_int_equal(torsor_step(analysis), TORSOR_OK);
            if (k == 1 && i % 5 == 0)
                torsor_linear_free(torsor_linearize(analysis, NULL));
        }
        found[k] = torsor_get_real(analysis, "node.struct.3.X[0]");
        torsor_end(analysis);
        torsor_close(model);
    }
    assert_true(found[0] == found[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mechanisms_with_loops_have_the_derivatives_of_their_closed_forms),
        cmocka_unit_test(cart_with_pole_has_the_matrices_of_its_closed_form),
        cmocka_unit_test(poles_zeros_and_responses_agree),
        cmocka_unit_test(prescribed_motion_acts_by_its_second_derivative),
        cmocka_unit_test(descriptor_form_agrees_with_the_reduced_one),
        cmocka_unit_test(misuse_is_refused),
        cmocka_unit_test(analysis_is_not_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
