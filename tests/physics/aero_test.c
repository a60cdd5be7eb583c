/* aero_test.c - sections, airfoils, the atmosphere and gusts against closed forms; derivatives of sections against
 * differences. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/element_world.h"
#include "element/aero/air.h"
#include "element/aero/airfoil.h"
#include "element/aero/section.h"
#include "element/aero/shape.h"
#include "element/aero/c81.h"

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance * (1.0 + fabs(b))))
        fail_msg("%.15g instead of %.15g", a, b);
}

/* --- a section whose lift is a straight line ---------------------------------------------------------------------- */

static const double LIFT_DERIVATIVE = 5.0, DRAG = 0.01;

static void linear_coefficients(const airfoil *airfoil, int station, const airfoil_flow *flow,
                                airfoil_coefficients *coefficients)
{
    (void)airfoil, (void)station;
    *coefficients = (airfoil_coefficients){
        .c = {LIFT_DERIVATIVE * flow->alpha, DRAG + flow->alpha * flow->alpha, -0.02 + 0.1 * flow->mach},
        .by_alpha = {LIFT_DERIVATIVE, 2 * flow->alpha, 0},
        .by_mach = {0, 0, 0.1},
        .span = DRAG};
}

static airfoil_derivative linear_slope(const airfoil *airfoil, int station, const airfoil_flow *flow)
{
    (void)airfoil, (void)station;
    return (airfoil_derivative){LIFT_DERIVATIVE + 0.3 * flow->alpha - 0.2 * flow->mach + 0.1 * flow->yaw, 0.3, -0.2,
                                0.1};
}

static const airfoil_type LINEAR = {
    .keyword = "linear", .coefficients = linear_coefficients, .lift_slope = linear_slope};

static section_input input(double v1, double v2, double v3, double w3)
{
    return (section_input){.v = {[LANE_V1] = v1,
                                 [LANE_V2] = v2,
                                 [LANE_V3] = v3,
                                 [LANE_W3] = w3,
                                 [LANE_DENSITY] = 1.225,
                                 [LANE_SOUND] = 340.0},
                           .t = 1.0,
                           .dt = 0.01};
}

static void lift_and_drag_stand_on_the_wind(void **unused)
{
    (void)unused;
    const airfoil foil = {.type = &LINEAR};
    const section section = {.foil = &foil, .chord = 0.4};
    const double V = 50, alpha = 0.07, q = 0.5 * 1.225 * V * V * 0.4;
    const section_input in = input(V * cos(alpha), -V * sin(alpha), 0, 0);
    section_result result;
    section_steady.eval(0, &section, &in, &result);
    const double L = q * LIFT_DERIVATIVE * alpha, D = q * (DRAG + alpha * alpha);
    near(result.load[LOAD_1].v, L * sin(alpha) - D * cos(alpha), 1e-13);
    near(result.load[LOAD_2].v, L * cos(alpha) + D * sin(alpha), 1e-13);
    near(result.load[LOAD_3].v, 0, 1e-13);
    near(result.load[LOAD_M3].v, q * 0.4 * (-0.02 + 0.1 * V / 340), 1e-13);
    near(result.alpha, alpha, 1e-15);
}

/* A step of the incidence: the circulatory part follows Jones' approximation of Wagner's function, whatever happens in
 * the first instant. */
static void theodorsen_follows_wagner(void **unused)
{
    (void)unused;
    const airfoil foil = {.type = &LINEAR};
    const section section = {.foil = &foil, .chord = 0.4, .centre = 0.1, .point = -0.1};
    const double U = 20, alpha = 0.05, h = 1e-5;
    double memory[8] = {0}, q1 = 0, q2 = 0;
    section_input in = input(U * cos(alpha), -U * sin(alpha), 0, 0);
    in.memory = memory;
    for (int i = 0; i <= 100000; i++) {
        in.v[LANE_STATE] = q1, in.v[LANE_STATE + 1] = q2;
        section_result result;
        section_theodorsen.eval(0, &section, &in, &result);
        const double s = 2 * U * i * h / section.chord;
        if (i % 10000 == 0)
            near(result.alpha, alpha * (1 - 0.165 * exp(-0.0455 * s) - 0.335 * exp(-0.3 * s)), 1e-5);
        /* midpoint rule */
        in.v[LANE_STATE] = q1 + 0.5 * h * result.row[0].v, in.v[LANE_STATE + 1] = q2 + 0.5 * h * result.row[1].v;
        section_theodorsen.eval(0, &section, &in, &result);
        q1 += h * result.row[0].v;
        q2 += h * result.row[1].v;
    }
}

