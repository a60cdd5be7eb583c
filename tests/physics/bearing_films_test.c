/* bearing_films_test.c - rows of bearings whose oil film is a formula: after Butenschoen, and those of long and short
 * films.
 *
 * Formulas are written once more in plain numbers; the forces after Capone are integrals over the half of a short film
 * that stands under pressure. */
#include "physics/row_world.h"
#include <float.h>

static vec3 minus(vec3 a) { return vec3_scale(-1.0, a); }

static void assert_close_at(double a, double b, const char *file, int line)
{
    if (fabs(a - b) <= 1e-7 * fmax(fabs(b), 1e-3))
        return;
    print_error("%.12g is not %.12g\n", a, b);
    _fail(file, line);
}
#define assert_close(a, b) assert_close_at(a, b, __FILE__, __LINE__)

static void assert_close_vec3_at(vec3 a, vec3 b, const char *file, int line)
{
    assert_close_at(vec3_norm(vec3_sub(a, b)) / fmax(vec3_norm(b), 1e-3), 0.0, file, line);
}
#define assert_close_vec3(a, b) assert_close_vec3_at(a, b, __FILE__, __LINE__)

/* --- after Butenschoen -------------------------------------------------------------------------------------------- */

enum { POINT_COLUMNS = 16 };
static const double B = 1.2, D = 2.0, PSI = 0.3, ETA = 0.7, MOST = 0.9, FACTOR = 0.8;
static const vec3 F1 = {0.1, -0.2, 0.3}, F2 = {-0.4, 0.2, 0.1};

/* Coefficients of powers of b / D, as published. */
static double coefficient(int i)
{
    static const double A[9][5] = {{1.1642, -1.9456, 7.1161, -10.1073, 5.0141},
                                   {-1.000026, -0.023634, -0.4215, -0.038817, -0.090551},
                                   {0.70038, 3.2415, -12.2486, 18.895, -9.3561},
                                   {-0.999935, 0.0157434, -0.74224, 0.42278, -0.368928},
                                   {1.152624, -0.104565, 0, 0, 0},
                                   {-2.5905, 0.798745, 0, 0, 0},
                                   {8.73393, -2.3291, 0, 0, 0},
                                   {-13.3414, 3.424337, 0, 0, 0},
                                   {6.6294, -1.591732, 0, 0, 0}};
    double sum = 0.0;
    for (int k = 0; k < 5; k++)
        sum += A[i - 1][k] * pow(B / D, k);
    return sum;
}

static double rotating(double e)
{
    const double u = 1.0 - e * e;
    return pow(B / D, 2) * e / (2.0 * u * u) * sqrt(M_PI * M_PI * u + 16.0 * e * e) * coefficient(1) * (e - 1.0) /
           (coefficient(2) + e);
}

static double squeezing(double e)
{
    const double u = 1.0 - e * e;
    return 4.0 * pow(B / D, 2) * pow(u, -2.5) *
           ((M_PI / 2.0 - acos(e) / 2.0) * (1.0 + 2.0 * e * e) + 1.5 * e * sqrt(u)) * coefficient(3) * (1.0 - e) /
           (-coefficient(4) - e);
}
static double squeezing_back(double e) { return squeezing(-e); }

static double attitude(double e)
{
    double sum = 0.0;
    for (int k = 0; k < 5; k++)
        sum += coefficient(5 + k) * pow(e, k);
    return atan(M_PI * sqrt(1.0 - e * e) / (2.0 * e)) * sum;
}

/* Along its tangent beyond the largest eccentricity. */
static double limited(double f(double), double e)
{
    const double h = 1e-5,
                 derivative = (8.0 * (f(MOST + h) - f(MOST - h)) - (f(MOST + 2 * h) - f(MOST - 2 * h))) / (12.0 * h);
    return e <= MOST ? f(e) : f(MOST) + derivative * (e - MOST);
}

typedef struct {
    vec3 F, arm[2]; /* on the bearing; of the axis of the shaft, from shaft and bearing */
    double M, column[POINT_COLUMNS];
    double power;
} film_point;

