/* hints.h - hints that give a drive: reading them, and building in a solution what they have given. */
#pragma once
#include "contract/hint.h"
#include "model/hints.h"
#include "model/reading.h"

/* A drive that is `first` until the hint gives another one, which the reader stands at. `h` becomes the hint that does
 * so. */
const drive *read_hinted_drive(reader *reader, const drive *first, const char *what, hint *hint);
const tpl_drive *read_hinted_tpl_drive(reader *reader, const tpl_drive *first, int dim, const char *what, hint *hint);

/* Whether two memories say other things of what was given. */
bool hints_differ(const model *model, const memory_block *a, const memory_block *b);
/* Builds in the workspaces of a solution what its memory says has been given; false after an error, which has been
 * reported. */
bool hints_build(const model *model, const memory_block *from, workspace *workspaces, diag *errors);
void hint_instances_free(workspace *workspaces, int n);
/* "drive{...}", "drive3{...}", "drive6{...}" by its dimension: another prestrain. False for any other hint. */
bool law_hint(reader *reader, law *law, const char *name, hint *hint);