/* --- a section that stalls late ----------------------------------------------------------------------------------- */

static double bent_lift(double alpha) { return LIFT_DERIVATIVE * alpha - 20 * alpha * alpha * alpha; }

static void bent_coefficients(const airfoil *airfoil, int station, const airfoil_flow *flow,
                              airfoil_coefficients *coefficients)
{
    linear_coefficients(airfoil, station, flow, coefficients);
    coefficients->c[AIRFOIL_LIFT] = bent_lift(flow->alpha);
    coefficients->by_alpha[AIRFOIL_LIFT] = LIFT_DERIVATIVE - 60 * flow->alpha * flow->alpha;
}

static const airfoil_type BENT = {.keyword = "bent", .coefficients = bent_coefficients, .lift_slope = linear_slope};

static double delay_of(double mach, double most, double low, double high)
{
    return most * fmin(1, fmax(0, (high - mach) / (high - low)));
}

/* The section at an incidence that it has come to at this rate in the step before. */
static void check_harris(double V, double alpha, double rate, const section_result *result)
{
    const double S = copysign(sqrt(fabs(rate) * 0.2 / V), rate) * (rate * alpha < 0 ? 0.5 : 1), M = V / 340;
    const double at = alpha - delay_of(M, 1.76, 0.1, 0.75) * S, of_drag = alpha - delay_of(M, 1.15, 0.2, 0.55) * S;
    const double q = 0.5 * 1.225 * V * V * 0.4, L = at == 0 ? 0 : q * alpha / at * bent_lift(at),
                 D = q * (DRAG + of_drag * of_drag);
    near(result->rate[0], rate, 1e-12);
    near(result->load[LOAD_1].v, L * sin(alpha) - D * cos(alpha), 1e-12);
    near(result->load[LOAD_2].v, L * cos(alpha) + D * sin(alpha), 1e-12);
}

/* Incidences one step apart, from a start that is accepted by itself: the last but one and the last give the rate, a
 * rise or a fall. Once a step is accepted its loads are still those of the rate it began with. */
static void run_harris(double V, const double alpha[3])
{
    static const double TIME[] = {1, 1, 1.01, 1.02};
    const airfoil foil = {.type = &BENT};
    const section section = {.foil = &foil, .chord = 0.4};
    double memory[8] = {0};
    for (int k = 0; k < 4; k++) {
        const double now = alpha[k > 0 ? k - 1 : 0];
        section_input in = input(V * cos(now), -V * sin(now), 0, 0);
        section_result result, again;
        in.memory = memory, in.t = TIME[k], in.dt = k > 1 ? 0.01 : 0;
        section_harris.eval(0, &section, &in, &result);
        section_harris.accept(&section, &in, &result, memory);
        section_harris.eval(0, &section, &in, &again);
        near(again.load[LOAD_1].v, result.load[LOAD_1].v, 1e-13);
        if (k == 3)
            check_harris(V, now, (alpha[1] - alpha[0]) / 0.01, &result);
    }
}

