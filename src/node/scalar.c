/* scalar.c - nodes with one unknown: its value, and its derivative if the unknown is differential. */
#include "node/scalar.h"
#include "contract/diag_rows.h"
#include "contract/drive.h"
#include "model/reading.h"
#include <string.h>

void read_scalar(reader *reader, node *node, dof_kind kind)
{
    scalar *scalar = node->self;
    scalar->kind = kind;
    node->n_dof = 1;
    /* Old decks specify the value without its keyword. */
    const bool has_option = read_peek(reader, "output") || read_peek(reader, "scale");
    if (!read_keyword(reader, "value") && (has_option || !read_is_number(reader)))
        return;
    scalar->value = read_real(reader, "initial value");
    if (!read_keyword(reader, "derivative"))
        return;
    if (kind == DOF_ALGEBRAIC)
        diag_report(reader_diag(reader), W_NO_EFFECT, read_last_location(reader), "derivative", "on an algebraic node");
    const double derivative = read_real(reader, "initial derivative");
    scalar->derivative = kind == DOF_DIFFERENTIAL ? derivative : 0.0;
}

dof_kind scalar_kind(const node *node, int index)
{
    (void)index;
    return ((const scalar *)node->self)->kind;
}

void scalar_initial(const node *node, initial_values *initial)
{
    const scalar *scalar = node->self;
    initial->y[node->dof] = scalar->value;
    initial->yp[node->dof] = scalar->derivative;
}

void scalar_output(const state *state, const node *node, const scalar_names *names, record *out)
{
    const bool has_derivative = scalar_kind(node, 0) == DOF_DIFFERENTIAL;
    record_type(out, has_derivative ? "differential" : "algebraic");
    record_begin(out, node->label);
    record_name(out, names->value, names->unit, names->words);
    record_real(out, state->y[node->dof]);
    if (has_derivative) {
        record_name(out, names->derivative, names->rate_unit, names->rate_words);
        record_real(out, state->yp[node->dof]);
    }
    record_end(out);
}

const char *const scalar_private_names[] = {"x", "xP", NULL};

int scalar_private_index(const node *node, const char *name)
{
    if (strcmp(name, "x") == 0)
        return 1;
    return strcmp(name, "xP") == 0 && scalar_kind(node, 0) == DOF_DIFFERENTIAL ? 2 : 0;
}

double scalar_private_value(const state *state, const node *node, int index)
{
    return index == 1 ? state->y[node->dof] : state->yp[node->dof];
}

const char *scalar_dof_name(const node *node, int index)
{
    (void)node, (void)index;
    return "value";
}
