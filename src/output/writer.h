/* writer.h - a form in which results are written: text files, NetCDF. One row of writers.def each. */
#pragma once
#include "output/output.h"

typedef struct {
    const char *name;
    bool (*is_wanted)(const model *model);
    void *(*open)(const model *model, const char *base, diag *errors); /* NULL after a report */
    bool (*close)(void *self, bool complete); /* false after a report; `complete`: the analysis came to its end */
    /* Optional. */
    /* false once something could not be written */
    bool (*step)(void *self, const state *state, const step_line *line);
    bool at_every_step;                                                        /* also at steps that are not written */
    bool (*eigen)(void *self, const state *state, const eigen_result *result); /* the same for an eigenanalysis */
    void (*flush)(void *self); /* what was written so far can be looked at */
} writer;

extern const writer *const writers[];
extern const int writer_count;