static void harris_delays_the_stall(void **unused)
{
    (void)unused;
    static const double ALPHA[][3] = {{0.05, 0.08, 0.1}, {0.14, 0.12, 0.11}, {-0.05, -0.07, -0.09}, {-0.05, -0.03, 0}},
                        SPEED[] = {20, 50, 68, 150, 230, 300};
    for (int i = 0; i < ARRAY_LEN(ALPHA); i++)
        for (int k = 0; k < ARRAY_LEN(SPEED); k++)
            run_harris(SPEED[k], ALPHA[i]);
    /* The lower end of the range for lift, Mach 0.1: 16^2 + 30^2 = 34^2. */
    const double memory[8] = {0, 0, 0.5, 0.5}, alpha = atan2(16, 30), at = alpha - 1.76 * sqrt(0.5 * 0.2 / 34);
    const airfoil foil = {.type = &BENT};
    const section section = {.foil = &foil, .chord = 0.4};
    section_input in = input(30, -16, 0, 0);
    section_result result;
    in.memory = memory;
    section_harris.eval(0, &section, &in, &result);
    near(result.c[AIRFOIL_LIFT], alpha / at * bent_lift(at), 1e-12);
}

/* --- derivatives -------------------------------------------------------------------------------------------------- */

static void check_derivatives(const section_model *by, const section *section, const section_input *in)
{
    section_result r, a, b;
    by->eval(SECTION_LANES, section, in, &r);
    for (int l = 0; l < SECTION_LANES; l++) {
        const double h = 1e-6 * fmax(1.0, fabs(in->v[l]));
        section_input up = *in, down = *in;
        up.v[l] += h, down.v[l] -= h;
        by->eval(0, section, &up, &a);
        by->eval(0, section, &down, &b);
        for (int k = 0; k < SECTION_LOADS; k++)
            near(r.load[k].d[l], (a.load[k].v - b.load[k].v) / (2 * h), 2e-5);
        for (int k = 0; k < by->n_states; k++)
            near(r.row[k].d[l], (a.row[k].v - b.row[k].v) / (2 * h), 2e-5);
    }
}

static void sections_know_their_derivatives(void **unused)
{
    (void)unused;
    const airfoil linear = {.type = &LINEAR}, naca = {.type = airfoil_type_find("naca 0012")},
                  rae = {.type = airfoil_type_find("rae 9671")};
    const airfoil *const foils[] = {&linear, &naca, &rae};
    const section_model *const models[] = {&section_steady, &section_bielawa, &section_harris, &section_theodorsen};
    const double alphas[] = {-2.9, -1.0, -0.3, -0.1, 0.02, 0.12, 0.25, 0.6, 2.0, 2.8, 3.1};
    for (int f = 0; f < ARRAY_LEN(foils); f++)
        for (int m = 0; m < ARRAY_LEN(models); m++)
            for (int i = 0; i < ARRAY_LEN(alphas); i++) {
                if (models[m]->n_states > 0 && !foils[f]->type->lift_slope)
                    continue;
                double memory[8] = {0};
                const section section = {.foil = foils[f], .chord = 0.5, .centre = 0.03, .point = -0.12};
                section_input in = input(60 * cos(alphas[i]), -60 * sin(alphas[i]), 9, 0.7);
                section_result result;
                in.memory = memory;
                for (int k = 0; k < 3 && models[m]->accept; k++) {
                    models[m]->eval(0, &section, &in, &result);
                    result.alpha -= 0.002 * (3 - k);
                    in.t = 0.1 * k;
                    models[m]->accept(&section, &in, &result, memory);
                    in.t = 1.0;
                }
                check_derivatives(models[m], &section, &in);
            }
}

