/* study_internals.h - a study in progress; known only to the files of this layer. */
#pragma once
#include "api/messages.h"
#include "base/hash.h"
#include "study/content_hash.h"
#include "study/plan.h"
#include "study/case_record.h"

/* The model of the last case, and the definitions it was read with. */
typedef struct {
    torsor_model *model; /* NULL: none */
    arena *memory;
    torsor_definition *definitions;
    int n;
} study_model;

struct torsor_study {
    arena *memory;
    sources *texts;
    diag *errors;
    message_list received;
    torsor_study_options options;
    torsor_options open;
    plan plan;
    double *points;     /* of the samples; NULL: none */
    const char *folder; /* absolute */
    int claims;         /* file descriptor; -1: not open */
    name_map files;     /* files whose hash is known, and which one: */
    string_list hashes;
    study_model kept;
};

/* The definitions of a case: those of the options, then its variables, expressions last. Returns their number. */
int study_definitions(const torsor_study *study, int index, arena *memory, torsor_definition **definitions);
/* What the record of a case must have as its key. */
const char *study_key(const torsor_study *study, int index, arena *memory);
const char *study_record_path(const torsor_study *study, const char *key, arena *memory);
/* The hash of a file, computed once; NULL if it cannot be read. */
const char *study_file_hash(torsor_study *study, const char *path);

/* study_model.c: closes the model that is kept. */
void study_model_discard(torsor_study *study);
/* Solves a case and fills its record; returns false if it was given up. */
bool study_run_case(torsor_study *study, int index, case_record *record, arena *memory);
/* Writes the tables, and a page about them unless its path is NULL; returns false after reporting an error. */
bool study_write_tables(torsor_study *study, const char *report);
/* Reads the record of a case; returns its state, TORSOR_CASE_OPEN if there is none that is up to date. */
torsor_case_state study_load(torsor_study *study, int index, case_record *record, arena *memory);