/* At a place z along the width. */
static film_point point_at(const row_world *row_world, double z)
{
    const pose *shaft = pose_of(row_world, 1), *in = pose_of(row_world, 2);
    const vec3 internal = mat3_mulv(&shaft->R, vec3_add(F1, (vec3){0, 0, z})), at = vec3_add(shaft->x, internal);
    const vec3 foot = vec3_add(F2, (vec3){0, 0, z}), seen = vec3_sub(at, in->x);
    const vec3 e = vec3_sub(mat3_tmulv(&in->R, seen), foot);
    const vec3 v =
        vec3_sub(vec3_add(shaft->v, vec3_cross(shaft->w, internal)), vec3_add(in->v, vec3_cross(in->w, seen)));
    const vec3 rate = mat3_tmulv(&in->R, v);
    const double w1 = mat3_tmulv(&in->R, shaft->w).z, w2 = mat3_tmulv(&in->R, in->w).z, size = hypot(e.x, e.y);
    const double eps = 2.0 * size / (PSI * D), eps_rate = 2.0 / (PSI * D) * (e.x * rate.x + e.y * rate.y) / size;
    const double delta = atan2(e.y, e.x), spin = w1 + w2 - 2.0 * (e.x * rate.y - e.y * rate.x) / (size * size);
    const double So_D = limited(rotating, eps), So_V = limited(eps_rate < 0.0 ? squeezing_back : squeezing, eps);
    const double beta = limited(attitude, eps), scale = B * D * ETA / (PSI * PSI), u = 1.0 - pow(fmin(eps, MOST), 2);
    const double F_D = So_D * scale * fabs(spin), F_V = So_V * scale * eps_rate;
    const double aside = delta - (spin < 0.0 ? -beta : beta);
    const vec3 F = {F_D * cos(aside) + F_V * cos(delta), F_D * sin(aside) + F_V * sin(delta), 0};
    const double M =
        0.5 * D * PSI * (M_PI * B * D * ETA * (w1 - w2) / (PSI * PSI * sqrt(u)) + 0.5 * F_D * eps * sin(beta));
    return (film_point){mat3_mulv(&in->R, F),
                        {internal, seen},
                        M,
                        {e.x, e.y, rate.x, rate.y, w1, w2, copysign(eps, eps_rate), eps_rate, delta, F.x, F.y, M, So_D,
                         So_V, M / (0.5 * D * F_D), beta},
                        -M * (w1 - w2)};
}

/* The axis of the shaft at an eccentricity, a little tilted. */
static void put_shaft(row_world *row_world, double eps)
{
    pose *shaft = pose_of(row_world, 1), *in = pose_of(row_world, 2);
    const mat3 tilt = rotation_exp((vec3){0.02, -0.01, 1.0});
    shaft->R = mat3_mul(&in->R, &tilt);
    const double far = 0.5 * eps * PSI * D;
    const vec3 axis = vec3_add(F2, (vec3){0.6 * far, -0.8 * far, 0.1});
    shaft->x = vec3_sub(vec3_add(in->x, mat3_mulv(&in->R, axis)), mat3_mulv(&shaft->R, F1));
}

/* Places of Gauss on [-1, 1], roots of Legendre's polynomial of this degree, and weights 1 / ((1 - x^2) P'(x)^2). */
static double legendre(int n, double x, double *derivative)
{
    double before = 1.0, now = x;
    for (int k = 2; k <= n; k++) {
        const double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
        before = now;
        now = next;
    }
    *derivative = n * (x * now - before) / (x * x - 1.0);
    return now;
}

static double gauss(int n, int i, double *weight)
{
    double x = -cos(M_PI * (i + 0.75) / (n + 0.5)), derivative;
    for (int k = 0; k < 20; k++) {
        const double f = legendre(n, x, &derivative);
        x -= f / derivative;
    }
    *weight = 1.0 / ((1.0 - x * x) * derivative * derivative);
    return x;
}

static void assert_points(const row_world *row_world, int n)
{
    vec3 F = {0, 0, 0}, M[2] = {{0, 0, 0}, {0, 0, 0}};
    double power = 0.0, row[1 + 6 * POINT_COLUMNS];
    assert_int_equal(printed_row(row_world, row, 1 + 6 * POINT_COLUMNS), 1 + n * POINT_COLUMNS);
    for (int i = 0; i < n; i++) {
        double weight;
        const film_point point = point_at(row_world, 0.5 * B * gauss(n, i, &weight));
        const vec3 moment = vec3_scale(point.M, mat3_col(&pose_of(row_world, 2)->R, 2));
        F = vec3_axpy(F, FACTOR * weight, point.F);
        for (int side = 0; side < 2; side++)
            M[side] = vec3_axpy(M[side], FACTOR * weight, vec3_add(vec3_cross(point.arm[side], point.F), moment));
        power += FACTOR * weight * point.power;
        for (int c = 0; c < POINT_COLUMNS; c++)
            assert_close(row[1 + i * POINT_COLUMNS + c], point.column[c]);
    }
    assert_close_vec3(force_on(row_world, 2), F);
    assert_close_vec3(force_on(row_world, 1), minus(F));
    assert_close_vec3(moment_on(row_world, 2), M[1]);
    assert_close_vec3(moment_on(row_world, 1), minus(M[0]));
    assert_close(private_now(row_world, "Pff[1]"), power);
}