static void check_airfoil(const airfoil *airfoil, const airfoil_flow *flow)
{
    const double h = 1e-6;
    const airfoil_flow ways[][2] = {
        {{flow->alpha + h, flow->mach, flow->yaw}, {flow->alpha - h, flow->mach, flow->yaw}},
        {{flow->alpha, flow->mach + h, flow->yaw}, {flow->alpha, flow->mach - h, flow->yaw}},
        {{flow->alpha, flow->mach, flow->yaw + h}, {flow->alpha, flow->mach, flow->yaw - h}},
    };
    airfoil_coefficients coefficients = {.c = {0}}, up[3] = {{.c = {0}}}, down[3] = {{.c = {0}}};
    airfoil->type->coefficients(airfoil, 0, flow, &coefficients);
    for (int w = 0; w < 3; w++) {
        airfoil->type->coefficients(airfoil, 0, &ways[w][0], &up[w]);
        airfoil->type->coefficients(airfoil, 0, &ways[w][1], &down[w]);
    }
    for (int k = 0; k < AIRFOIL_COUNT; k++) {
        near(coefficients.by_alpha[k], (up[0].c[k] - down[0].c[k]) / (2 * h), 1e-6);
        near(coefficients.by_mach[k], (up[1].c[k] - down[1].c[k]) / (2 * h), 1e-6);
        near(coefficients.by_yaw[k], (up[2].c[k] - down[2].c[k]) / (2 * h), 1e-6);
    }
    near(coefficients.span_by_mach, (up[1].span - down[1].span) / (2 * h), 1e-6);
    if (!airfoil->type->lift_slope)
        return;
    const airfoil_derivative derivative = airfoil->type->lift_slope(airfoil, 0, flow);
    const double by[] = {derivative.by_alpha, derivative.by_mach, derivative.by_yaw};
    for (int w = 0; w < 3; w++)
        near(by[w],
             (airfoil->type->lift_slope(airfoil, 0, &ways[w][0]).v -
              airfoil->type->lift_slope(airfoil, 0, &ways[w][1]).v) /
                 (2 * h),
             1e-6);
}

static const airfoil *read_foil(world *world)
{
    static const char CARDS[] =
        "c81 data: 11, \"" TEST_FOLDER "/cases/aero/airfoil-c81-tolerance-yaw/foil.c81\"; foil: 11;";
    static const double MIDDLE[] = {0.0};
    reader_open_text(world->in, "foil", CARDS, strlen(CARDS));
    assert_true(reader_card(world->in) && model_read_card(world->model, world->in) && reader_card(world->in));
    const airfoil *airfoil = read_airfoil(world->in, airfoil_type_find("c81"), &(airfoil_stations){1, MIDDLE, MIDDLE});
    reader_card_end(world->in);
    assert_int_equal(diag_errors(world->errors), 0);
    return airfoil;
}

static void airfoils_know_their_derivatives(void **unused)
{
    (void)unused;
    world *world = world_create();
    const airfoil naca = {.type = airfoil_type_find("naca 0012")}, rae = {.type = airfoil_type_find("rae 9671")};
    const airfoil *const foils[] = {&naca, &rae, read_foil(world)};
    static const double MACH[] = {0.131, 0.373, 0.617, 0.871, 0.993}, YAW[] = {1.1, 0.93, 0.77, 0.52};
    for (int i = 0; i < ARRAY_LEN(foils); i++)
        for (double alpha = -3.0573; alpha < 3.1; alpha += 0.0937)
            for (int m = 0; m < ARRAY_LEN(MACH); m++)
                for (int y = 0; y < ARRAY_LEN(YAW); y++)
                    check_airfoil(foils[i], &(airfoil_flow){alpha, MACH[m], YAW[y]});
    for (int y = 0; y < ARRAY_LEN(YAW); y++) /* where both of its lines meet */
        check_airfoil(&naca, &(airfoil_flow){0.0, MACH[0], YAW[y]});
    world_destroy(world);
}

/* A range of incidences or Mach numbers holds its lower end: coefficients and derivatives there are those just
 * above. */
static void check_range(const airfoil *airfoil, airfoil_flow at, double by_alpha, double by_mach)
{
    const airfoil_flow above = {at.alpha + 1e-9 * by_alpha, at.mach + 1e-9 * by_mach, at.yaw},
                       below = {at.alpha - 1e-9 * by_alpha, at.mach - 1e-9 * by_mach, at.yaw};
    airfoil_coefficients coefficients, up, down;
    double jump = 0.0;
    airfoil->type->coefficients(airfoil, 0, &at, &coefficients);
    airfoil->type->coefficients(airfoil, 0, &above, &up);
    airfoil->type->coefficients(airfoil, 0, &below, &down);
    for (int k = 0; k < AIRFOIL_COUNT; k++) {
        near(coefficients.c[k], up.c[k], 1e-7);
        near(coefficients.by_alpha[k], up.by_alpha[k], 1e-6);
        near(coefficients.by_mach[k], up.by_mach[k], 1e-6);
        jump +=
            fabs(up.c[k] - down.c[k]) + fabs(up.by_alpha[k] - down.by_alpha[k]) + fabs(up.by_mach[k] - down.by_mach[k]);
    }
    assert_true(jump > 1e-4);
}

