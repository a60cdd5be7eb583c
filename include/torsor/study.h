/* study.h - many cases of one deck: which ones, solving them, and the table of their results. Part of torsor.h.
 *
 *     torsor_study *s = torsor_study_open(&options);
 *     for (int i = 0; i < torsor_study_count(s); i++)
 *         torsor_study_solve(s, i);
 *     torsor_study_collect(s);
 *     torsor_study_close(s);
 *
 * Any number of processes may work on a study at the same time, on one machine or on many that share its folder: each
 * opens the study and solves the cases that no other has solved or is solving. What a case has given is stored in a
 * file of its own, which is complete or does not exist. Messages, `docs/manual/studies.md`. */
#ifndef TORSOR_STUDY_H
#define TORSOR_STUDY_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct torsor_study torsor_study;

typedef struct {
    size_t size;                /* sizeof(torsor_study_options) */
    const char *plan;           /* path of a TOML file, or of a CSV file with the variables of each case */
    const char *folder;         /* for records and results; NULL: that of the plan, with .study as extension */
    const char *deck;           /* overrides the plan; required if the plan is a CSV file */
    const char *const *outputs; /* NAME=QUANTITY, besides those of the plan */
    int n_outputs;
    bool keep_results;           /* write the result files of each case to the folder */
    const torsor_options *open;  /* definitions, limits, sandbox, message ...; NULL: defaults */
    const volatile int *give_up; /* if not NULL, a case is left unfinished as soon as this is not 0 */
} torsor_study_options;

/* Reads the plan and creates its folder. Returns NULL after messages, or if memory runs out. */
TORSOR_PUBLIC torsor_study *torsor_study_open(const torsor_study_options *options);
TORSOR_PUBLIC void torsor_study_close(torsor_study *study); /* study may be NULL */
TORSOR_PUBLIC int torsor_study_count(const torsor_study *study);
TORSOR_PUBLIC const char *torsor_study_folder(const torsor_study *study);

/* Solves nothing but the initial state of the first case. TORSOR_ERROR: the deck does not use a variable of the plan,
 * or the model does not have an output of it; see messages. */
TORSOR_PUBLIC torsor_status torsor_study_check(torsor_study *study);

typedef enum {
    TORSOR_CASE_OPEN,    /* not solved yet, or its files have changed since */
    TORSOR_CASE_TAKEN,   /* another process is solving it */
    TORSOR_CASE_DONE,    /* solved, and all checks are satisfied */
    TORSOR_CASE_REFUSED, /* solved, but a check is not satisfied */
    TORSOR_CASE_FAILED   /* the deck has errors, or could not be solved to its end */
} torsor_case_state;

/* Returns TORSOR_CASE_OPEN, _DONE, _REFUSED or _FAILED, as stored. */
TORSOR_PUBLIC torsor_case_state torsor_study_state(torsor_study *study, int index);
/* Solves the case if it is open, and stores what it has given. TORSOR_CASE_OPEN: it was given up, or could not be
 * stored (see messages). */
TORSOR_PUBLIC torsor_case_state torsor_study_solve(torsor_study *study, int index);
/* Makes a case that has failed open again; returns its state. */
TORSOR_PUBLIC torsor_case_state torsor_study_reopen(torsor_study *study, int index);
/* Stores that the case has failed because the process that solved it was ended by this signal. */
TORSOR_PUBLIC torsor_case_state torsor_study_abandon(torsor_study *study, int index, int signal);
/* Writes results.csv, results.nc, summary.csv, exceedance.csv and times.csv from what has been stored. */
TORSOR_PUBLIC torsor_status torsor_study_collect(torsor_study *study);
/* Does the same, and writes a page about the study (HTML, complete in itself) to a file. */
TORSOR_PUBLIC torsor_status torsor_study_report(torsor_study *study, const char *path);

#ifdef __cplusplus
}
#endif
#endif
