/* writer.h - a form in which results are written: text files, NetCDF. Each is a row of writers.def. */
#pragma once
#include "output/output.h"

typedef struct {
    const char *name;
    bool (*is_wanted)(const model *model);
    void *(*open)(const model *model, const char *base, diag *errors); /* NULL after reporting an error */
    bool (*close)(void *self, bool complete); /* false after reporting an error; `complete`: not aborted */
    /* Optional. */
    /* false once something could not be written */
    bool (*step)(void *self, const state *state, const step_line *line);
    bool at_every_step;                                                        /* also at steps that are not written */
    bool (*eigen)(void *self, const state *state, const eigen_result *result); /* like step, for an eigenanalysis */
    void (*flush)(void *self); /* makes the output so far visible to readers */
} writer;

extern const writer *const writers[];
extern const int writer_count;