static void ranges_of_airfoils(void **unused)
{
    (void)unused;
    const airfoil naca = {.type = airfoil_type_find("naca 0012")}, rae = {.type = airfoil_type_find("rae 9671")};
    static const double ALPHA[] = {0.34906, 2.7402, 3.002}, MACH[] = {0.4, 0.45, 0.5, 0.99};
    check_range(&naca, (airfoil_flow){0.22689 * (1.0 - 0.3), 0.3, 1.0}, 1, 0);
    for (int i = 0; i < ARRAY_LEN(ALPHA); i++)
        check_range(&naca, (airfoil_flow){ALPHA[i], 0.3, 1.0}, 1, 0);
    for (int i = 0; i < ARRAY_LEN(MACH); i++)
        check_range(&rae, (airfoil_flow){0.1, MACH[i], 0.9}, 0, 1);
    check_range(&naca, (airfoil_flow){0.5, 0.99, 1.0}, 0, 1);
    check_range(&rae, (airfoil_flow){12.58 * AIRFOIL_DEGREE, 0.3, 1.0}, 1, 0);
}

/* --- the air ------------------------------------------------------------------------------------------------------ */

static const elem *read_air(world *world, const char *deck)
{
    reader_open_text(world->in, "air", arena_string(world->memory, deck, strlen(deck)), strlen(deck));
    while (reader_card(world->in)) {
        if (model_read_card(world->model, world->in))
            continue;
        model_read_element(world->model, world->in, elem_card_find(reader_card_text(world->in)));
        reader_card_end(world->in);
    }
    diag_flush(world->errors);
    if (diag_errors(world->errors) > 0)
        fail_msg("%s", world->message);
    assert_non_null(world->model->air);
    return world->model->air;
}

static air_point air_of(const elem *air, double t, vec3 x)
{
    const state state = {.t = t};
    air_moment now;
    air_point point;
    air_begin(air, &state, &now);
    air_at(&now, x, &point, NULL);
    return point;
}

static void standard_atmosphere(void **unused)
{
    (void)unused;
    world *world = world_create();
    const elem *air = read_air(world, "air properties: std, SI, null;");
    air_point point = air_of(air, 0, (vec3){0, 0, 0});
    near(point.density, 1.225, 1e-15);
    near(point.pressure, 101325, 1e-15);
    near(point.sound, sqrt(1.4 * 287 * 288.16), 1e-15);
    /* Hydrostatics: dp/dz = -rho g with a perfect gas, whose p/(rho T) is that on the ground. */
    for (double z = 500; z < 20000; z += 1500) {
        const double h = 0.5, up = air_of(air, 0, (vec3){0, 0, z + h}).pressure,
                     down = air_of(air, 0, (vec3){0, 0, z - h}).pressure;
        point = air_of(air, 0, (vec3){1, 2, z});
        near((up - down) / (2 * h) / point.pressure, -9.81 / (287 * point.temperature), 1e-6);
        near(point.pressure / (point.density * point.temperature), 101325 / (1.225 * 288.16), 1e-12);
    }
    assert_true(air_has_derivatives(air));
    /* The region of constant temperature holds its lower end. */
    air_moment now;
    air_derivatives derivatives;
    const state state = {.t = 0.0};
    air_begin(air, &state, &now);
    air_at(&now, (vec3){0, 0, 11000}, &point, &derivatives);
    near(derivatives.sound.z, 0, 0);
    near(derivatives.density.z, -point.density * 9.81 / (287 * point.temperature), 1e-12);
    world_destroy(world);
}

