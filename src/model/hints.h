/* hints.h - hints that replace a drive: reading them, and building their drives in a solution. */
#pragma once
#include "contract/hint.h"
#include "model/hints.h"
#include "model/reading.h"

/* Returns a drive that equals `first` until the hint replaces it by the drive at the position of the reader. `hint`
 * receives the hint that does so. */
const drive *read_hinted_drive(reader *reader, const drive *first, const char *what, hint *hint);
const tpl_drive *read_hinted_tpl_drive(reader *reader, const tpl_drive *first, int dim, const char *what, hint *hint);

/* Returns whether the applied hints recorded in two memory blocks differ. */
bool hints_differ(const model *model, const memory_block *a, const memory_block *b);
/* Builds, in the instances of a solution, the drives of the hints that have been applied according to its memory.
 * Returns false after an error, which has been reported. */
bool hints_build(const model *model, const memory_block *from, hint_instance *instances, diag *errors);
void hint_instances_free(hint_instance *instances, int n);
/* Reads the hints "drive{...}", "drive3{...}" and "drive6{...}" (by dimension), which replace the prestrain. Returns
 * false for any other hint. */
bool law_hint(reader *reader, law *law, const char *name, hint *hint);