static void begin_plain(row_world *row_world, const char *points)
{
    char card[600];
    snprintf(
        card, sizeof card,
        "user defined: 1, hydrodynamic_plain_bearing_with_offset, shaft, 1, offset, 0.1, -0.2, 0.3, bearing, 2, "
        "offset, -0.4, 0.2, 0.1, bearing width, 1.2, bearing diameter, 2., relative clearance, 0.3, oil viscosity, "
        "0.7, initial assembly factor, const, 0.8 %s, epsilon max, 0.9;",
        points);
    rows_begin(row_world, card);
}

static void films_after_butenschoen(void **of)
{
    static const double EPS[] = {0.2, 0.5, 0.8, 0.95, 1.2};
    static const struct {
        const char *words;
        int n;
    } POINTS[] = {{"", 1},
                  {", number of gauss points, 2", 2},
                  {", number of gauss points, 3", 3},
                  {", number of gauss points, 6", 6}};
    row_world *row_world = *of;
    for (int i = 0; i < 4; i++) {
        begin_plain(row_world, POINTS[i].words);
        for (int k = 0; k < 20; k++) {
            put_shaft(row_world, EPS[k % 5]);
            rows_eval(row_world, 0);
            assert_points(row_world, POINTS[i].n);
            assert_jacobian(row_world, 1e-6, 1e-5);
            if (k % 5 == 4) { /* the other way round: closing and opening, turning with and against */
                pose_of(row_world, k / 5 % 2 + 1)->v = minus(pose_of(row_world, k / 5 % 2 + 1)->v);
                pose_set_angular_velocity(pose_of(row_world, 1), minus(pose_of(row_world, 1)->w));
            }
        }
    }
}

static void on_name(void *to, const named_column *column) { text_printf(to, "%s ", column->name); }

/* Columns of the second point have its number. */
static void names_of_columns(void **of)
{
    row_world *row_world = *of;
    text names = {0};
    column_set define = {.define = on_name, .context = &names};
    record named = {.named = &define};
    begin_plain(row_world, ", number of gauss points, 2");
    put_shaft(row_world, 0.5);
    row_world->element->type->output(&row_world->state.state, row_world->element, &named);
    static const char NAMES[] =
        "e1__1 e2__1 e1P__1 e2P__1 omega1__1 omega2__1 epsilon__1 epsilonP__1 delta__1 F1__1 F2__1 M__1 "
        "SoD__1 SoV__1 mu__1 beta__1 e1__2 e2__2 e1P__2 e2P__2 omega1__2 omega2__2 epsilon__2 "
        "epsilonP__2 delta__2 F1__2 F2__2 M__2 SoD__2 SoV__2 mu__2 beta__2 ";
    assert_int_equal(names.n, strlen(NAMES));
    assert_memory_equal(names.data, NAMES, names.n);
    text_free(&names);
}

static void put_centre(row_world *row_world)
{
    for (unsigned k = 1; k <= 2; k++)
        *pose_of(row_world, k) = (pose){.R = MAT3_EYE};
    pose_of(row_world, 2)->x = minus(F2);
    pose_of(row_world, 1)->x = minus(F1);
    pose_set_angular_velocity(pose_of(row_world, 1), (vec3){0, 0, 3.0});
    pose_of(row_world, 1)->v = minus(vec3_cross(pose_of(row_world, 1)->w, F1));
}

/* Petroff's moment, and no force, act on a shaft that rotates in the centre of its bearing. */
static void petroff_without_eccentricity(void **of)
{
    row_world *row_world = *of;
    begin_plain(row_world, "");
    const vec3 zero = {0, 0, 0};
    put_centre(row_world);
    rows_eval(row_world, 0);
    const double M = 0.5 * M_PI * B * D * D * ETA * 3.0 / PSI;
    const vec3 moment = {0, 0, FACTOR * M};
    assert_same_vec3(force_on(row_world, 2), zero);
    assert_close_vec3(moment_on(row_world, 2), moment);
    assert_close_vec3(moment_on(row_world, 1), minus(moment));
    assert_close(private_now(row_world, "Pff[1]"), -FACTOR * 3.0 * M);
    const double columns[] = {0, 0, 0, 0, 0, M, 0, squeezing(0.0), DBL_MAX, 0.5 * M_PI * coefficient(5)};
    for (int c = 0; c < ARRAY_LEN(columns); c++)
        assert_close(printed(row_world, 7 + c), columns[c]);
}