static void gradients_are_those_of_the_air(void **unused)
{
    (void)unused;
    world *world = world_create();
    const elem *air =
        read_air(world, "scalar function: \"f\", pow, 2.;"
                        "air properties: std, SI, single, 1., 0., 0., const, 10., gust, front 1D, 0.6, 0., "
                        "0.8, 0., 1., 0., 17., sine, 0., 0.3, 2., forever, 0.;"
                        "gust: power law, reference position, 0., 0., -1., reference orientation, eye, "
                        "reference elevation, 10., reference velocity, const, 5., exponent, 0.2;"
                        "gust: logarithmic, reference position, 0., 0., -1., reference orientation, eye, "
                        "reference elevation, 10., reference velocity, const, 5., surface roughness length, "
                        "0.1;"
                        "gust: scalar function, reference position, null, reference orientation, eye, \"f\";");
    const state state = {.t = 0.3};
    const vec3 x = {1, 2, 3};
    air_moment now;
    air_point point, up, down;
    air_derivatives derivatives;
    air_begin(air, &state, &now);
    air_at(&now, x, &point, &derivatives);
    for (int k = 0; k < 3; k++) {
        const double h = 1e-5;
        const vec3 d = {k == 0 ? h : 0, k == 1 ? h : 0, k == 2 ? h : 0};
        air_at(&now, vec3_add(x, d), &up, NULL);
        air_at(&now, vec3_sub(x, d), &down, NULL);
        for (int i = 0; i < 3; i++)
            near(derivatives.v.e[i][k], (vec3_get(up.v, i) - vec3_get(down.v, i)) / (2 * h), 1e-8);
        near(vec3_get(derivatives.density, k), (up.density - down.density) / (2 * h), 1e-8);
        near(vec3_get(derivatives.sound, k), (up.sound - down.sound) / (2 * h), 1e-7);
    }
    /* The gusts, one by one. */
    near(point.v.y, 2 * sin(0.3 * (17 * 0.3 - 0.6 - 2.4)), 1e-12);
    near(point.v.x, 10 + 5 * pow(0.4, 0.2) + 5 * log(40) / log(100) + 9, 1e-12);
    /* On the ground and below there is no wind of these laws. */
    for (double z = -1; z > -3; z--) {
        air_at(&now, (vec3){0, 0, z}, &point, &derivatives);
        near(point.v.x, 10 + z * z, 1e-12);
        near(derivatives.v.e[0][2], 2 * z, 1e-12);
    }
    world_destroy(world);
}

/* Air of a model that is written in a moving frame: its axes are R, v0 and w0 are velocities of the frame, along its
 * axes or, where drives give them, along the global ones. A point that is carried along moves with v0 + w0 x x. */
static void check_moving_air(world *world, const elem *air, double t)
{
    const rigid_body_kinematics *rigid_body_kinematics = &world->model->options.motion;
    const state state = {.t = t};
    const mat3 R = rigid_body_kinematics->R_drive ? rotation_exp(tpl_drive_vec3(rigid_body_kinematics->R_drive, &state))
                                                  : rigid_body_kinematics->R;
    const vec3 x = {0.4, -0.7, 2.0}, stream = {10.0, 3.0 + x.z * x.z, 0.0};
    vec3 v0 = rigid_body_kinematics->v_drive ? tpl_drive_vec3(rigid_body_kinematics->v_drive, &state)
                                             : rigid_body_kinematics->v,
         w0 = rigid_body_kinematics->w_drive ? tpl_drive_vec3(rigid_body_kinematics->w_drive, &state)
                                             : rigid_body_kinematics->w;
    vec3 seen = mat3_tmulv(&R, stream), carried = vec3_add(v0, vec3_cross(w0, x));
    if (rigid_body_kinematics->by_drives)
        carried = mat3_tmulv(&R, vec3_add(v0, vec3_cross(w0, mat3_mulv(&R, x))));
    air_moment now;
    air_point at, up, down;
    air_derivatives derivatives;
    air_begin(air, &state, &now);
    air_at(&now, x, &at, &derivatives);
    for (int j = 0; j < 3; j++) {
        near(vec3_get(at.v, j), vec3_get(vec3_sub(seen, carried), j), 1e-12);
        const vec3 d = {j == 0 ? 1e-5 : 0, j == 1 ? 1e-5 : 0, j == 2 ? 1e-5 : 0};
        air_at(&now, vec3_add(x, d), &up, NULL);
        air_at(&now, vec3_sub(x, d), &down, NULL);
        for (int i = 0; i < 3; i++)
            near(derivatives.v.e[i][j], (vec3_get(up.v, i) - vec3_get(down.v, i)) / 2e-5, 1e-8);
    }
}

