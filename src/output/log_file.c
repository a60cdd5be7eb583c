/* log_file.c - the .log file: lines of nodes and elements, then the unknowns of structural nodes, then the symbol
 * table.
 *
 *     struct node dofs:                   first unknown of each node, counted from 0, dummy nodes left out
 *     struct node eqs:                    first row of its balance
 *     struct node momentum dofs, eqs:     the same of its momenta; dynamic nodes only
 *     struct displacement node ...        the same four for all structural nodes, with rotation or without
 *     struct node labels, struct displacement node labels */
#include "output/log_file.h"
#include <stdlib.h>
#include <string.h>

void log_model(const model *m, text *to)
{
    if (m->log.n == 0)
        return;
    memcpy(text_room(to, m->log.n), m->log.data, m->log.n);
    to->n += m->log.n;
}

typedef enum { DOFS, EQUATIONS, MOMENTUM_DOFS, MOMENTUM_EQUATIONS, LABELS } listed;

static bool is_listed(const node *n, bool with_rotation, listed what)
{
    if (n->pose < 0 || n->is_dummy || (with_rotation && !n->has_rotation))
        return false;
    return n->momentum >= 0 || (what != MOMENTUM_DOFS && what != MOMENTUM_EQUATIONS);
}

static unsigned log_file_number(const node *n, listed what)
{
    const int numbers[] = {n->dof, n->row, n->momentum, n->momentum_row};
    return what == LABELS ? n->label : (unsigned)numbers[what];
}

static void log_file_list(const model *m, bool with_rotation, listed what, text *to)
{
    static const char *const NAMES[] = {"dofs:", "eqs:", "momentum dofs:", "momentum eqs:", "labels:"};
    record r = {.text = to, .general = true};
    record_word(&r, with_rotation ? "struct node" : "struct displacement node");
    record_word(&r, NAMES[what]);
    for (int i = 0; i < m->nodes.n; i++)
        if (is_listed(m->nodes.items[i], with_rotation, what))
            record_unsigned(&r, log_file_number(m->nodes.items[i], what));
    record_end(&r);
}

void log_unknowns(const model *m, text *to)
{
    if (m->n_poses == 0)
        return;
    for (int what = DOFS; what < LABELS; what++)
        log_file_list(m, true, (listed)what, to);
    for (int what = DOFS; what < LABELS; what++)
        log_file_list(m, false, (listed)what, to);
    log_file_list(m, true, LABELS, to);
    log_file_list(m, false, LABELS, to);
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
