/* doctor.c - torsor doctor DECK: questionable features of a model, with advice.
 *
 *     constraints      redundant constraints, undetermined motions                             torsor_check
 *     scales           coefficients and condition of the equations of a step                   torsor_check
 *     assembly         what has to be moved to satisfy the constraints                         a note of the library
 *     time step        h f: steps in a period of the fastest mode at the initial state, 20 resolve it well
 *     iterations       of a short run, whose results are discarded
 *     energies         imbalance of that run relative to its largest energy
 *     contacts         shorter than a few steps, spurious growth of energy                     warnings of that run
 *
 * Each finding is a line followed by a line of advice. */
#include "app/doctor.h"
#include "app/exit_status.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { TRIAL_STEPS = 200, MANY_ITERATIONS = 8, MOST_UNKNOWNS = 3000 };
static const double PERIOD_STEPS = 20.0, SMALL_IMBALANCE = 0.02;

typedef struct {
    int findings;
} visit;

__attribute__((format(printf, 3, 4))) static void doctor_find(visit *visit, const char *advice, const char *format, ...)
{
    va_list words;
    va_start(words, format);
    printf("- ");
    vprintf(format, words);
    printf("\n  %s\n", advice);
    va_end(words);
    visit->findings++;
}

static double fastest_mode(torsor_analysis *analysis)
{
    double fastest = 0.0;
    torsor_modes *modes = torsor_modes_find(analysis, NULL);
    for (int i = 0; i < torsor_mode_count(modes); i++)
        fastest = fmax(fastest, fabs(torsor_mode_at(modes, i).im) / (2.0 * M_PI));
    torsor_modes_free(modes);
    return fastest;
}

static void look_at_time_step(visit *visit, torsor_analysis *analysis)
{
    const double h = torsor_time_step(analysis), f = fastest_mode(analysis);
    if (f <= 0.0 || h <= 0.0)
        return;
    printf("fastest mode in the initial state: %g Hz, with %.3g steps of %g per period\n", f, 1.0 / (f * h), h);
    if (f * h * PERIOD_STEPS > 1.0)
        doctor_find(visit, "a method that damps high frequencies removes it; to resolve it, use a shorter time step",
                    "the fastest mode is not resolved: a time step of %.2g would give %g steps per period",
                    1.0 / (f * PERIOD_STEPS), PERIOD_STEPS);
}

static double doctor_largest(const torsor_energy *energy)
{
    return fmax(fmax(fabs(energy->kinetic), fabs(energy->potential)),
                fmax(fabs(energy->elastic), fabs(energy->dissipated)));
}

static void look_at_run(visit *visit, torsor_analysis *analysis)
{
    double most = 0.0;
    int steps = 0;
    for (; steps < TRIAL_STEPS && torsor_step(analysis) == TORSOR_OK; steps++) {
        const torsor_energy energy = torsor_energies(analysis);
        most = fmax(most, doctor_largest(&energy));
    }
    const torsor_summary sum = torsor_summary_of(analysis);
    const torsor_energy torsor_energy = torsor_energies(analysis);
    if (steps == 0)
        return;
    const double iterations = (double)sum.iterations / steps;
    printf("%d steps up to time %g: %.1f iterations per step, energy imbalance %g of %g\n", steps,
           torsor_time(analysis), iterations, torsor_energy.imbalance, most);
    if (torsor_state(analysis) == TORSOR_ERROR)
        doctor_find(visit, "the messages above name the equation; try a shorter time step or a smoother start",
                    "the run failed at time %g", torsor_time(analysis));
    if (iterations > MANY_ITERATIONS)
        doctor_find(visit, "the time step is too long, or something changes abruptly",
                    "%.1f iterations per step are many", iterations);
    if (fabs(torsor_energy.imbalance) > SMALL_IMBALANCE * most && most > 0.0)
        doctor_find(
            visit, "halve the time step: an integration error falls to a quarter; otherwise the error is in the model",
            "energy is not conserved: the imbalance is %.2g of the largest energy", torsor_energy.imbalance / most);
}

static void try_it(visit *visit, torsor_model *model, const torsor_findings *found)
{
    torsor_analysis *analysis =
        torsor_begin(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .energy = true});
    if (torsor_state(analysis) == TORSOR_OK && found->unknowns <= MOST_UNKNOWNS)
        look_at_time_step(visit, analysis);
    if (torsor_state(analysis) == TORSOR_OK)
        look_at_run(visit, analysis);
    else if (torsor_state(analysis) == TORSOR_ERROR)
        doctor_find(visit, "the messages above say why", "the analysis cannot start");
    for (int i = 0; i < torsor_analysis_message_count(analysis); i++)
        visit->findings += torsor_analysis_message_at(analysis, i).severity == TORSOR_SEVERITY_WARNING;
    torsor_end(analysis);
}

int doctor(torsor_model *model)
{
    visit visit = {0};
    torsor_findings found = {0};
    const torsor_status status = torsor_check(model, &found);
    printf("%d unknowns, %d constraints, %d degrees of freedom of the nodes\n", found.unknowns, found.constraints,
           found.freedoms);
    if (found.condition > 0.0)
        printf("equations of a step: coefficients from %.1g to %.1g, condition number %.1g after scaling\n",
               found.smallest_row, found.largest_row, found.condition);
    if (found.repeated > 0)
        doctor_find(&visit, "remove them, or use joints with fewer constraints: reactions are those of the least norm",
                    "%d constraints are redundant", found.repeated);
    if (found.undetermined > 0)
        doctor_find(&visit, "add a body to the node, constrain it with a joint, or remove it",
                    "%d motions are undetermined", found.undetermined);
    for (int i = 0; i < torsor_message_count(model); i++)
        visit.findings += torsor_message_at(model, i).severity == TORSOR_SEVERITY_WARNING;
    if (status == TORSOR_OK)
        try_it(&visit, model, &found);
    printf(visit.findings ? "%d finding%s\n" : "no problems found\n", visit.findings, visit.findings == 1 ? "" : "s");
    return status == TORSOR_NO_MEMORY ? EXIT_NO_MEMORY : visit.findings ? EXIT_WRONG_DECK : EXIT_ALL_WELL;
}