static void air_in_a_moving_frame(void **unused)
{
    (void)unused;
    static const char *const FRAMES[] = {
        "air properties; rigid body kinematics: const, orientation, euler123, 0.3, -0.4, 0.9, velocity, 5., -2., 1., "
        "angular velocity, "
        "0.3, 0.6, -0.8; end: control data;",
        "air properties; rigid body kinematics: drive, orientation, component, ramp, 0.3, 0., forever, 0., const, 0.4, "
        "const, -0.2, "
        "velocity, component, const, 5., ramp, 1., 0., forever, 0., const, 2., angular velocity, component, const, "
        "0.3, const, 0.6, ramp, -2., 0., forever, 0.; end: control data;"};
    for (int i = 0; i < ARRAY_LEN(FRAMES); i++) {
        world *world = world_create();
        reader_open_text(world->in, "frame", FRAMES[i], strlen(FRAMES[i]));
        read_control_data(world->in, &world->model->options);
        const elem *air = read_air(
            world, "scalar function: \"f\", pow, 2.; air properties: 1.2, 340., component, const, 10., const, 3., "
                   "const, 0., gust, scalar function, reference position, null, reference orientation, 3, 0., 0., "
                   "1., 1, 0., 1., 0., \"f\";");
        assert_true(air_has_derivatives(air));
        check_moving_air(world, air, 0.7);
        world_destroy(world);
    }
}

/* --- along the span ----------------------------------------------------------------------------------------------- */

static double step_shape(double x) { return x < 0.1 ? -2 : x < 0.8 ? 5 : 3; }
static double knots_shape(double x) { return x < 0.25 ? -2 : x < 0.5 ? 5 : 3; }
static double line_shape(double x) { return x < -0.5 ? -2 : x > 0.7 ? 4 : -2 + 5 * (x + 0.5); }
static double short_shape(double x) { return x < 0 ? -3 - 2 * x : -3 + 7 * x; }
static double linear_shape(double x) { return 2 + 3 * x; }
static double square_shape(double x) { return 4 - x + 2 * x * x; }

static void shapes(void **unused)
{
    (void)unused;
    static const struct {
        const char *words;
        double (*at)(double x);
    } SHAPES[] = {
        {"card: piecewise const, 3, -0.5, -2., 0.1, 5., 0.8, 3.;", step_shape},
        {"card: piecewise const, 3, -0.5, -2., 0.25, 5., 0.5, 3.;", knots_shape},
        {"card: piecewise linear, 3, -0.5, -2., 0.5, 3., 0.7, 4.;", line_shape},
        {"card: piecewise linear, 3, -1., -1., 0., -3., 1., 4.;", short_shape},
        {"card: linear, -1., 5.;", linear_shape},
        {"card: parabolic, 7., 4., 5.;", square_shape},
    };
    world *world = world_create();
    for (int i = 0; i < ARRAY_LEN(SHAPES); i++) {
        reader_open_text(world->in, "shape", SHAPES[i].words, strlen(SHAPES[i].words));
        assert_true(reader_card(world->in));
        const shape *shape = read_shape(world->in, "number");
        reader_card_end(world->in);
        assert_int_equal(diag_errors(world->errors), 0);
        for (int k = -64; k <= 64; k++)
            near(shape_at(shape, k / 64.0), SHAPES[i].at(k / 64.0), 1e-14);
    }
    world_destroy(world);
}

/* --- tables ------------------------------------------------------------------------------------------------------- */