/* In the centre the film resists motion in every direction alike; without a factor of the assembly it is 1. */
static void squeezing_from_the_centre(void **of)
{
    row_world *row_world = *of;
    rows_begin(row_world,
               "user defined: 1, hydrodynamic_plain_bearing_with_offset, shaft, 1, bearing, 2, bearing width, 1.2, "
               "bearing diameter, 2., relative clearance, 0.3, oil viscosity, 0.7;");
    const vec3 v = {0.3, -0.5, 0};
    for (unsigned k = 1; k <= 2; k++)
        *pose_of(row_world, k) = (pose){.R = MAT3_EYE};
    pose_set_angular_velocity(pose_of(row_world, 1), (vec3){0, 0, 3.0});
    assert_jacobian(row_world, 1e-7, 1e-4);
    pose_of(row_world, 1)->v = v;
    rows_eval(row_world, 0);
    assert_close_vec3(force_on(row_world, 2), vec3_scale(2.0 * B * ETA / (PSI * PSI * PSI) * squeezing(0.0), v));
    assert_same_vec3(force_on(row_world, 2), minus(force_on(row_world, 1)));
}

/* --- long and short films ----------------------------------------------------------------------------------------- */

static const double C = 0.3, R = 1.0 + 0.3, L = 1.4;

/* Place and speed of node 2 in the axes of node 1, by the clearance; its relative speed about axis 1. */
typedef struct {
    vec3 d, rate;
    double x, y, w;
} shaft_seen;

static shaft_seen shaft_now(const row_world *row_world)
{
    const pose *a = pose_of(row_world, 1), *b = pose_of(row_world, 2);
    const vec3 arm = vec3_sub(b->x, a->x), v = vec3_sub(b->v, a->v);
    const vec3 d = mat3_tmulv(&a->R, arm);
    return (shaft_seen){d, mat3_tmulv(&a->R, v), d.y / C, d.z / C, mat3_tmulv(&a->R, vec3_sub(b->w, a->w)).x};
}

/* Radial and tangential forces, in axes of the support. */
static vec3 polar_force(const shaft_seen *shaft_seen, double f_r, double f_t)
{
    const double eps = hypot(shaft_seen->x, shaft_seen->y), c = shaft_seen->x / eps, s = shaft_seen->y / eps;
    return (vec3){0, f_r * c - f_t * s, f_r * s + f_t * c};
}

static vec3 sommerfeld(const shaft_seen *shaft_seen)
{
    const double e = hypot(shaft_seen->x, shaft_seen->y), a = ETA * shaft_seen->w * R * R * R * L / (C * C);
    return polar_force(shaft_seen, -12.0 * a * e * e / ((2.0 + e * e) * (1.0 - e * e)),
                       6.0 * M_PI * a * e / ((2.0 + e * e) * sqrt(1.0 - e * e)));
}

static vec3 ocvirk(const shaft_seen *shaft_seen)
{
    const double e = hypot(shaft_seen->x, shaft_seen->y), a = ETA * shaft_seen->w * R * L * L * L / (2.0 * C * C),
                 u = 1.0 - e * e;
    return polar_force(shaft_seen, a * 2.0 * e * e / (u * u), -a * M_PI * e / (2.0 * pow(u, 1.5)));
}

/* p ~ (X sin t - Y cos t) / (1 - x cos t - y sin t)^3 over the half turn where it is positive, by Simpson's rule. */
static vec3 capone(const shaft_seen *shaft_seen)
{
    const double X = shaft_seen->w * shaft_seen->x - 2.0 * shaft_seen->rate.z / C,
                 Y = shaft_seen->w * shaft_seen->y + 2.0 * shaft_seen->rate.y / C;
    const double begin = atan2(-Y, -X), a = ETA * R * L * L * L / (2.0 * C * C);
    const int n = 4000;
    vec3 sum = {0, 0, 0};
    for (int i = 0; i <= n; i++) {
        const double t = begin + M_PI * i / n, weight = i == 0 || i == n ? 1.0 : i % 2 ? 4.0 : 2.0;
        const double p = (X * sin(t) - Y * cos(t)) * pow(1.0 - shaft_seen->x * cos(t) - shaft_seen->y * sin(t), -3.0);
        sum = vec3_axpy(sum, weight * M_PI / (3.0 * n) * a * p, (vec3){0, cos(t), sin(t)});
    }
    return sum;
}

