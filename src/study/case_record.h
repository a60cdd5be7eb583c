/* case_record.h - what a case has given, as a file: complete, or not there.
 *
 *     key = "..."                       deck, values, outputs and version that it belongs to
 *     state = "done"                    "done", "refused" or "failed"
 *     files = {"/path" = "hash", ...}   every file that was read
 *     messages = ["...", ...]           warnings and errors, as the program shows them
 *     refused = ["tip.maximum"]         checks that are not satisfied
 *     statistics = [[...], ...]         by output, in the order of plan_statistic_names
 *     at_minimum = [[...], ...]         by output: all outputs at the time of its minimum
 *     at_maximum = [[...], ...]
 *     seconds = 0.25                    processor time
 *     host = "..." */
#pragma once
#include "study/plan.h"
#include "torsor/study.h"

typedef ARRAY(const char *) string_list;

typedef struct {
    const char *key;
    torsor_case_state state;
    string_list files, hashes, messages, refused; /* hashes: those of the files */
    double *statistics;                           /* outputs x PLAN_STATISTICS */
    double *at_minimum, *at_maximum;              /* outputs x outputs */
    int n_outputs;
    double seconds;
    int steps;
    const char *host;
} case_record;

/* All numbers NaN; `key` is not copied. */
void case_record_begin(case_record *record, const char *key, int n_outputs, arena *memory);
void case_record_free(case_record *record);
/* Returns NULL, or why it could not be written. */
const char *case_record_write(const case_record *record, const char *path);
/* Returns false if there is none, or if it is not a record of this many outputs. */
bool case_record_read(case_record *record, const char *path, int n_outputs, arena *memory);