static void tables_are_bilinear(void **unused)
{
    (void)unused;
    arena *memory = arena_create();
    static const double alpha[] = {-180, -12.5, 0, 3, 180}, mach[] = {0, 0.31, 0.9};
    double c[15];
    for (int i = 0; i < 15; i++)
        c[i] = sin(i * 1.7);
    c81_data data = {.tolerance = 1e-6};
    for (int k = 0; k < AIRFOIL_COUNT; k++)
        data.tables[k] = (c81_table){.alpha = {.n = 5, .values = alpha}, .mach = {.n = 3, .values = mach}, .c = c};
    c81_prepare(memory, &data);
    for (double a = -190; a < 190; a += 0.37)
        for (double m = 0; m < 1; m += 0.04) {
            int i = 0, j = 0;
            while (i < 3 && a >= alpha[i + 1])
                i++;
            while (j < 1 && m >= mach[j + 1])
                j++;
            const double u = fmin(1, fmax(0, (a - alpha[i]) / (alpha[i + 1] - alpha[i]))),
                         v = fmin(1, fmax(0, (m - mach[j]) / (mach[j + 1] - mach[j])));
            const double expected = (1 - u) * ((1 - v) * c[3 * i + j] + v * c[3 * i + j + 1]) +
                                    u * ((1 - v) * c[3 * i + 3 + j] + v * c[3 * i + 4 + j]);
            const c81_spot at = c81_find(&data.tables[0].alpha, a), of = c81_find(&data.tables[0].mach, m);
            double by_alpha, by_mach;
            near(c81_value(&data.tables[0], &at, &of, &by_alpha, &by_mach), expected, 1e-13);
        }
    arena_destroy(memory);
}

/* Tables side by side: a station belongs to the first whose end is not behind it, or to the last. */
static void tables_along_the_span(void **unused)
{
    (void)unused;
    static const char CARDS[] = "c81 data: 11, \"" TEST_FOLDER "/cases/aero/body-c81-multiple/foil-a.c81\";"
                                "c81 data: 12, \"" TEST_FOLDER "/cases/aero/body-c81-multiple/foil-b.c81\";"
                                "foil: multiple, 2, 11, -0.5, 12, 0.5; foil: 11; foil: 12;";
    static const double AT[] = {-0.9, -0.5, 0.1, 0.5, 0.8}, MIDDLE[] = {0, 0, 0, 0, 0};
    world *world = world_create();
    const airfoil *a[3];
    reader_open_text(world->in, "foil", CARDS, strlen(CARDS));
    for (int i = 0; i < 2; i++)
        assert_true(reader_card(world->in) && model_read_card(world->model, world->in));
    for (int i = 0; i < 3; i++) {
        assert_true(reader_card(world->in));
        a[i] =
            read_airfoil(world->in, airfoil_type_find("c81"), &(airfoil_stations){5, i ? MIDDLE : AT, i ? MIDDLE : AT});
        reader_card_end(world->in);
    }
    assert_int_equal(diag_errors(world->errors), 0);
    for (int k = 0; k < 5; k++) {
        const airfoil_flow flow = {0.07, 0.3, 1.0};
        airfoil_coefficients coefficients, expected;
        a[0]->type->coefficients(a[0], k, &flow, &coefficients);
        a[0]->type->coefficients(a[AT[k] > -0.5 ? 2 : 1], k, &flow, &expected);
        for (int i = 0; i < AIRFOIL_COUNT; i++)
            near(coefficients.c[i], expected.c[i], 0);
    }
    world_destroy(world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lift_and_drag_stand_on_the_wind),
        cmocka_unit_test(theodorsen_follows_wagner),
        cmocka_unit_test(sections_know_their_derivatives),
        cmocka_unit_test(ranges_of_airfoils),
        cmocka_unit_test(standard_atmosphere),
        cmocka_unit_test(gradients_are_those_of_the_air),
        cmocka_unit_test(air_in_a_moving_frame),
        cmocka_unit_test(tables_are_bilinear),
        cmocka_unit_test(tables_along_the_span),
        cmocka_unit_test(shapes),
        cmocka_unit_test(harris_delays_the_stall),
        cmocka_unit_test(airfoils_know_their_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
