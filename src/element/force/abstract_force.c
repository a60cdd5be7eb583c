/* abstract_force.c - a number added to the equation of a degree of freedom of any node.
 *
 *     row of the first dof: + f(t)        row of the second: - f(t)
 *
 * The row of a hydraulic node counts what is taken out: there a positive force takes flow out. */
#include "element/force/abstract_force.h"
#include "model/reading.h"

void read_abstract_force(reader *r, abstract_force *f, int n)
{
    f->n = n;
    for (int i = 0; i < n; i++)
        f->dof[i] = read_node_dof(r, false, i == 0 ? "node" : "second node");
    f->drive = read_drive(r, "force");
}

void abstract_force_connect(const elem *e, layout *l)
{
    const abstract_force *f = e->self;
    for (int i = 0; i < f->n; i++)
        layout_dof(l, &f->dof[i]);
    layout_clear(l);
}

void abstract_force_eval(int n, const state *s, const elem *e, local *out)
{
    const abstract_force *f = e->self;
    const double magnitude = drive_now(f->drive, s);
    (void)n;
    for (int i = 0; i < f->n; i++)
        out->r[i] += i == 0 ? magnitude : -magnitude;
}

void abstract_force_output(const state *s, const elem *e, record *out)
{
    const abstract_force *f = e->self;
    const double magnitude = drive_now(f->drive, s);
    record_begin_plain(out, e->label);
    record_type(out, f->n == 1 ? "abstract" : "internal abstract");
    for (int i = 0; i < f->n; i++) {
        record_unsigned(out, f->dof[i].node->label);
        if (i == 0)
            record_name(out, "F", QUANTITY_NONE, "force");
        record_real(out, i == 0 ? magnitude : -magnitude);
    }
    record_end(out);
}

void abstract_force_sample(sampler *from, abstract_force *f, int n)
{
    f->n = n;
    for (int i = 0; i < n; i++)
        f->dof[i] = sample_dof(from, i);
    f->drive = sample_drive(from);
}
