/* problem_inverse_dynamics.c - inverse dynamics: the forces that make a mechanism follow a given motion.
 *
 * Instants follow one another at intervals of the time step, the first at the initial time. Each is solved separately
 * (inverse_instant.c); the previous one matters only where the motion is not fully given. There is thus no state for a
 * restart file. */
#include "problem/diag_rows.h"
#include "problem/inverse.h"

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void inverse_dynamics_defaults(void *of)
{
    inverse_settings *settings = of;
    for (int i = 0; i < 3; i++)
        settings->weights[i][0] = 1;
}

static void read_problem_type(reader *reader, problem *problem)
{
    static const char *const TYPES[] = {"fully actuated collocated", "fully actuated non collocated",
                                        "underdetermined underactuated collocated", "underdetermined fully actuated",
                                        NULL};
    inverse_settings *settings = problem->self;
    const int type = read_choice(reader, TYPES, "problem type");
    settings->type = type >= 0 ? (inverse_type)type : INVERSE_COLLOCATED;
    if (!read_keyword(reader, "weights"))
        return;
    for (int i = 0; i < 6; i++)
        settings->weights[i / 2][i % 2] = read_real(reader, "weight");
}

static void inverse_dynamics_read_element(reader *reader, elem *element)
{
    static const char *const FLAGS[] = {"torque", "prescribed motion", "right hand side", "ergonomy", NULL};
    static const unsigned ROLES[] = {INVERSE_TORQUE, INVERSE_MOTION, INVERSE_NO_FORCES, INVERSE_ERGONOMY};
    if (!read_keyword(reader, "inverse dynamics"))
        return;
    for (int i; (i = read_try_choice(reader, FLAGS)) >= 0;)
        if (read_bool(reader, FLAGS[i]) != (ROLES[i] == INVERSE_NO_FORCES))
            element->role |= ROLES[i];
}

/* --- instants ----------------------------------------------------------------------------------------------------- */

static run_status solve_instant(run *run)
{
    nonlinear_report report;
    const outcome done = inverse_instant(run, &report);
    if (done != SOLVED && done != ENDED) {
        report_failure(run, done, &report, E_NO_CONVERGENCE);
        return run_over(run, false);
    }
    if (done == ENDED) {
        run->sum->complete = true;
        return run_over(run, true);
    }
    solution_accept(run->solution);
    return run_output(run, &report) ? run_look_ahead(run) : run_over(run, false);
}

static run_status inverse_dynamics_begin(run *run)
{
    if (!peers_begin(run))
        return run_over(run, false);
    run_set_initial_time(run);
    solution_start(run->solution);
    run_report_assembled(run);
    if (!inverse_prepare(run))
        return run_over(run, false);
    run_remember(run, NULL);
    run_predict(run);
    return solve_instant(run);
}

static run_status inverse_dynamics_advance(run *run)
{
    run_predict(run);
    run_set_time(run, run->solution->state.t + run->problem->dt, run->problem->dt, run->solution->state.step + 1);
    run->sum->steps++;
    run->sum->t = run->solution->state.t;
    return solve_instant(run);
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static const problem_card CARDS[] = {
    {.keyword = "problem type",
     .read = read_problem_type,
     .grammar = "problem type: { fully actuated collocated | fully actuated non collocated | underdetermined "
                "underactuated collocated | underdetermined fully actuated } "
                "[, weights, REAL, REAL, REAL, REAL, REAL, REAL]",
     .summary = "What is known and what is sought."},
    {0},
};

const problem_type problem_inverse_dynamics_type = {
    .keyword = "inverse dynamics",
    .grammar = "begin: inverse dynamics;\n    CARDS\nend: inverse dynamics;",
    .summary =
        "The reactions that make a mechanism follow a given motion. The cards are those of an initial value problem, "
        "and one more.",
    .traits = {.static_nodes_have_inertia = true,
               .reads_imposed_derivatives = true,
               .fixes_driven_elements = true,
               .excludes_coupling = true,
               .needs_diagonal_blocks = true,
               .read_element = inverse_dynamics_read_element},
    .size = sizeof(inverse_settings),
    .history_points = 1,
    .cards = CARDS,
    .defaults = inverse_dynamics_defaults,
    .prepare = inverse_prepare,
    .begin = inverse_dynamics_begin,
    .advance = inverse_dynamics_advance,
};
