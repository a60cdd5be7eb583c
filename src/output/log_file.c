/* log_file.c - the .log file: lines of nodes and elements, then the unknowns of structural nodes, then the symbol
 * table.
 *
 *     struct node dofs:                   first unknown of each node, numbered from 0, without dummy nodes
 *     struct node eqs:                    first balance row
 *     struct node momentum dofs, eqs:     the same for the momenta; dynamic nodes only
 *     struct displacement node ...        the same four for all structural nodes, with or without rotation
 *     struct node labels, struct displacement node labels */
#include "output/log_file.h"
#include <stdlib.h>
#include <string.h>

void log_model(const model *model, text *to)
{
    if (model->log.n == 0)
        return;
    memcpy(text_reserve(to, model->log.n), model->log.data, model->log.n);
    to->n += model->log.n;
}

typedef enum { DOFS, EQUATIONS, MOMENTUM_DOFS, MOMENTUM_EQUATIONS, LABELS } listed;

static bool is_listed(const node *node, bool with_rotation, listed what)
{
    if (node->pose < 0 || node->is_dummy || (with_rotation && !node->has_rotation))
        return false;
    return node->momentum >= 0 || (what != MOMENTUM_DOFS && what != MOMENTUM_EQUATIONS);
}

static unsigned log_file_number(const node *node, listed what)
{
    const int numbers[] = {node->dof, node->row, node->momentum, node->momentum_row};
    return what == LABELS ? node->label : (unsigned)numbers[what];
}

static void log_file_list(const model *model, bool with_rotation, listed what, text *to)
{
    static const char *const NAMES[] = {"dofs:", "eqs:", "momentum dofs:", "momentum eqs:", "labels:"};
    record record = {.text = to, .general = true};
    record_word(&record, with_rotation ? "struct node" : "struct displacement node");
    record_word(&record, NAMES[what]);
    for (int i = 0; i < model->nodes.n; i++)
        if (is_listed(model->nodes.items[i], with_rotation, what))
            record_unsigned(&record, log_file_number(model->nodes.items[i], what));
    record_end(&record);
}

void log_unknowns(const model *model, text *to)
{
    if (model->n_poses == 0)
        return;
    for (int what = DOFS; what < LABELS; what++)
        log_file_list(model, true, (listed)what, to);
    for (int what = DOFS; what < LABELS; what++)
        log_file_list(model, false, (listed)what, to);
    log_file_list(model, true, LABELS, to);
    log_file_list(model, false, LABELS, to);
}

void log_symbols(const symbols *names, text *to)
{
    const int n = symbols_count(names);
    const symbol **sorted = heap_resize(NULL, ((size_t)n + 1) * sizeof *sorted);
    symbols_sorted(names, sorted);
    text_string(to, "Symbol table:\n");
    for (int i = 0; i < n; i++) {
        char line[256];
        symbol_format(sorted[i], NULL, line, sizeof line);
        text_printf(to, "  %s\n", line);
    }
    free(sorted);
}
