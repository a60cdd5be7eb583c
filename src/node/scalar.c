/* scalar.c - nodes of one number: its value, and its derivative when the unknown is differential. */
#include "node/scalar.h"
#include "contract/drive.h"
#include "model/reading.h"
#include <string.h>

void read_scalar(reader *r, node *n, dof_kind kind)
{
    scalar *s = n->self;
    s->kind = kind;
    n->n_dof = 1;
    /* Old decks give the value without its keyword. */
    const bool has_option = read_peek(r, "output") || read_peek(r, "scale");
    if (!read_keyword(r, "value") && (has_option || !read_is_number(r)))
        return;
    s->value = read_real(r, "initial value");
    if (kind == DOF_DIFFERENTIAL && read_keyword(r, "derivative"))
        s->derivative = read_real(r, "initial derivative");
}

dof_kind scalar_kind(const node *n, int i)
{
    (void)i;
    return ((const scalar *)n->self)->kind;
}

void scalar_initial(const node *n, initial_values *v)
{
    const scalar *s = n->self;
    v->y[n->dof] = s->value;
    v->yp[n->dof] = s->derivative;
}

void scalar_output(const state *s, const node *n, const scalar_names *names, record *out)
{
    const bool has_derivative = scalar_kind(n, 0) == DOF_DIFFERENTIAL;
    record_type(out, has_derivative ? "differential" : "algebraic");
    record_begin(out, n->label);
    record_name(out, names->value, names->unit, names->words);
    record_real(out, s->y[n->dof]);
    if (has_derivative) {
        record_name(out, names->derivative, names->rate_unit, names->rate_words);
        record_real(out, s->yp[n->dof]);
    }
    record_end(out);
}

const char *const scalar_private_names[] = {"x", "xP", NULL};

int scalar_private_index(const node *n, const char *name)
{
    if (strcmp(name, "x") == 0)
        return 1;
    return strcmp(name, "xP") == 0 && scalar_kind(n, 0) == DOF_DIFFERENTIAL ? 2 : 0;
}

double scalar_private_value(const state *s, const node *n, int index)
{
    return index == 1 ? s->y[n->dof] : s->yp[n->dof];
}

const char *scalar_dof_name(const node *n, int i)
{
    (void)n, (void)i;
    return "value";
}