static void long_and_short_films(void **of)
{
    static const struct {
        const char *word;
        vec3 (*force)(const shaft_seen *shaft_seen);
    } FILMS[] = {{"sommerfeld", sommerfeld}, {"ocvirk", ocvirk}, {"capone1991", capone}};
    static const double PLACES[][2] = {{0.5, 0.3}, {-0.2, 0.6}, {0.1, -0.7}, {-0.4, -0.4}};
    row_world *row_world = *of;
    for (int i = 0; i < 3; i++) {
        char card[300];
        snprintf(card, sizeof card,
                 "user defined: 1, hydrodynamic bearing, %s, 1, 2, 0.3, 2., 1.4, fluid, incompressible, density, 1., "
                 "viscosity, 0.7;",
                 FILMS[i].word);
        rows_begin(row_world, card);
        for (int k = 0; k < 4; k++) {
            const vec3 d = {0.4, C * PLACES[k][0], C * PLACES[k][1]}, zero = {0, 0, 0};
            pose_of(row_world, 2)->x = vec3_add(pose_of(row_world, 1)->x, mat3_mulv(&pose_of(row_world, 1)->R, d));
            rows_eval(row_world, 0);
            const shaft_seen seen = shaft_now(row_world);
            const vec3 f = FILMS[i].force(&seen), F = mat3_mulv(&pose_of(row_world, 1)->R, f),
                       of_row[] = {d, seen.rate, f, zero};
            assert_close_vec3(force_on(row_world, 2), F);
            assert_close_vec3(force_on(row_world, 1), minus(F));
            assert_same_vec3(moment_on(row_world, 1), zero);
            for (int c = 0; c < 12; c++)
                assert_close(printed(row_world, 1 + c), ((const double *)&of_row[c / 3])[c % 3]);
            assert_jacobian(row_world, 1e-6, 1e-5);
        }
    }
}

/* Forces of a shaft in the middle are zero, and have derivatives. */
static void films_without_eccentricity(void **of)
{
    static const char *const FILMS[] = {"sommerfeld", "ocvirk"};
    row_world *row_world = *of;
    for (int i = 0; i < 2; i++) {
        char card[300];
        snprintf(card, sizeof card,
                 "user defined: 1, hydrodynamic bearing, %s, 1, 2, 0.3, 2., 1.4, fluid, incompressible, density, 1., "
                 "viscosity, 0.7;",
                 FILMS[i]);
        rows_begin(row_world, card);
        const vec3 zero = {0, 0, 0};
        pose_of(row_world, 1)->R = MAT3_EYE;
        pose_of(row_world, 1)->x = pose_of(row_world, 2)->x = zero;
        rows_eval(row_world, 0);
        assert_same_vec3(force_on(row_world, 2), zero);
        assert_jacobian(row_world, 1e-7, 1e-5);
    }
}

/* Without motion there is no film after Capone; a shaft that touches the support is refused. */
static void films_at_rest_and_in_contact(void **of)
{
    row_world *row_world = *of;
    rows_begin(row_world,
               "user defined: 1, hydrodynamic bearing, capone1991, 1, 2, 0.3, 2., 1.4, fluid, incompressible, "
               "density, 1., viscosity, 0.7;");
    const vec3 zero = {0, 0, 0};
    for (unsigned k = 1; k <= 2; k++)
        *pose_of(row_world, k) = (pose){.R = MAT3_EYE};
    pose_of(row_world, 2)->x = (vec3){0, 0.18, 0.2399};
    rows_eval(row_world, 0);
    assert_same_vec3(force_on(row_world, 2), zero);
    assert_false(row_world->state.failed.is_set);
    pose_of(row_world, 2)->x = (vec3){0, 0.18, 0.2401};
    rows_eval(row_world, row_world->element->ld);
    assert_same_vec3(force_on(row_world, 2), zero);
    assert_true(row_world->state.failed.is_set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW_TEST(films_after_butenschoen),      ROW_TEST(names_of_columns),     ROW_TEST(petroff_without_eccentricity),
        ROW_TEST(squeezing_from_the_centre),    ROW_TEST(long_and_short_films), ROW_TEST(films_without_eccentricity),
        ROW_TEST(films_at_rest_and_in_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
