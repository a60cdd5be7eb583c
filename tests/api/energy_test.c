/* energy_test.c - the balance of energies against closed forms.
 *
 *     pendulum             T = m g (z0 - z)
 *     mass and spring      T + k x^2 / 2 + dissipated = T(0),  with a damper  dissipated -> T(0)
 *     prescribed motion    work of the drive = m v^2 / 2
 *     constant force       work = F x = m v^2 / 2                                                                    */
#include "client.h"

static torsor_energy run(const char *words, double until, double *position, int component)
{
    torsor_model *model = open_good(words, NULL);
    torsor_analysis *analysis =
        begin_good(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .energy = true});
    torsor_run_past(analysis, until);
    const torsor_energy found = torsor_energies(analysis);
    double x[3];
    assert_int_equal(torsor_get(analysis, "node.struct.2.X", x, 3), TORSOR_OK);
    *position = x[component];
    torsor_end(analysis);
    torsor_close(model);
    return found;
}

static void what_falls_gets_faster(void **state)
{
    (void)state;
    double z;
    const torsor_energy energy = run(PENDULUM, 0.5, &z, 2);
    assert_true(z < -0.5);
    assert_near(energy.potential, 9.81 * z, 1e-5);
    assert_near(energy.kinetic, -9.81 * z, 1e-4);
    assert_near(energy.imbalance, 0, 1e-4);
    assert_near(energy.elastic + energy.dissipated + energy.forces + energy.other, 0, 1e-9);
}

/* A mass of 2 that begins with velocity V0 along x; a damper that acts at once leaves 3e-6 in the derivatives. */
#define MASS(cards, elements)                                                                          \
    "begin: data; problem: initial value; end: data;\n"                                                \
    "begin: initial value; initial time: 0; final time: 1; time step: 1e-3; method: crank nicolson;\n" \
    "max iterations: 20; tolerance: 1e-9; derivatives tolerance: 1e-4; end: initial value;\n"          \
    "begin: control data; structural nodes: 2; rigid bodies: 1; " cards " end: control data;\n"        \
    "begin: nodes; structural: 1, static, null, eye, null, null;\n"                                    \
    "structural: 2, dynamic, null, eye, V0, 0., 0., null; end: nodes;\n"                               \
    "begin: elements; joint: 1, clamp, 1, node, node; body: 2, 2, 2., null, eye;\n" elements "end: elements;\n"

static void springs_and_dampers(void **state)
{
    (void)state;
    double x;
    const torsor_energy energy =
        run("set: real V0 = 3.;" MASS("joints: 2;",
                                      "joint: 2, deformable displacement joint, 1, position, null, 2, position, "
                                      "null, linear viscoelastic isotropic, 50., 4.;"),
            0.2, &x, 0);
    assert_near(energy.elastic, 0.5 * 50 * x * x, 1e-4);
    assert_near(energy.kinetic + energy.elastic + energy.dissipated, 9, 1e-4);
    assert_true(energy.dissipated > 1);
    const torsor_energy spent =
        run("set: real V0 = 3.;" MASS("joints: 2;", "joint: 2, deformable displacement joint, 1, position, null, 2, "
                                                    "position, null, linear viscous isotropic, 40.;"),
            1, &x, 0);
    assert_near(spent.dissipated, 9, 2e-3); /* of the trapezoidal rule: h^2/12 times the change of dP/dt, 14400 */
    assert_near(spent.elastic, 0, 1e-9);
}

static void prescribed_motions_do_work(void **state)
{
    (void)state;
    double x;
    const torsor_energy energy = run(
        "set: real V0 = 0.;" MASS("joints: 2;", "joint: 2, total joint, 1, position, null, 2, position, null, position "
                                                "constraint, 1, 1, 1, 1., 0., 0., string, \"3.*Time^2\", orientation "
                                                "constraint, 1, 1, 1, null;"),
        0.5, &x, 0);
    assert_near(x, 0.75, 1e-2);
    assert_near(energy.kinetic, 0.5 * 2 * 4 * 3 * x, 1e-2);
    assert_near(energy.drives, energy.kinetic, 1e-2);
    assert_near(energy.forces, 0, 0);
}

static void forces_do_work(void **state)
{
    (void)state;
    double x;
    const torsor_energy energy =
        run("set: real V0 = 0.;" MASS("joints: 1; forces: 1;",
                                      "force: 2, absolute, 2, position, null, 1., 0., 0., const, 8.;"),
            0.5, &x, 0);
    assert_near(energy.forces, 8 * x, 1e-3);
    assert_near(energy.kinetic, 8 * x, 1e-3);
}

static void nothing_without_asking(void **state)
{
    (void)state;
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *analysis = begin_good(model, NULL);
    assert_true(isnan(torsor_energies(analysis).kinetic) && isnan(torsor_energies(NULL).imbalance));
    torsor_end(analysis);
    torsor_close(model);
}

/* A return to a snapshot begins anew, and the results have a row for each step that is written. */
static void energies_in_the_results(void **state)
{
    (void)state;
    char folder[64], path[96], line[256];
    make_folder(folder, sizeof folder);
    snprintf(path, sizeof path, "%s/a", folder);
    torsor_model *model = open_good(PENDULUM, NULL);
    torsor_analysis *analysis = begin_good(
        model, &(torsor_analysis_options){
                   .size = sizeof(torsor_analysis_options), .energy = true, .results = path, .may_restore = true});
    torsor_snapshot *snapshot = torsor_snapshot_take(analysis);
    torsor_run_past(analysis, 0.3);
    assert_int_equal(torsor_restore(analysis, snapshot), TORSOR_OK);
    assert_near(torsor_energies(analysis).potential, 0, 0);
    torsor_run_past(analysis, 0.1);
    assert_near(torsor_energies(analysis).kinetic + torsor_energies(analysis).potential, 0, 1e-4);
    torsor_snapshot_free(snapshot);
    torsor_end(analysis);
    torsor_close(model);
    snprintf(path, sizeof path, "%s/a.nrg", folder);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_non_null(fgets(line, sizeof line, in));
    assert_string_equal(line, "# time kinetic potential elastic dissipated drives forces other imbalance\n");
    fclose(in);
    remove_folder(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_falls_gets_faster),     cmocka_unit_test(springs_and_dampers),
        cmocka_unit_test(prescribed_motions_do_work), cmocka_unit_test(forces_do_work),
        cmocka_unit_test(nothing_without_asking),     cmocka_unit_test(energies_in_the_results),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
